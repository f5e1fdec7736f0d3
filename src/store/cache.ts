import type { Host } from '../host/host.ts'
import { joinPath, parentOf } from '../paths/written.ts'

/**
 * Small JSON files in `~/.cache/hookbox`: what a hook remembers between two calls and may
 * lose at any time. Only the user can read them.
 */

const MAX_BYTES = 1024 * 1024
const DAY_MS = 86_400_000

/** The path of a file of ours; undefined without a home. `name` is relative, without `..`. */
export function cachePath(host: Host, name: string): string | undefined {
  const home = host.home()
  return home === undefined ? undefined : joinPath(home, `.cache/hookbox/${name}`)
}

/** What was written last. Undefined when there is nothing, or nothing that can be read. */
export function readCache(host: Host, name: string): Readonly<Record<string, unknown>> | undefined {
  const path = cachePath(host, name)
  // An engine's first error takes longer than many looks.
  if (path === undefined || !host.stat(path)) return undefined
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(host.readFile(path, MAX_BYTES)))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** Replaces the file. False when it can't be written: then the next call knows nothing. */
export function writeCache(host: Host, name: string, value: Readonly<Record<string, unknown>>): boolean {
  return writeCacheText(host, name, `${JSON.stringify(value)}\n`) !== undefined
}

/** As `writeCache`, for any text. The path that was written, or undefined. */
export function writeCacheText(host: Host, name: string, text: string): string | undefined {
  const path = cachePath(host, name)
  if (path === undefined) return undefined
  try {
    host.makeDirectory(parentOf(path) ?? '/', 0o700)
    host.replace(path, text, 0o600, false)
    return path
  } catch {
    return undefined
  }
}

/** Removes the file. True when it was there and now is not. */
export function removeCache(host: Host, name: string): boolean {
  const path = cachePath(host, name)
  try {
    return path !== undefined && host.remove(path)
  } catch {
    return false
  }
}

/**
 * Removes the files of a folder of ours that were last written longer ago. To look at them all
 * takes as long as there are many, so it is done once in an eighth of that time, or once a day
 * where that is sooner; calls in between cost one look at a file. Never throws.
 */
export function pruneCache(host: Host, folder: string, olderThanMs: number): void {
  const path = cachePath(host, folder)
  if (path === undefined) return
  const mark = `pruned/${folder.replaceAll('/', '-')}`
  const marked = host.stat(cachePath(host, mark) ?? '')?.modified ?? Number.NEGATIVE_INFINITY
  const since = host.now() - marked
  // One of the future is the mark of a clock that was wrong.
  if (since >= 0 && since < Math.min(olderThanMs / 8, DAY_MS)) return
  writeCacheText(host, mark, '')
  const before = host.now() - olderThanMs
  for (const name of host.list(path) ?? []) {
    const file = joinPath(path, name)
    const info = host.lstat(file)
    if (info?.kind !== 'file' || info.modified >= before) continue
    try {
      host.remove(file)
    } catch {
      // Another call may have removed it, or will.
    }
  }
}
