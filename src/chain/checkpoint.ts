import type { Host } from '../host/host.ts'

/**
 * How far the chain has come, in `<log>.chain`: what a log that was cut off at its end, or taken
 * away, is recognised by. It is written after each record, without waiting for the disk.
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

const MAX_BYTES = 64 * 1024

const checkpointPath = (path: string): string => `${path}.chain`

/** The checkpoint of the log at `path`; undefined when there is none that can be read. */
export function readCheckpoint(host: Host, path: string): Checkpoint | undefined {
  try {
    const text = new TextDecoder().decode(host.readFile(checkpointPath(path), MAX_BYTES))
    const value = JSON.parse(text) as Partial<Checkpoint>
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

/**
 * Replaces the checkpoint. Without a wait for the disk, unlike `Host.replace`: should it be lost
 * with the power, the log itself goes further, and the next record finds that out.
 */
export function writeCheckpoint(host: Host, path: string, checkpoint: Checkpoint): void {
  const target = checkpointPath(path)
  const temporary = `${target}.new`
  const text = `${JSON.stringify(checkpoint)}\n`
  // Only who holds the chain's lock comes here, so what lies there was left by a process that died.
  if (!host.create(temporary, text, 0o600)) {
    host.remove(temporary)
    host.create(temporary, text, 0o600)
  }
  host.rename(temporary, target)
}
