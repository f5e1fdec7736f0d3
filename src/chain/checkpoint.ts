import type { Host } from '../host/host.ts'

/**
 * How far the chain has come, as the last line of `<log>.chain`: what a log that was cut off at its
 * end, or taken away, is recognised by. A line is appended after each record; to replace the file
 * each time would cost more than all the rest, since file systems see to it that what replaces
 * a file is on the disk.
 */
export interface Checkpoint {
  readonly v: 1
  /** Of the last record, which is also how many there are. */
  readonly seq: number
  readonly hash: string
  /** The size of the log's newest file after it. */
  readonly bytes: number
  /** The first record of each file that is kept, the newest file first. 0: not known. */
  readonly starts: readonly number[]
  /** When: ISO 8601 in UTC. */
  readonly time: string
}

/** Longer ones are written anew with their last line alone. */
const MAX_BYTES = 64 * 1024
/** Of a line, with the starts of 1000 files. */
const MAX_LINE = 20 * 1024

const checkpointPath = (path: string): string => `${path}.chain`

/** The checkpoint of the log at `path`; undefined when there is none that can be read. */
export function readCheckpoint(host: Host, path: string): Checkpoint | undefined {
  try {
    const text = new TextDecoder().decode(host.readFile(checkpointPath(path), MAX_LINE, -MAX_LINE))
    const lines = text.split('\n')
    // What stands behind the last line's end was torn: the one before it counts then.
    const value = JSON.parse(lines[lines.length - 2] ?? '') as Partial<Checkpoint>
    return isWhole(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isWhole(value: Partial<Checkpoint>): value is Checkpoint {
  return (
    value.v === 1 &&
    isCount(value.seq) &&
    isCount(value.bytes) &&
    typeof value.hash === 'string' &&
    /^[0-9a-f]{64}$/.test(value.hash) &&
    Array.isArray(value.starts) &&
    value.starts.every(isCount) &&
    typeof value.time === 'string'
  )
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}

/** Notes a checkpoint. For who holds the chain's lock. Throws a HostError. */
export function writeCheckpoint(host: Host, path: string, checkpoint: Checkpoint): void {
  const target = checkpointPath(path)
  const line = `${JSON.stringify(checkpoint)}\n`
  if ((host.lstat(target)?.size ?? 0) < MAX_BYTES) host.append(target, line, 0o600)
  else host.replace(target, line, 0o600)
}
