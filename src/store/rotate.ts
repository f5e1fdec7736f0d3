import type { Host } from '../host/host.ts'
import { baseName, joinPath, parentOf } from '../paths/written.ts'
import { isDue, type Rotation } from './append-log.ts'
import { takeLockFile } from './lock.ts'

/** Far longer than it takes; older locks were left by a process that died. */
export const ROTATION_STALE_MS = 30_000
const DAY_MS = 86_400_000

/** The file that holds who may rotate the log at `path`, or put a compressed file in the place of another. */
export const rotationLock = (path: string): string => `${path}.lock`

/**
 * Makes `<path>` to `<path>.1`, `.1` to `.2` and so on up to `keep`; what was the last is gone, and
 * so is what was last written more than `keepDays` ago. One process at a time does it. Who finds
 * it busy, or finds that it was done just now, goes on and appends: a log a little too large is
 * no harm, a lost one is. A process that had opened the file before appends to `.1`, which is the
 * same file. Returns how many files were removed; undefined when it was not done. Never throws.
 */
export async function rotate(
  host: Host,
  path: string,
  coming: number,
  rules: Rotation,
): Promise<number | undefined> {
  const lock = await takeLockFile(host, rotationLock(path), { waitMs: 0, staleMs: ROTATION_STALE_MS })
  if (lock.kind !== 'taken') return undefined
  let removed = 0
  try {
    if (!isDue(host, path, coming, rules)) return undefined
    for (const { file, number, ending } of rotatedFiles(host, path)) {
      if (number >= rules.keep || isOld(host, file, rules)) removed += host.remove(file) ? 1 : 0
      else host.rename(file, `${path}.${number + 1}${ending}`)
    }
    host.rename(path, `${path}.1`)
  } catch {
    return undefined // On Windows a file that somebody has open can't be renamed: next time.
  } finally {
    lock.release()
  }
  if (rules.gzip) await host.startOwn(['audit', 'compress', path])
  return removed
}

function isOld(host: Host, file: string, { keepDays = 0 }: Rotation): boolean {
  const info = host.lstat(file)
  return keepDays > 0 && info !== undefined && host.now() - info.modified > keepDays * DAY_MS
}

interface RotatedFile {
  readonly file: string
  readonly number: number
  /** '.gz' when it is compressed. */
  readonly ending: string
}

/** The renamed files of a log that are there, the oldest records first. */
export function rotatedFiles(host: Host, path: string): RotatedFile[] {
  const folder = parentOf(path) ?? '/'
  const name = baseName(path)
  const found = (host.list(folder) ?? []).flatMap((one) => {
    const match = one.startsWith(`${name}.`)
      ? /^([1-9]\d{0,5})(\.gz)?$/.exec(one.slice(name.length + 1))
      : null
    return match ? [{ file: joinPath(folder, one), number: Number(match[1]), ending: match[2] ?? '' }] : []
  })
  // Of both there is the plain one for a moment only, while it is replaced.
  const plain = new Set(found.filter(({ ending }) => ending === '').map(({ number }) => number))
  return found
    .filter(({ number, ending }) => ending === '' || !plain.has(number))
    .sort((a, b) => b.number - a.number)
}

/** The files of a log that are there, the oldest records first. */
export function logFiles(host: Host, path: string): string[] {
  const rotated = rotatedFiles(host, path).map(({ file }) => file)
  return host.lstat(path) ? [...rotated, path] : rotated
}
