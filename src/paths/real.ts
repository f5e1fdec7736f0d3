import type { Host } from '../host/host.ts'
import { baseName, isAbsolute, joinPath, parentOf, resolvePath } from './written.ts'

/**
 * Where a written path leads on the disk: symbolic links resolved part by part, `..` taken
 * from where the link led, as the system does it. What does not exist yet is kept as text
 * behind its longest existing parent. The last part is not followed unless `followLast`:
 * deleting a link is not deleting its target. `base` has to be absolute and normalised.
 */
export function realTarget(
  host: Host,
  base: string,
  written: string,
  options: { readonly followLast: boolean; readonly windows: boolean },
): string {
  const { windows } = options
  const text = windows ? written.replaceAll('\\', '/') : written
  const root = isAbsolute(text, windows) ? rootOf(text, windows) : undefined
  const start = root === undefined ? base : resolvePath(base, `${root}/`, windows)
  const rest = root === undefined ? text : text.slice(root.length)
  const parts = rest.split('/').filter((part) => part !== '' && part !== '.')
  let real = realOf(host, start, windows)
  for (const [index, part] of parts.entries()) {
    if (part === '..') {
      real = parentOf(real) ?? real
      continue
    }
    const next = resolvePath(real, part, windows)
    real = index === parts.length - 1 && !options.followLast ? next : realOf(host, next, windows)
  }
  return real
}

/** The path without links; where it does not exist, its longest existing parent without links + the rest. */
export function realOf(host: Host, path: string, windows: boolean): string {
  const real = host.realpath(path)
  if (real !== undefined) return resolvePath('/', real, windows)
  const parent = parentOf(path)
  return parent === undefined ? path : joinPath(realOf(host, parent, windows), baseName(path))
}

function rootOf(text: string, windows: boolean): string {
  const drive = windows ? /^(?:[A-Za-z]:\/?|\/[A-Za-z](?=\/|$))/.exec(text) : null
  return drive ? drive[0] : '/'
}
