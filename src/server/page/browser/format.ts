/** Figures and times as people read them. */

const whole = new Intl.NumberFormat('en-US')

export function number(value: number): string {
  return whole.format(value)
}

/** 1234567 -> 1.2 M, for places with little room. */
export function short(value: number): string {
  if (value < 10_000) return whole.format(value)
  const [by, unit] = value < 1e6 ? [1e3, 'k'] : value < 1e9 ? [1e6, 'M'] : [1e9, 'G']
  const scaled = value / by
  return `${scaled < 100 ? scaled.toFixed(1) : Math.round(scaled)} ${unit}`
}

/** A share of a whole: '' when there is no whole. */
export function share(part: number, of: number): string {
  if (of === 0) return ''
  const percent = (part / of) * 100
  if (percent === 0) return '0 %'
  return percent < 0.1 ? '< 0.1 %' : `${percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`
}

export function duration(ms: number | null): string {
  if (ms === null) return ''
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
  if (ms < 86_400_000) return `${Math.floor(ms / 3_600_000)} h ${Math.round((ms % 3_600_000) / 60_000)} min`
  return `${(ms / 86_400_000).toFixed(1)} d`
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const hourMinute = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const full = new Intl.DateTimeFormat('en-GB', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  timeZoneName: 'short',
})

export const timeOfDay = (at: number): string => clock.format(at)
export const dayOf = (at: number): string => day.format(at)
export const fullTime = (at: number): string => full.format(at)

/** The label of a slot of a chart. */
export function slotLabel(at: number, step: number): string {
  if (step < 86_400_000) return `${day.format(at)} ${hourMinute.format(at)}`
  return day.format(at)
}

export function axisLabel(at: number, span: number): string {
  return span <= 2 * 86_400_000 ? hourMinute.format(at) : day.format(at)
}

/** How long ago; the day when it is longer than a week. */
export function ago(at: number, now: number): string {
  const ms = now - at
  if (ms < 10_000) return 'just now'
  if (ms < 60_000) return `${Math.floor(ms / 1000)} s ago`
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} min ago`
  if (ms < 86_400_000) return `${Math.floor(ms / 3_600_000)} h ago`
  if (ms < 7 * 86_400_000) return `${Math.floor(ms / 86_400_000)} d ago`
  return day.format(at)
}

/** The last part of a folder, which people call it by. */
export function folderName(path: string | null): string {
  return path?.split(/[\\/]/).filter(Boolean).at(-1) ?? ''
}

/** An id short enough for a list. */
export function shortId(id: string): string {
  return /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(id) ? id.slice(0, 8) : id
}
