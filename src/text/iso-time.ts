const DAY_MS = 86_400_000

/**
 * The time in ISO 8601, in UTC with milliseconds: what `new Date(ms).toISOString()` gives, for
 * the years 0 to 9999. `ms`: since the epoch. Written out since an engine's first Date costs a
 * short process more than all that a record consists of.
 */
export function isoTime(ms: number): string {
  const whole = Math.trunc(ms)
  const days = Math.floor(whole / DAY_MS)
  const inDay = whole - days * DAY_MS
  // Days are counted from 1 March of the year 0, so that a leap day is the last of its year;
  // 146,097 days are 400 years (the usual civil-from-days method).
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const ofEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  )
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const fromMarch = Math.floor((5 * ofYear + 2) / 153)
  const day = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  const clock = [inDay / 3_600_000, (inDay / 60_000) % 60, (inDay / 1000) % 60].map((part) => padded(part, 2))
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}T${clock.join(':')}.${padded(inDay % 1000, 3)}Z`
}

const padded = (value: number, width: number) => String(Math.floor(value)).padStart(width, '0')
