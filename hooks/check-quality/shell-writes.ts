import type { Event } from '../../src/event.ts'
import type { Host } from '../../src/host/host.ts'
import { baseName, resolvePath } from '../../src/paths/written.ts'
import type { Command, Word } from '../../src/shell/command.ts'
import { readEventCommands } from '../../src/shell/event.ts'
import { patchedFiles } from '../../src/text/patched-files.ts'

/** More files than this a command does not write by name. */
const MAX_FILES = 20

/**
 * The files that a shell command has written, absolute, as far as its text says which:
 * redirections and the programs below. What it wrote elsewhere (another machine, a container)
 * and what its text does not name is left out.
 */
export async function shellWrites(event: Event, host: Host): Promise<string[]> {
  const reading = await readEventCommands(event, host)
  const files = new Set<string>()
  for (const command of reading?.commands ?? []) {
    if (command.cwd === undefined || command.via.some(({ elsewhere }) => elsewhere)) continue
    for (const path of [...redirected(command), ...byProgram(command)]) {
      // A device is no file that anybody checks.
      if (!path.startsWith('/dev/')) files.add(resolvePath(command.cwd, path, host.platform === 'win32'))
    }
  }
  return [...files].slice(0, MAX_FILES)
}

function redirected({ redirects }: Command): string[] {
  return known(redirects.flatMap(({ writes, target }) => (writes && target ? [target] : [])))
}

function byProgram({ argv, input }: Command): string[] {
  const [program, ...words] = argv
  const options = words.filter(({ value }) => value?.startsWith('-') === true)
  const operands = words.filter(({ value }) => value?.startsWith('-') !== true)
  const has = (pattern: RegExp) => options.some(({ value }) => pattern.test(value ?? ''))
  switch (baseName(program?.value ?? '')) {
    case 'tee':
      return known(operands)
    case 'sed':
      // Without -e or -f the first operand is the script.
      if (!has(/^(?:-[a-zA-Z]*i|--in-place)/)) return []
      return known(has(/^(?:-[a-zA-Z]*[ef]$|--expression|--file)/) ? operands : operands.slice(1))
    case 'perl':
      return has(/^-[a-zA-Z]*i/) ? known(operands) : []
    case 'cp':
    case 'mv':
    case 'install':
      return moved(known(operands))
    case 'apply_patch':
    case 'patch':
      return patchedFiles([input ?? '', ...known(operands)].join('\n'))
    default:
      return []
  }
}

/** `cp a b`: b, or b/a where b is a folder. Which of the two is there shows the disk. */
function moved(operands: readonly string[]): string[] {
  const target = operands.at(-1)
  const sources = operands.slice(0, -1)
  if (target === undefined || sources.length === 0) return []
  return [target, ...sources.map((source) => `${target}/${baseName(source)}`)]
}

function known(words: readonly Word[]): string[] {
  return words.flatMap(({ value }) => (value === undefined || value === '' ? [] : [value]))
}
