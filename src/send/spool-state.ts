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

export function readState(folder: string): SpoolState {
  let read: Partial<SpoolState> = {}
  try {
    read = JSON.parse(fs.readFileSync(path.join(folder, STATE), 'utf8')) as Partial<SpoolState>
  } catch {
    // The first time. Were it lost, all that is there would be delivered again, which does no harm.
  }
  const { current, cursors, ends, sent } = read
  return {
    current: typeof current === 'number' && current > 0 ? current : 1,
    cursors: cursors ?? {},
    ends: ends ?? {},
    sent: sent ?? {},
  }
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
