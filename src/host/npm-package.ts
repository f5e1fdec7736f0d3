import { isAbsolute, joinPath, resolvePath } from '../paths/written.ts'
import { inPath } from '../process/program.ts'
import type { Host } from './host.ts'

/**
 * How the npm package's `hookbox` is started: the first words of its argv. Undefined when PATH
 * has none.
 */
export function packageProgram(host: Host): string[] | undefined {
  if (host.platform === 'win32') return packageOnWindows(host)
  // The native program may be in PATH itself; the package's is a script.
  const program = inPath(host, 'hookbox', (path) => isScript(host, path))
  return program === undefined ? undefined : [program]
}

/** npm puts `hookbox.cmd` into a folder of PATH, which starts Node with the script in node_modules beside it. */
function packageOnWindows(host: Host): string[] | undefined {
  const node = inPath(host, 'node')
  if (node === undefined) return undefined
  for (const folder of (host.env('PATH') ?? '').split(';')) {
    if (!isAbsolute(folder, true)) continue
    const script = joinPath(resolvePath('/', folder, true), 'node_modules/hookbox/bin/hookbox')
    if (isScript(host, script)) return [node, script]
  }
  return undefined
}

function isScript(host: Host, path: string): boolean {
  try {
    const [first, second] = host.readFile(path, 2)
    return first === 0x23 && second === 0x21 // #!
  } catch {
    return false
  }
}
