const UNITS: readonly (readonly [string, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** How long ago, in one unit: "3 hours ago". `ms` is the time passed, in milliseconds. */
export function ageOf(ms: number): string {
  for (const [unit, length] of UNITS) {
    const number = Math.floor(ms / length)
    if (number >= 1) return `${number} ${unit}${number === 1 ? '' : 's'} ago`
  }
  return 'less than a minute ago'
}

/** A point in time (milliseconds since the epoch) as `2026-11-30 13:25 UTC`. */
export function moment(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
