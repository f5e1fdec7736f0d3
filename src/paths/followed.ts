import type { Host } from '../host/host.ts'
import { isAbsolute, joinPath, parentOf, resolvePath } from './written.ts'

/** As many links as Linux follows in one path. */
const MAX_LINKS = 40

/**
 * Where a written path leads on the disk when it is opened: links resolved part by part, also
 * the last one and also when it points at nothing yet (a write through it makes its target);
 * `..` taken from where the link before it led. What does not exist is kept as text. `base` has
 * to be absolute and normalised. One look at the disk when the path exists.
 */
export function followed(host: Host, base: string, written: string, windows: boolean): string {
  const text = windows ? resolvePath(base, written, true) : written
  const whole = isAbsolute(text, windows) ? text : joinPath(base, text)
  const found = host.realpath(whole)
  if (found !== undefined) return resolvePath('/', found, windows)
  const beside = inFolder(host, whole, windows)
  if (beside !== undefined) return beside
  const root = resolvePath('/', whole.slice(0, windows ? 3 : 1), windows)
  const parts = whole.slice(root.length).split('/')
  let real = root
  let links = 0
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    if (part === '' || part === '.') continue
    if (part === '..') {
      real = parentOf(real) ?? real
      continue
    }
    const next = joinPath(real, part)
    const there = host.realpath(next)
    const target = there === undefined && links < MAX_LINKS ? host.readLink(next) : undefined
    if (target === undefined) {
      real = there === undefined ? next : resolvePath('/', there, windows)
      continue
    }
    links++
    if (isAbsolute(target, windows)) real = root
    parts.unshift(...(windows ? target.replaceAll('\\', '/') : target).split('/'))
  }
  return real
}

/** A plain path that does not exist, in a folder that does: two looks, however deep it is. */
function inFolder(host: Host, whole: string, windows: boolean): string | undefined {
  if (windows || /\/\.{0,2}(?:\/|$)/.test(whole)) return undefined
  const at = whole.lastIndexOf('/')
  const folder = host.realpath(at === 0 ? '/' : whole.slice(0, at))
  if (folder === undefined) return undefined
  const next = joinPath(folder, whole.slice(at + 1))
  return host.readLink(next) === undefined ? next : undefined
}
