import type { Host } from '../host/host.ts'
import { pathMatcher } from './glob.ts'
import { ignoresCase } from './project.ts'

/**
 * True when the project at `root` is one of those that the user chose by globs (the option
 * `onlyIn`); without globs every project is. Both the path as it is written and the real one
 * have to be chosen, so that a link in a chosen folder does not bring in what it points to.
 */
export async function isChosen(host: Host, root: string, globs: readonly string[]): Promise<boolean> {
  if (globs.length === 0) return true
  const chosen = await pathMatcher(globs, { base: '/', home: host.home(), ignoreCase: ignoresCase(host) })
  return chosen(root) && chosen(host.realpath(root) ?? root)
}
