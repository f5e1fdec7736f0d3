import { callsOf } from './calls.ts'
import { lineWidth } from './columns.ts'
import { BadLines, collect, newest } from './entries.ts'
import { type FilterOptions, makeFilter } from './filter.ts'
import { readCount } from './numbers.ts'
import { Rows } from './rows.ts'
import { filesOf, findLog, type SourceOptions } from './source.ts'

export interface ListOptions extends SourceOptions, FilterOptions {
  readonly limit?: string
  readonly json?: boolean
  readonly wide?: boolean
}

/**
 * `hookbox audit list`: the newest calls, one a line. A filter that fits one record of a call
 * shows the whole call. Exit codes: 0 there are some, 1 there are none.
 */
export async function list(given: ListOptions): Promise<number> {
  const files = filesOf(await findLog(given))
  const limit = readCount(given.limit, '--limit', 50)
  const now = Date.now()
  const filter = makeFilter(given, now)
  const bad = new BadLines()
  const all = makeFilter({}, now)
  // The records of a call that the filter does not fit belong to it as well.
  const isWhole =
    given.since === undefined && given.until === undefined && Object.keys(given).every(isNeutral)
  const entries = isWhole
    ? await newest(files, all, limit * 3, bad)
    : await collect(files, { ...all, since: filter.since }, bad)
  const lines = new Map(entries.map(({ record, line }) => [record, line]))
  const calls = callsOf(entries)
    .filter(({ records }) => records.some((record) => filter.matches(record, lines.get(record) ?? '')))
    .slice(-limit)
  if (given.json) {
    for (const { records, ...call } of calls) {
      process.stdout.write(`${JSON.stringify({ ...call, stages: records.map(({ stage }) => stage) })}\n`)
    }
  } else {
    const rows = new Rows(lineWidth(given.wide === true))
    process.stdout.write(calls.map((call) => `${rows.call(call)}\n`).join(''))
    if (calls.length === 0) process.stderr.write('no calls\n')
  }
  process.stderr.write(bad.note())
  return calls.length > 0 ? 0 : 1
}

/** Options that do not choose among the records. */
function isNeutral(name: string): boolean {
  return ['file', 'config', 'limit', 'json', 'wide'].includes(name)
}
