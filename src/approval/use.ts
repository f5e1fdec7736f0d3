import type { Event } from '../event.ts'
import type { Host } from '../host/host.ts'
import { parentOf } from '../paths/written.ts'
import { cachePath, readCache } from '../store/cache.ts'
import { FOLDERS } from './files.ts'

/**
 * Uses up a person's approval of the call with this digest. Returns its code, or undefined when
 * there is none that holds. Of several processes that try at once one gets it.
 */
export function useApproval(digest: string, event: Event, host: Host): string | undefined {
  const approved = `${FOLDERS.approved}/${digest}.json`
  const used = `${FOLDERS.used}/${digest}.json`
  if (event.name !== 'permission') {
    const code = valid(approved, digest, host)
    return code !== undefined && moved(host, approved, used) ? code : undefined
  }
  // The question to the user comes behind the call's own event, which has used the approval up
  // (docs/contracts/claude-code.md section 10); without that event it is still there.
  for (const name of [used, approved]) {
    const code = valid(name, digest, host)
    if (code !== undefined && removed(host, name)) return code
  }
  return undefined
}

/** The code of an approval that nobody but this user may have written and that still holds. */
function valid(name: string, digest: string, host: Host): string | undefined {
  const path = cachePath(host, name)
  const info = path === undefined ? undefined : host.lstat(path)
  if (info?.kind !== 'file') return undefined
  if (host.platform !== 'win32' && (info.mode & 0o077) !== 0) return undefined
  const record = readCache(host, name)
  const { code, until } = record ?? {}
  if (record?.['digest'] !== digest || typeof code !== 'string') return undefined
  return typeof until === 'number' && until >= host.now() ? code : undefined
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

function removed(host: Host, name: string): boolean {
  const path = cachePath(host, name)
  try {
    return path !== undefined && host.remove(path)
  } catch {
    return false
  }
}
