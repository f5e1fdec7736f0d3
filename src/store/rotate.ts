import type { Host } from '../host/host.ts'
import { baseName, joinPath, parentOf } from '../paths/written.ts'
import { takeLockFile } from './lock.ts'

/** Far longer than it takes; older locks were left by a process that died. */
const STALE_MS = 30_000

/**
 * Makes `<path>` to `<path>.1`, `.1` to `.2` and so on up to `keep`; what was the last is gone.
 * One process at a time does it. Who finds it busy, or finds that it was done just now, goes
 * on and appends: a log a little too large is no harm, a lost one is. A process that had opened
 * the file before appends to `.1`, which is the same file. Never throws.
 */
export async function rotate(
  host: Host,
  path: string,
  coming: number,
  { maxBytes, keep }: { readonly maxBytes: number; readonly keep: number },
): Promise<void> {
  const lock = await takeLockFile(host, `${path}.lock`, { waitMs: 0, staleMs: STALE_MS })
  if (lock.kind !== 'taken') return
  try {
    const info = host.lstat(path)
    if (info?.kind !== 'file' || info.size + coming <= maxBytes) return
    for (let number = keep; number > 1; number--) {
      const older = `${path}.${number - 1}`
      if (host.lstat(older)) host.rename(older, `${path}.${number}`)
    }
    host.rename(path, `${path}.1`)
  } catch {
    // On Windows a file that somebody has open can't be renamed: next time.
  } finally {
    lock.release()
  }
}

/** The files of a log that are there, the oldest records first. */
export function logFiles(host: Host, path: string): string[] {
  const folder = parentOf(path) ?? '/'
  const name = baseName(path)
  const names = host.list(folder) ?? []
  const numbers = names
    .filter((one) => one.startsWith(`${name}.`) && /^[1-9]\d{0,5}$/.test(one.slice(name.length + 1)))
    .map((one) => Number(one.slice(name.length + 1)))
    .sort((a, b) => b - a)
  const rotated = numbers.map((number) => joinPath(folder, `${name}.${number}`))
  return names.includes(name) ? [...rotated, path] : rotated
}
