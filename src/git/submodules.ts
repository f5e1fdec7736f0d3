import type { Host } from '../host/host.ts'
import { readText } from '../host/read-text.ts'
import { isWithin, joinPath, resolvePath } from '../paths/written.ts'

/**
 * The submodules that are checked out, by `.gitmodules`, as paths from the root. `git status`
 * looks into them by itself, but then runs the filters that their own configuration names: ask
 * it with `--ignore-submodules=dirty`, and each of these on its own (src/git/compare.ts).
 */
export function submodules(host: Host, root: string): string[] {
  const text = readText(host, joinPath(root, '.gitmodules')) ?? ''
  const paths = [...text.matchAll(/^\s*path\s*=\s*"?(.*?)"?\s*$/gm)].map((match) => match[1] ?? '')
  return paths.filter((path) => {
    const within = resolvePath(root, path, host.platform === 'win32')
    return within !== root && isWithin(within, root, false) && host.stat(joinPath(within, '.git'))
  })
}
