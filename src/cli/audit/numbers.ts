import { AuditUsageError } from './source.ts'

/** A whole number of 1 or more that was given as an option. Throws an AuditUsageError. */
export function readCount(text: string | undefined, option: string, otherwise: number): number {
  if (text === undefined) return otherwise
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new AuditUsageError(`${option} is ${JSON.stringify(text)}, expected a number of 1 or more`)
}

/** The value below which this part (0 to 1) of the numbers lies; undefined for none. */
export function quantile(sorted: readonly number[], part: number): number | undefined {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
}
