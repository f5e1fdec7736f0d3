import type { Host } from '../host/host.ts'
import { readText } from '../host/read-text.ts'
import { parentOf } from '../paths/written.ts'
import { shortHash } from '../text/hash.ts'
import { cachePath } from './cache.ts'

export interface LockOptions {
  /** How long to wait for somebody else. */
  readonly waitMs: number
  /** A lock older than this was left behind by a process that died. */
  readonly staleMs: number
  /** How long to wait between two tries, about. Default 50. */
  readonly retryMs?: number
}

/** taken: give it back. busy: somebody else has it. none: no lock could be made, for lack of a place. */
export type Lock = { readonly kind: 'taken'; release(): void } | { readonly kind: 'busy' | 'none' }

/**
 * A lock between processes of this user, by name; a file in `~/.cache/hookbox/locks`. One
 * whose process is gone is taken over at once where that can be told (Linux). Never throws.
 */
export async function takeLock(host: Host, name: string, options: LockOptions): Promise<Lock> {
  const path = cachePath(host, `locks/${shortHash(name)}`)
  return path === undefined ? { kind: 'none' } : take(host, path, options, ownMark(host))
}

/** The same with a lock file of the caller's choice, for what several users share. Never throws. */
export async function takeLockFile(host: Host, path: string, options: LockOptions): Promise<Lock> {
  // Processes of other users may be hidden, and would seem to be gone.
  return take(host, path, options, '')
}

async function take(
  host: Host,
  path: string,
  { waitMs, staleMs, retryMs = 50 }: LockOptions,
  mark: string,
): Promise<Lock> {
  const until = host.now() + waitMs
  try {
    host.makeDirectory(parentOf(path) ?? '/', 0o700)
    for (;;) {
      if (host.create(path, mark, 0o600)) {
        const since = host.now()
        // Held for longer without a mark, it may be somebody else's by now.
        const release = () => {
          if (mark !== '' || host.now() - since < staleMs) giveBack(host, path, mark)
        }
        return { kind: 'taken', release }
      }
      const info = host.stat(path)
      const held = readText(host, path, MAX_MARK) ?? ''
      const isOver = (info && host.now() - info.modified > staleMs) || (mark !== '' && isGone(host, held))
      if (isOver) giveBack(host, path, held)
      else if (host.now() >= until) return { kind: 'busy' }
      // Not all at the same moment.
      else await host.sleep(retryMs * (0.5 + Math.random()))
    }
  } catch {
    return { kind: 'none' }
  }
}

const MAX_MARK = 200

/** Removes the lock file unless somebody else has taken it over meanwhile. */
function giveBack(host: Host, path: string, mark: string): void {
  try {
    if ((readText(host, path, MAX_MARK) ?? mark) === mark) host.remove(path)
  } catch {
    // It grows stale by itself.
  }
}

/** Which process this is: its id, when it started and in which space of ids; '' where there is no /proc. */
function ownMark(host: Host): string {
  const pid = host.platform === 'linux' ? host.readLink('/proc/self') : undefined
  const space = host.readLink('/proc/self/ns/pid')
  const started = pid === undefined ? undefined : startOf(host, pid)
  return started === undefined || space === undefined ? '' : `${pid} ${started} ${space}`
}

/** True when the mark is of a process that is certainly no more. */
function isGone(host: Host, mark: string): boolean {
  const [, pid, started, space] = /^(\d+) (\d+) (\S+)$/.exec(mark) ?? []
  if (pid === undefined || space !== host.readLink('/proc/self/ns/pid')) return false
  return startOf(host, pid) !== started
}

/** When a process started, in clock ticks since boot: the 22nd field of its stat (proc(5)). */
function startOf(host: Host, pid: string): string | undefined {
  const stat = readText(host, `/proc/${pid}/stat`, 1000) ?? ''
  // The second field is the name in parentheses, which may hold anything.
  return stat === '' ? undefined : stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
}
