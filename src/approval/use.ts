import type { Event } from '../event.ts'
import type { Host } from '../host/host.ts'
import { parentOf } from '../paths/written.ts'
import { cachePath, readCache, removeCache } from '../store/cache.ts'
import { type Approval, FOLDERS } from './files.ts'

/** What is known of an approval that holds. */
export type Holding = Pick<Approval, 'code' | 'why' | 'at'>

/**
 * Uses up a person's approval of what has this digest. Undefined when there is none that holds.
 * Of several processes that try at once one gets it.
 */
export function useApproval(digest: string, event: Event, host: Host): Holding | undefined {
  const approved = fileIn('approved', digest)
  for (const name of filesFor(digest, event)) {
    const holding = valid(name, digest, host)
    if (!holding) continue
    const taken =
      event.name === 'permission' ? removeCache(host, name) : moved(host, approved, fileIn('used', digest))
    if (taken) return holding
  }
  return undefined
}

/** The approval that `useApproval` would use up. */
export function findApproval(digest: string, event: Event, host: Host): Holding | undefined {
  for (const name of filesFor(digest, event)) {
    const holding = valid(name, digest, host)
    if (holding) return holding
  }
  return undefined
}

/**
 * Where an approval may be. The question to the user comes behind the call's own event, which has
 * used it up (docs/contracts/claude-code.md section 10); without that event it is still there.
 */
function filesFor(digest: string, event: Event): readonly string[] {
  const approved = fileIn('approved', digest)
  return event.name === 'permission' ? [fileIn('used', digest), approved] : [approved]
}

function fileIn(folder: keyof typeof FOLDERS, digest: string): string {
  return `${FOLDERS[folder]}/${digest}.json`
}

/** An approval that nobody but this user may have written and that still holds. */
function valid(name: string, digest: string, host: Host): Holding | undefined {
  const path = cachePath(host, name)
  const info = path === undefined ? undefined : host.lstat(path)
  if (info?.kind !== 'file') return undefined
  if (host.platform !== 'win32' && (info.mode & 0o077) !== 0) return undefined
  const record = readCache(host, name)
  const { code, until, at, why } = record ?? {}
  if (record?.['digest'] !== digest || typeof code !== 'string' || typeof at !== 'number') return undefined
  if (typeof until !== 'number' || until < host.now()) return undefined
  return { code, at, ...(typeof why === 'string' ? { why } : {}) }
}

/** Renaming takes it away from everybody else at once: the second one finds nothing to rename. */
function moved(host: Host, from: string, to: string): boolean {
  const source = cachePath(host, from)
  const target = cachePath(host, to)
  if (source === undefined || target === undefined) return false
  try {
    host.makeDirectory(parentOf(target) ?? '/', 0o700)
    host.rename(source, target)
    return true
  } catch {
    return false
  }
}
