import type { Host } from '../host/host.ts'
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

/** A lock between processes of this user, by name; a file in `~/.cache/hookbox/locks`. Never throws. */
export async function takeLock(host: Host, name: string, options: LockOptions): Promise<Lock> {
  const path = cachePath(host, `locks/${shortHash(name)}`)
  return path === undefined ? { kind: 'none' } : takeLockFile(host, path, options)
}

/** The same with a lock file of the caller's choice, for what several users share. Never throws. */
export async function takeLockFile(
  host: Host,
  path: string,
  { waitMs, staleMs, retryMs = 50 }: LockOptions,
): Promise<Lock> {
  const until = host.now() + waitMs
  try {
    host.makeDirectory(parentOf(path) ?? '/', 0o700)
    for (;;) {
      if (host.create(path, '', 0o600)) {
        const since = host.now()
        // Held for longer, it may be somebody else's by now; it counts as left behind anyway.
        const release = () => {
          if (host.now() - since < staleMs) giveBack(host, path)
        }
        return { kind: 'taken', release }
      }
      const info = host.stat(path)
      if (info && host.now() - info.modified > staleMs) giveBack(host, path)
      else if (host.now() >= until) return { kind: 'busy' }
      // Not all at the same moment.
      else await host.sleep(retryMs * (0.5 + Math.random()))
    }
  } catch {
    return { kind: 'none' }
  }
}

function giveBack(host: Host, path: string): void {
  try {
    host.remove(path)
  } catch {
    // It grows stale by itself.
  }
}
