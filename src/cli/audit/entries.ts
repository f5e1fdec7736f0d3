import { type LogRecord, readLine } from '../../store/read-log.ts'
import type { Filter } from './filter.ts'
import { linesOf, type OpenFile } from './lines.ts'

/** A record and where it stands. */
export interface Entry {
  readonly record: LogRecord
  readonly line: string
}

/** Lines that are no records, over all files. */
export class BadLines {
  #count = 0
  #first = ''

  add(file: string, line: number, problem: string): void {
    if (this.#count++ === 0) this.#first = `${file}:${line}: ${problem}`
  }

  /** For stderr; '' when there were none. */
  note(): string {
    if (this.#count === 0) return ''
    return `${this.#count === 1 ? '1 line is no record' : `${this.#count} lines are no records`}, the first ${this.#first}\n`
  }
}

/** The records of a file that the filter lets through, in blocks. What can't be read is a bad line. */
export async function* entriesOf(
  file: OpenFile,
  filter: Filter,
  bad: BadLines,
): AsyncGenerator<readonly Entry[]> {
  // Its last record is older than what is asked for.
  if (file.modified < filter.since) return
  try {
    for await (const { first, lines, isTorn } of linesOf(file)) {
      const found: Entry[] = []
      lines.forEach((line, index) => {
        if (line.trim() === '') return
        const record = readLine(line)
        if (typeof record === 'string') {
          bad.add(file.name, first + index, isTorn ? 'it is not whole' : record)
        } else if (filter.matches(record, line)) found.push({ record, line })
      })
      if (found.length > 0) yield found
    }
  } catch (error) {
    bad.add(file.name, 0, `the file can't be read to its end (${(error as Error).message})`)
  }
}

/** All of them. */
export async function collect(
  files: readonly OpenFile[],
  filter: Filter,
  bad: BadLines,
): Promise<readonly Entry[]> {
  const all: Entry[] = []
  for (const file of files) {
    for await (const entries of entriesOf(file, filter, bad)) for (const entry of entries) all.push(entry)
  }
  return all
}

/** The newest ones, at least `count` of them where there are so many, without reading older files than need be. */
export async function newest(
  files: readonly OpenFile[],
  filter: Filter,
  count: number,
  bad: BadLines,
): Promise<readonly Entry[]> {
  let found: readonly Entry[] = []
  for (const file of [...files].reverse()) {
    if (found.length >= count) break
    found = [...(await collect([file], filter, bad)), ...found]
  }
  return found
}
