/**
 * Paths as text: written with either separator, turned into one form. Inside hookbox all
 * paths use `/`, on Windows too (`C:/x`, `//server/share/x`); every system accepts that.
 * Nothing here looks at the disk.
 */

/** True for `/x`, `C:/x`, `C:\x` and `\\server\share`. */
export function isAbsolute(path: string, windows: boolean): boolean {
  return path.startsWith('/') || (windows && /^(?:[A-Za-z]:[\\/]|\\)/.test(path))
}

/**
 * The absolute path that `path` means from `base`, without `.`, `..`, doubled and trailing
 * slashes. `..` is taken textually; see `realTarget` for what the disk makes of it.
 * On Windows backslashes separate, and trailing dots and spaces and a `:stream` go from each
 * part, as that system ignores them.
 */
export function resolvePath(base: string, path: string, windows: boolean): string {
  if (!windows && isPlain(path)) return path
  const from = windows ? base.replaceAll('\\', '/') : base
  let to = windows ? path.replaceAll('\\', '/') : path
  // Git Bash writes C:/x as /c/x.
  if (windows && path.startsWith('/')) to = to.replace(/^\/([A-Za-z])(?=\/|$)/, '$1:/')
  const whole = isAbsolute(to, windows)
    ? to.startsWith('/') && windows
      ? driveOf(from) + to
      : to
    : `${from}/${to}`
  if (!windows && isPlain(whole)) return whole
  const { root, rest } = splitRoot(whole, windows)
  const parts: string[] = []
  for (const written of rest.split('/')) {
    const part = windows ? windowsName(written) : written
    if (part === '' || part === '.') continue
    if (part === '..') parts.pop()
    else parts.push(part)
  }
  return root + parts.join('/')
}

/** True for an absolute path with nothing to be resolved; not for every one of them. */
function isPlain(path: string): boolean {
  return path[0] === '/' && !path.includes('//') && !path.includes('/.') && !path.endsWith('/')
}

/** `base` + one relative path that holds no `..`; both in our form already. */
export function joinPath(base: string, relative: string): string {
  return base.endsWith('/') ? base + relative : `${base}/${relative}`
}

/** The folder that holds the path; undefined for a root. */
export function parentOf(path: string): string | undefined {
  if (path[0] === '/' && path[1] !== '/') {
    return path === '/' ? undefined : path.slice(0, path.lastIndexOf('/')) || '/'
  }
  const { root, rest } = splitRoot(path, hasDrive(path))
  if (rest === '') return undefined
  const at = rest.lastIndexOf('/')
  return root + (at < 0 ? '' : rest.slice(0, at))
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** True when `path` is `folder` or inside it. Compares whole parts: /repo2 is not in /repo. */
export function isWithin(path: string, folder: string, ignoreCase: boolean): boolean {
  const a = ignoreCase ? path.toLowerCase() : path
  const b = ignoreCase ? folder.toLowerCase() : folder
  return a.startsWith(b) && (a.length === b.length || a[b.length] === '/' || b.endsWith('/'))
}

/** `path` as seen from `folder`; undefined when it is not inside. '' for the folder itself. */
export function relativeTo(path: string, folder: string, ignoreCase: boolean): string | undefined {
  if (!isWithin(path, folder, ignoreCase)) return undefined
  return path.slice(folder.endsWith('/') ? folder.length : folder.length + 1)
}

function splitRoot(path: string, windows: boolean): { root: string; rest: string } {
  if (windows) {
    const drive = /^([A-Za-z]:)\/?/.exec(path)
    if (drive) return { root: `${drive[1]?.toUpperCase()}/`, rest: path.slice(drive[0].length) }
    const share = /^\/\/[^/]+\/[^/]+\/?/.exec(path)
    if (share) return { root: `${share[0].replace(/\/$/, '')}/`, rest: path.slice(share[0].length) }
  }
  let start = 0
  while (path[start] === '/') start++
  return { root: '/', rest: path.slice(start) }
}

// Without an expression: this is on the path of every call, and the engine compiles each one anew.
function hasDrive(path: string): boolean {
  const letter = path.charCodeAt(0) | 0x20
  return path[1] === ':' && letter >= 0x61 && letter <= 0x7a
}

function driveOf(path: string): string {
  return path.startsWith('//') ? '' : (/^[A-Za-z]:/.exec(path)?.[0] ?? '')
}

function windowsName(part: string): string {
  if (/^\.{1,2}$/.test(part)) return part
  const stream = /^[A-Za-z]:$/.test(part) ? -1 : part.indexOf(':')
  return (stream > 0 ? part.slice(0, stream) : part).replace(/[. ]+$/, '')
}
