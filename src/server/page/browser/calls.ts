import type { Listed } from '../../store/row.ts'

export type Outcome = 'ok' | 'failed' | 'refused' | 'asked' | 'open'

/** A tool call as the timeline shows it: what is known of it from all its records. */
export interface CallItem {
  readonly kind: 'call'
  readonly key: string
  readonly rows: Listed[]
  first: number
  last: number
}

/** Anything else that is recorded: a prompt, a stop, the start of the session. */
interface OtherItem {
  readonly kind: 'other'
  readonly key: string
  readonly row: Listed
}

export type Item = CallItem | OtherItem

const OF_CALLS: ReadonlySet<string> = new Set([
  'attempt',
  'success',
  'failure',
  'denied',
  'invalid',
  'permission',
  'verdict',
])

/**
 * The records of a session, oldest first, joined to calls by their id. Where the harness gives
 * none (OpenHarness), what follows an attempt of the same tool with the same words belongs to it.
 */
export function itemsOf(rows: readonly Listed[]): Item[] {
  const items: Item[] = []
  const calls = new Map<string, CallItem>()
  for (const row of rows) {
    if (row.stage === 'batch') continue
    if (!OF_CALLS.has(row.stage) || (row.tool === null && row.call === null)) {
      items.push({ kind: 'other', key: row.id, row })
      continue
    }
    const key = row.call ?? `${row.tool} ${row.stage === 'verdict' ? lastOpen(calls, row) : row.summary}`
    const known = calls.get(key)
    const isAgain = row.call === null && row.stage === 'attempt'
    if (known && !isAgain) {
      known.rows.push(row)
      known.first = Math.min(known.first, row.at)
      known.last = Math.max(known.last, row.at)
      continue
    }
    const item: CallItem = { kind: 'call', key: row.id, rows: [row], first: row.at, last: row.at }
    calls.set(key, item)
    items.push(item)
  }
  return items
}

/** A verdict's words are its reason: it belongs to the tool's latest call without a result. */
function lastOpen(calls: ReadonlyMap<string, CallItem>, { tool }: Listed): string {
  const open = [...calls.values()]
    .reverse()
    .find((item) => item.rows[0]?.tool === tool && outcomeOf(item) === 'open')
  return open?.rows[0]?.summary ?? ''
}

export function outcomeOf({ rows }: CallItem): Outcome {
  const has = (stage: string) => rows.some((row) => row.stage === stage)
  if (has('success')) return 'ok'
  if (has('failure') || has('invalid')) return 'failed'
  if (has('denied') || rows.some(({ trouble }) => trouble === 2)) return 'refused'
  return rows.some(({ trouble }) => trouble === 3) ? 'asked' : 'open'
}

/** The record that says the most about the call: a refusal, else its result, else its attempt. */
export function mainRow({ rows }: CallItem): Listed {
  const of = (stage: string) => rows.find((row) => row.stage === stage)
  const main = of('verdict') ?? of('denied') ?? of('failure') ?? of('invalid') ?? of('success') ?? rows[0]
  if (!main) throw new Error('a call without a record')
  return main
}

/** What the call was to do: its own words, not those of a refusal. */
export function wordsOf({ rows }: CallItem): string {
  const own = rows.find(({ stage }) => stage !== 'verdict' && stage !== 'denied') ?? rows[0]
  return own?.summary ?? ''
}

/** As the harness measured it, else from the attempt to the result. */
export function durationOf(item: CallItem): number | null {
  const measured = item.rows.find((row) => row.duration !== null)?.duration
  if (measured !== undefined && measured !== null) return measured
  return outcomeOf(item) === 'ok' || outcomeOf(item) === 'failed' ? item.last - item.first : null
}
