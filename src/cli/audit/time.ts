import { AuditUsageError } from './source.ts'

const UNITS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

/**
 * A point in time, in milliseconds since the epoch: `2h` ago (s, m, h, d, w), `today`, `yesterday`,
 * a date or a date and time. What names no zone is meant in the local one. Throws an AuditUsageError.
 */
export function readTime(text: string, now: number): number {
  const ago = /^(\d+(?:\.\d+)?)\s*([smhdw])$/.exec(text)
  if (ago) return now - Number(ago[1]) * (UNITS[ago[2] ?? ''] ?? 0)
  const today = new Date(now).setHours(0, 0, 0, 0)
  if (text === 'today') return today
  if (text === 'yesterday') return new Date(new Date(today).setDate(new Date(today).getDate() - 1)).getTime()
  const date = /^\d{4}-\d\d-\d\d(?<time>[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?<zone>Z|[+-]\d\d:?\d\d)?)?$/.exec(
    text,
  )
  // A date alone would be taken for one in UTC.
  const whole = date?.groups?.['time'] === undefined ? `${text}T00:00` : text.replace(' ', 'T')
  const time = date ? Date.parse(whole) : Number.NaN
  if (!Number.isNaN(time)) return time
  throw new AuditUsageError(
    `${JSON.stringify(text)} is no time: write 2h, 30m, 7d, today, yesterday, 2026-11-30 or 2026-11-30T14:00`,
  )
}
