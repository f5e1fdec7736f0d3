import type { Host } from '../host/host.ts'
import { isAbsolute, isWithin, joinPath, parentOf, resolvePath } from '../paths/written.ts'

/** Where projects keep their own programs, seen from any folder of theirs. */
const LOCAL = ['node_modules/.bin', '.venv/bin', 'venv/bin', 'vendor/bin']
const LOCAL_WINDOWS = ['node_modules/.bin', '.venv/Scripts', 'venv/Scripts', 'vendor/bin']

export interface Where {
  /** The folder from which the project's own programs are looked for, upward. */
  readonly from: string
  /** The last folder of that way; nothing above it counts. */
  readonly root: string
}

/**
 * The program `name` as an absolute path: the project's own copy nearest above `from`, else
 * the one in PATH. A name with a slash is a path from `from`. Undefined: there is none.
 * Nothing is ever downloaded. Entries of PATH that are not absolute are left out, since
 * they would mean another program in every folder.
 */
export function findProgram(host: Host, name: string, where: Where): string | undefined {
  const windows = host.platform === 'win32'
  if (/[\\/]/.test(name)) return programFile(host, name, where.from)
  for (let folder: string | undefined = where.from; folder !== undefined; folder = parentOf(folder)) {
    for (const local of windows ? LOCAL_WINDOWS : LOCAL) {
      const found = runnable(host, joinPath(folder, `${local}/${name}`))
      if (found !== undefined) return found
    }
    if (folder === where.root || !isWithin(folder, where.root, false)) break
  }
  return inPath(host, name)
}

/** A program as a shell would find it from the folder `from`, in the project's own folders or not. */
export function programFile(host: Host, name: string, from: string): string | undefined {
  return /[\\/]/.test(name)
    ? runnable(host, resolvePath(from, name, host.platform === 'win32'))
    : inPath(host, name)
}

/** The first program `name` in PATH that suits; undefined when there is none. */
export function inPath(
  host: Host,
  name: string,
  suits: (path: string) => boolean = () => true,
): string | undefined {
  const windows = host.platform === 'win32'
  const path = host.env('PATH') ?? host.env('Path') ?? ''
  for (const folder of path.split(windows ? ';' : ':')) {
    if (!isAbsolute(folder, windows)) continue
    const found = runnable(host, joinPath(resolvePath('/', folder, windows), name))
    if (found !== undefined && suits(found)) return found
  }
  return undefined
}

function runnable(host: Host, path: string): string | undefined {
  // Windows starts only real executables without a shell; .cmd files are left out.
  const candidates = host.platform === 'win32' && !/\.exe$/i.test(path) ? [`${path}.exe`] : [path]
  return candidates.find((candidate) => {
    const info = host.stat(candidate)
    return info?.kind === 'file' && (host.platform === 'win32' || (info.mode & 0o111) !== 0)
  })
}
