import type { Host } from '../host/host.ts'
import { joinPath, parentOf } from '../paths/written.ts'
import { wordTable } from '../text/word-table.ts'
import { scriptsIn } from './package-json.ts'
import { scriptNames } from './script-names.ts'

const MAX_BYTES = 64 * 1024
const PACKAGE_MANAGERS = wordTable('npm pnpm yarn bun')

/**
 * The shell texts that scripts of package.json would run for this command of plain words, found
 * without the shell reader, so that `npm test` costs no more than other calls. Undefined: not
 * certain (another runner, options in front of the name, a folder that is not `cwd`).
 */
export function scriptTexts(
  [program = '', first, second]: readonly string[],
  cwd: string,
  host: Pick<Host, 'stat' | 'readFile'>,
): readonly string[] | undefined {
  if (!PACKAGE_MANAGERS.has(program) || first?.startsWith('-')) return undefined
  const { names, taken } = scriptNames(program, first, second)
  if (taken === 2 && second?.startsWith('-')) return undefined
  if (names.length === 0) return []
  for (let folder: string | undefined = cwd; folder !== undefined; folder = parentOf(folder)) {
    const file = joinPath(folder, 'package.json')
    const info = host.stat(file)
    if (info?.kind !== 'file') continue
    if (info.size > MAX_BYTES) return undefined
    const scripts = scriptsIn(new TextDecoder().decode(host.readFile(file, MAX_BYTES)), 'package.json')
    const wanted = new Set(names.flatMap((name) => [`pre${name}`, name, `post${name}`]))
    return [...wanted].flatMap((name) => (Object.hasOwn(scripts, name) ? [scripts[name] ?? ''] : []))
  }
  return []
}
