import type { Host } from '../../../src/host/host.ts'
import { joinPath, parentOf, resolvePath } from '../../../src/paths/written.ts'
import { justText, readJustfile } from '../../../src/tasks/justfile.ts'
import { readMakefile, recipeOf } from '../../../src/tasks/makefile.ts'
import { scriptText } from '../../../src/tasks/package-json.ts'
import { taskfileText } from '../../../src/tasks/taskfile.ts'
import { quoted } from '../../../src/tasks/text.ts'
import type { Argument } from '../call.ts'
import { nearestScripts } from './package-json.ts'
import type { Runner } from './table.ts'

/** What a task's own file says about it. */
export interface Body {
  readonly body: string | undefined
  readonly directory: string
  readonly name?: string | undefined
}

/** Looks a task up in the runner's file. Undefined: there is no such file, or the runner has none that is read. */
export function bodyOf(
  runner: Runner,
  name: Argument | undefined,
  args: readonly Argument[],
  given: (variable: string) => string | undefined,
  folder: string,
  file: string | undefined,
  host: Host,
): Body | undefined {
  switch (runner.source) {
    case 'make': {
      const text = nearestFile(
        host,
        folder,
        file === undefined ? ['GNUmakefile', 'makefile', 'Makefile'] : [file],
        false,
      )
      if (!text) return undefined
      const makefile = readMakefile(text.text)
      const target = name ? name.value : makefile.first
      if (target === undefined) return undefined
      return { body: recipeOf(makefile, target, given), directory: folder, name: target }
    }
    case 'just': {
      const text = nearestFile(
        host,
        folder,
        file === undefined ? ['justfile', '.justfile', 'Justfile'] : [file],
        true,
      )
      if (!text) return undefined
      const justfile = readJustfile(text.text)
      const recipe = name ? name.value : justfile.first
      if (recipe === undefined) return undefined
      return { body: justText(justfile, recipe, args), directory: text.directory, name: recipe }
    }
    case 'task': {
      const text = nearestFile(
        host,
        folder,
        file === undefined
          ? ['Taskfile.yml', 'taskfile.yml', 'Taskfile.yaml', 'taskfile.yaml', 'Taskfile.dist.yml']
          : [file],
        true,
      )
      const task = name ? name.value : 'default'
      if (!text || task === undefined) return undefined
      return { body: taskfileText(text.text, task, given), directory: text.directory, name: task }
    }
    case undefined:
      return undefined
    default: {
      const scripts = nearestScripts(host, folder, runner.source)
      if (!scripts || name?.value === undefined) return undefined
      const body = scriptText(scripts.scripts, name.value, args.map(quoted).join(' '))
      return { body, directory: scripts.directory }
    }
  }
}

const MAX_BYTES = 256 * 1024

function nearestFile(
  host: Host,
  from: string,
  names: readonly string[],
  upward: boolean,
): { readonly text: string; readonly directory: string } | undefined {
  for (let folder: string | undefined = from; folder !== undefined; folder = parentOf(folder)) {
    for (const name of names) {
      const path = name.includes('/')
        ? resolvePath(folder, name, host.platform === 'win32')
        : joinPath(folder, name)
      if (host.stat(path)?.kind !== 'file') continue
      return { text: new TextDecoder().decode(host.readFile(path, MAX_BYTES)), directory: folder }
    }
    if (!upward) return undefined
  }
  return undefined
}
