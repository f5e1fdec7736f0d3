import { plainLine } from '../../src/text/plain.ts'

const MAX_LENGTH = 200

/**
 * A name from the disk or the repository (branch, path) on one line: as it is, or in quotes
 * when it holds what could be taken for our own words.
 */
export function shownWord(name: string): string {
  const line = plainLine(name, MAX_LENGTH)
  return /[\s"'`\\()|,;<>]/.test(line) || line === '' ? JSON.stringify(line) : line
}
