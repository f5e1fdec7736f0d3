import type { Command } from './command.ts'

/** A command that a person allows, word for word: text, or with an end and a reason. */
export type AllowedCommand =
  | string
  | {
      readonly command: string
      /** The last day on which it holds, as 2027-01-31 (UTC), or a moment, as 2027-01-31T12:00Z. */
      readonly until?: string | undefined
      /** For whoever reads the file. */
      readonly reason?: string | undefined
    }

/**
 * Whether an entry allows the command: each of its words is known and the same, here and not
 * elsewhere, with no assignment in front. A last ` *` allows any further words that are known.
 * `now`: milliseconds since the epoch.
 */
export function isAllowedCommand(command: Command, entries: readonly AllowedCommand[], now: number): boolean {
  if (entries.length === 0 || !canBeAllowed(command)) return false
  const values = command.argv.map((word) => word.value)
  if (values.some((value) => value === undefined)) return false
  return entries.some((entry) => {
    if (hasEnded(entry, now)) return false
    const wanted = textOf(entry)
      .split(/\s+/)
      .filter((word) => word !== '')
    const open = wanted.at(-1) === '*'
    const words = open ? wanted.slice(0, -1) : wanted
    if (words.length === 0 || values.length < words.length || (!open && values.length > words.length))
      return false
    return words.every((word, index) => word === values[index])
  })
}

/** Whether any entry could name this command: it runs here, as it stands. */
export function canBeAllowed(command: Command): boolean {
  return (
    !command.via.some((wrapper) => wrapper.elsewhere) &&
    Object.keys(command.environment).length === 0 &&
    !command.moreOperands
  )
}

/** For a refusal: the entries that have ended, as sentences. */
export function endedEntries(entries: readonly AllowedCommand[], now: number): readonly string[] {
  return entries.flatMap((entry) =>
    typeof entry === 'object' && hasEnded(entry, now)
      ? [`The allow entry ${JSON.stringify(entry.command)} ended on ${entry.until}.`]
      : [],
  )
}

const textOf = (entry: AllowedCommand): string => (typeof entry === 'string' ? entry : entry.command)

function hasEnded(entry: AllowedCommand, now: number): boolean {
  if (typeof entry === 'string' || entry.until === undefined) return false
  return endOf(entry.until) < now
}

/** The last moment of a date, or the moment itself, in milliseconds. Not a date: it has ended. */
export function endOf(until: string): number {
  const at = Date.parse(until.length === 10 ? `${until}T23:59:59.999Z` : until)
  return Number.isNaN(at) ? 0 : at
}
