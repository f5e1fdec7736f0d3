import type { Host } from '../../../src/host/host.ts'
import { joinPath, parentOf, resolvePath } from '../../../src/paths/written.ts'
import { justText, readJustfile } from '../../../src/tasks/justfile.ts'
import { readMakefile, recipeOf } from '../../../src/tasks/makefile.ts'
import { scriptText } from '../../../src/tasks/package-json.ts'
import { taskfileIncludes, taskfileText } from '../../../src/tasks/taskfile.ts'
import { quoted } from '../../../src/tasks/text.ts'
import type { Argument } from '../call.ts'
import { JUST, MAKE, textAt, withIncludes } from './includes.ts'
import { nearestScripts } from './package-json.ts'
import type { Runner } from './table.ts'

const TASKFILES = ['Taskfile.yml', 'taskfile.yml', 'Taskfile.yaml', 'taskfile.yaml', 'Taskfile.dist.yml']

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
      const makefile = readMakefile(withIncludes(text.text, text.path, folder, MAKE, host))
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
      return fromJustfile(text, name, args, host)
    }
    case 'task': {
      const text = nearestFile(host, folder, file === undefined ? TASKFILES : [file], true)
      const task = name ? name.value : 'default'
      if (!text || task === undefined) return undefined
      return fromTaskfile(text, task, given, host)
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

function fromJustfile(
  { text, path, directory }: Found,
  name: Argument | undefined,
  args: readonly Argument[],
  host: Host,
): Body | undefined {
  const justfile = readJustfile(withIncludes(text, path, directory, JUST, host))
  // The default one is of the file itself, not of one that it imports.
  const written = name ? name.value : readJustfile(text).first
  if (written === undefined) return undefined
  // `just shop::deploy` and `just shop deploy` run a recipe of a module.
  const [module = '', ...inner] = written.split('::')
  const isModule = justfile.modules.has(module) && (inner.length > 0 || args.length > 0)
  if (!isModule) return { body: justText(justfile, written, args), directory, name: written }
  const found = moduleFile(justfile.modules.get(module), module, directory, host)
  const [first, ...others] = args
  const recipe = inner.length > 0 ? { value: inner.join('::'), source: written, open: false } : first
  const body = found && fromJustfile(found, recipe, inner.length > 0 ? args : others, host)
  return body && { ...body, name: `${module} ${body.name ?? ''}`.trim() }
}

/** A module's file: as it is written, or by its name (just.systems, "Modules"). */
function moduleFile(
  written: string | undefined,
  module: string,
  directory: string,
  host: Host,
): Found | undefined {
  const names =
    written === undefined
      ? [`${module}.just`, `${module}/mod.just`, `${module}/justfile`, `${module}/.justfile`]
      : [written, `${written}/mod.just`, `${written}/justfile`]
  for (const name of names) {
    const path = resolvePath(directory, name, host.platform === 'win32')
    const text = textAt(path, host)
    if (text !== undefined) return { text, path, directory: parentOf(path) ?? directory }
  }
  return undefined
}

/** How far Taskfiles include each other. */
const MAX_INCLUDES = 5

function fromTaskfile(
  { text, directory }: Found,
  task: string,
  given: (variable: string) => string | undefined,
  host: Host,
  depth = 0,
): Body {
  const body = taskfileText(text, task, given)
  const [namespace = '', ...inner] = task.split(':')
  if (body !== undefined || inner.length === 0 || depth >= MAX_INCLUDES)
    return { body, directory, name: task }
  const include = taskfileIncludes(text).get(namespace)
  const windows = host.platform === 'win32'
  const path = include && resolvePath(directory, include.file, windows)
  const names = path === undefined ? [] : [path, ...TASKFILES.map((name) => joinPath(path, name))]
  for (const name of names) {
    const included = textAt(name, host)
    if (included === undefined) continue
    // Included tasks run in the folder of the outer Taskfile, unless they have one of their own.
    const folder = include?.folder === undefined ? directory : resolvePath(directory, include.folder, windows)
    const found = { text: included, path: name, directory: parentOf(name) ?? directory }
    return { ...fromTaskfile(found, inner.join(':'), given, host, depth + 1), directory: folder, name: task }
  }
  return { body, directory, name: task }
}

interface Found {
  readonly text: string
  readonly path: string
  readonly directory: string
}

function nearestFile(host: Host, from: string, names: readonly string[], upward: boolean): Found | undefined {
  for (let folder: string | undefined = from; folder !== undefined; folder = parentOf(folder)) {
    for (const name of names) {
      const path = name.includes('/')
        ? resolvePath(folder, name, host.platform === 'win32')
        : joinPath(folder, name)
      const text = textAt(path, host)
      if (text !== undefined) return { text, path, directory: folder }
    }
    if (!upward) return undefined
  }
  return undefined
}
