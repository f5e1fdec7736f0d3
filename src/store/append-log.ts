import { type Host, HostError } from '../host/host.ts'
import { ignoresCase } from '../paths/project.ts'
import { baseName, isWithin, joinPath, parentOf } from '../paths/written.ts'

/** When a log is renamed, and what becomes of what was renamed. */
export interface Rotation {
  /** At this size the file becomes `<path>.1`, and what was that `<path>.2`. 0: never. */
  readonly maxBytes: number
  /** How many of those are kept. */
  readonly keep: number
  /** It does so too when its last record is of an earlier day (UTC). */
  readonly daily?: boolean
  /** Renamed files that were last written longer ago are removed. 0: never. */
  readonly keepDays?: number
  /** Renamed files are compressed, by a process of its own. */
  readonly gzip?: boolean
}

export interface LogFile extends Rotation {
  /** Absolute, in our form. */
  readonly path: string
  /** A folder that the file may not leave, not even through links. Undefined: it may lie anywhere. */
  readonly within?: string
}

const DAY_MS = 86_400_000

/**
 * Appends whole lines to a log, in one write. Missing folders are made, for the user alone.
 * Throws a HostError when nothing was written, with what is wrong in words.
 */
export async function appendLog(host: Host, file: LogFile, lines: string): Promise<void> {
  const path = placeOf(host, file)
  if (isDue(host, path, lines.length, file)) {
    const { rotate } = await import('./rotate.ts')
    await rotate(host, path, lines.length, file)
  }
  host.append(path, lines, 0o600)
}

/** Where the log really is; its folder is made if need be. Throws a HostError. */
export function placeOf(host: Host, file: LogFile): string {
  return joinPath(realFolder(host, file), baseName(file.path))
}

/** True when the log has to be renamed before `coming` bytes more. */
export function isDue(host: Host, path: string, coming: number, { maxBytes, daily }: Rotation): boolean {
  if (maxBytes === 0 && !daily) return false
  const info = host.lstat(path)
  if (info?.kind !== 'file' || info.size === 0) return false
  if (maxBytes > 0 && info.size + coming > maxBytes) return true
  // Days are those of UTC, as in the records.
  return daily === true && Math.floor(info.modified / DAY_MS) < Math.floor(host.now() / DAY_MS)
}

/** The folder of the file without links, made if need be. */
function realFolder(host: Host, file: LogFile): string {
  const folder = parentOf(file.path) ?? '/'
  const limit = file.within === undefined ? undefined : realOrThrow(host, file.within)
  const real = host.realpath(folder)
  if (real !== undefined) return allowed(host, real, file, limit)
  // Looked at before the rest is made: a link further up must not have folders made elsewhere.
  for (let above = parentOf(folder); above !== undefined; above = parentOf(above)) {
    const known = host.realpath(above)
    if (known === undefined) continue
    allowed(host, known, file, limit)
    break
  }
  host.makeDirectory(folder, 0o700)
  if (file.within !== undefined) keepOutOfGit(host, folder)
  const made = host.realpath(folder)
  // Not there all the same: appending says so, and a host that only tells goes on.
  return made === undefined ? folder : allowed(host, made, file, limit)
}

/**
 * A folder that we make is not a change of the project: without this the log's first record
 * would make a clean tree unclean, for the gates as for the user.
 */
function keepOutOfGit(host: Host, folder: string): void {
  try {
    host.create(joinPath(folder, '.gitignore'), '*\n', 0o600)
  } catch {
    // The record matters more.
  }
}

function realOrThrow(host: Host, folder: string): string {
  const real = host.realpath(folder)
  if (real === undefined) throw new HostError('ENOENT', `the folder ${folder} does not exist`)
  return real
}

function allowed(host: Host, real: string, file: LogFile, limit: string | undefined): string {
  if (limit === undefined || isWithin(real, limit, ignoresCase(host))) return real
  throw new HostError(
    'ELOOP',
    `a symbolic link leads from ${parentOf(file.path)} to ${real}, outside ${limit}`,
  )
}
