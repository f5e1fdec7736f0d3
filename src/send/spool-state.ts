import * as fs from 'node:fs'
import * as path from 'node:path'

/** A place in the spool: byte `offset` of a segment. */
export interface Cursor {
  readonly segment: number
  readonly offset: number
}

/** What of the spool was delivered, in `state.json`; only the sender writes it. */
export interface SpoolState {
  /** The number that `current.jsonl` gets when it is renamed. */
  current: number
  /** Where each sink goes on. */
  cursors: Record<string, Cursor>
  /** Where each segment was found to end; what comes behind was written late. */
  ends: Record<string, number>
  /** For people: what each sink has got so far. */
  sent: Record<string, { readonly records: number; readonly time: string }>
}

const STATE = 'state.json'

/**
 * The state as it was written. What is lost or damaged in it is as if it were not there: then all that
 * lies in the spool is delivered again, which does no harm.
 */
export function readState(folder: string): SpoolState {
  const { current, cursors, ends, sent } = fieldsIn(folder)
  return {
    current: isCount(current) && current > 0 ? current : 1,
    cursors: only(cursors, isCursor),
    ends: only(ends, isCount),
    sent: only(sent, isSent),
  }
}

function fieldsIn(folder: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(fs.readFileSync(path.join(folder, STATE), 'utf8'))
    return isObject(read) ? read : {}
  } catch {
    return {} // the first time, or damaged
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function isCursor(value: unknown): value is Cursor {
  return isObject(value) && isCount(value['segment']) && isCount(value['offset'])
}

function isSent(value: unknown): value is SpoolState['sent'][string] {
  return isObject(value) && isCount(value['records']) && typeof value['time'] === 'string'
}

/** The entries whose values are of this kind. */
function only<Value>(values: unknown, isOfKind: (value: unknown) => value is Value): Record<string, Value> {
  const entries = isObject(values) ? Object.entries(values) : []
  return Object.fromEntries(
    entries.flatMap(([key, value]): [string, Value][] => (isOfKind(value) ? [[key, value]] : [])),
  )
}

/** On the disk before it counts: a place that is forgotten costs a delivery twice, no more. */
export function writeState(folder: string, state: SpoolState): void {
  const target = path.join(folder, STATE)
  const temporary = `${target}.new`
  const fd = fs.openSync(temporary, 'w', 0o600)
  try {
    fs.writeFileSync(fd, `${JSON.stringify({ v: 1, ...state })}\n`)
    fs.fsyncSync(fd)
  } finally {
    fs.closeSync(fd)
  }
  fs.renameSync(temporary, target)
}
