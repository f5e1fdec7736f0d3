import { type Host, HostError } from '../host/host.ts'
import { isDue, type LogFile, placeOf } from '../store/append-log.ts'
import { takeLockFile } from '../store/lock.ts'
import { rotate } from '../store/rotate.ts'
import { isoTime } from '../text/iso-time.ts'
import { sha256 } from '../text/sha256.ts'
import { readCheckpoint, writeCheckpoint } from './checkpoint.ts'
import { type Hasher, nextLink, withLink } from './link.ts'
import { type Head, recovered, START } from './recover.ts'

/** A seam: why the chain does not simply go on from the line before. */
export interface Seam {
  /**
   * start: a new chain. rotation: a new file. lost: the log is shorter than its checkpoint says.
   * no-checkpoint: the checkpoint was not there.
   */
  readonly reason: 'start' | 'rotation' | 'lost' | 'no-checkpoint'
  /** The record that it goes on from, which is also how many there were. */
  readonly records: number
}

/** A lock is held for a few system calls. */
const WAIT_MS = 8000
const STALE_MS = 6000
/** A process that was stopped for so long no longer trusts that the lock is its own. */
const TRUSTED_MS = STALE_MS / 2

const MAX_TRIES = 3

/**
 * Appends records to a log as the next links of its chain, in one write. Returns the lines as they
 * were written, seams among them. `lines`: records as JSON objects, without line ends. `seamLine` writes the record
 * that stands where the chain does not simply go on. Throws a HostError when nothing was written.
 */
export async function appendChained(
  host: Host,
  file: LogFile,
  lines: readonly string[],
  hasher: Hasher,
  seamLine: (seam: Seam) => string,
): Promise<readonly string[]> {
  const path = placeOf(host, file)
  // Outside of the lock, since this is what takes time.
  const contents = lines.map((line) => ({ line, content: sha256(line) }))
  const length = lines.reduce((sum, line) => sum + line.length + 300, 0)
  for (let tries = 1; ; tries++) {
    const lock = await takeLockFile(host, `${path}.chain.lock`, {
      waitMs: WAIT_MS,
      staleMs: STALE_MS,
      retryMs: 4,
    })
    if (lock.kind !== 'taken') throw noLock(host, path, lock.kind)
    const taken = host.now()
    try {
      const removed = isDue(host, path, length, file) ? await rotate(host, path, length, file) : undefined
      const head = removed === undefined ? headOf(host, path) : rotatedHead(host, path, removed, file.keep)
      const linked = link(head, contents, hasher, seamLine)
      if (host.now() - taken > TRUSTED_MS && tries < MAX_TRIES) continue
      host.append(path, `${linked.map(({ line }) => line).join('\n')}\n`, 0o600)
      noteCheckpoint(host, path, head, linked)
      return linked.map(({ line }) => line)
    } finally {
      lock.release()
    }
  }
}

function noLock(host: Host, path: string, kind: 'busy' | 'none'): HostError {
  const lock = `${path}.chain.lock`
  if (kind === 'busy') {
    return new HostError(
      'EBUSY',
      `could not append to ${path}: ${lock} has been there for ${WAIT_MS / 1000} seconds; remove it when nothing else writes`,
    )
  }
  try {
    host.append(lock, '', 0o600)
  } catch (error) {
    if (error instanceof HostError) return error
  }
  return new HostError('EACCES', `could not append to ${path}: its lock ${lock} can't be made`)
}

/** Where the chain stands, and the seam that has to be told of. */
function headOf(host: Host, path: string): Head {
  const checkpoint = readCheckpoint(host, path)
  const size = host.lstat(path)?.size ?? 0
  if (checkpoint && checkpoint.bytes === size && size > 0) return checkpoint
  return recovered(host, path, size, checkpoint)
}

/**
 * The same for a file that begins because the one before was renamed. Only what rotation removed
 * is taken from the list of files: one that somebody else removed stays missing.
 */
function rotatedHead(host: Host, path: string, removed: number, keep: number): Head {
  const { seq, hash, starts } = readCheckpoint(host, path) ?? START
  const left = [seq + 1, ...starts].slice(0, Math.min(starts.length + 1 - removed, keep + 1))
  return { seq, hash, starts: left, seam: seq === 0 ? 'no-checkpoint' : 'rotation' }
}

interface Linked {
  readonly line: string
  readonly seq: number
  readonly hash: string
}

function link(
  head: Head,
  contents: readonly { readonly line: string; readonly content: string }[],
  hasher: Hasher,
  seamLine: (seam: Seam) => string,
): readonly Linked[] {
  const all = [...contents]
  if (head.seam) {
    const line = seamLine({ reason: head.seam, records: head.seq })
    all.unshift({ line, content: sha256(line) })
  }
  let { seq, hash } = head
  return all.map(({ line, content }) => {
    const next = nextLink(seq + 1, hash, content, hasher)
    ;({ seq, hash } = next)
    return { line: withLink(line, next), seq, hash }
  })
}

function noteCheckpoint(host: Host, path: string, head: Head, linked: readonly Linked[]): void {
  const { seq, hash } = linked.at(-1) ?? head
  const bytes = host.lstat(path)?.size ?? 0
  const time = isoTime(host.now())
  try {
    writeCheckpoint(host, path, { v: 1, seq, hash, bytes, starts: head.starts, time })
  } catch {
    // The records are written; the next one finds its place by them.
  }
}
