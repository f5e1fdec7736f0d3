import * as fs from 'node:fs'
import * as path from 'node:path'

/** Which program a harness's settings start, and how its path is written there. */
export interface Engine {
  /** `node`, or the native binary. */
  readonly kind: 'node' | 'native'
  /** The words before `run` or a hook's name: a program and, for Node, the launcher. */
  readonly words: readonly [program: string, ...rest: string[]]
  /** Whether the words mean the same on the machines of everybody who has the project. */
  readonly portable: boolean
}

/** Where this copy of hookbox lies: the folder that holds `bin`. */
export function packageRoot(): string {
  const script = process.argv[1] ?? ''
  return path.dirname(path.dirname(fs.realpathSync(script)))
}

/**
 * The program to write into settings. Of `shared` settings, which others have too, the path is
 * written from the project's folder when hookbox is installed in it; otherwise it is absolute,
 * so that it holds whatever the harness's PATH and cwd are. HOOKBOX_ENGINE=node keeps the native
 * program out.
 */
export function findEngine(root: string, shared: boolean, project: string): Engine {
  const native = path.join(root, 'dist/native', `${process.platform}-${process.arch}`, binaryName())
  const inProject = shared ? relativeInside(root, project) : undefined
  const at = (file: string) =>
    inProject === undefined
      ? slashes(file)
      : `\${CLAUDE_PROJECT_DIR}/${[inProject, slashes(path.relative(root, file))].filter((part) => part !== '').join('/')}`
  // What was built for this machine is of no use to those with another.
  const mayBeNative = !shared && process.env['HOOKBOX_ENGINE'] !== 'node'
  if (mayBeNative && isExecutable(native))
    return { kind: 'native', words: [slashes(native)], portable: false }
  const launcher = at(path.join(root, 'bin/hookbox'))
  return {
    kind: 'node',
    words: [shared ? 'node' : slashes(process.execPath), launcher],
    portable: inProject !== undefined,
  }
}

function binaryName(): string {
  return process.platform === 'win32' ? 'hookbox.exe' : 'hookbox'
}

function isExecutable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK)
    return fs.statSync(file).isFile()
  } catch {
    return false
  }
}

/** The way from the project's folder to what is in it, through the links as they are. */
function relativeInside(root: string, project: string): string | undefined {
  // npm links a package of the same workspace, but node_modules/hookbox is in the project all the same.
  const installed = path.join(project, 'node_modules/hookbox')
  if (sameFolder(installed, root)) return 'node_modules/hookbox'
  const relative = path.relative(realOr(project), realOr(root))
  return relative.startsWith('..') || path.isAbsolute(relative) ? undefined : slashes(relative)
}

function sameFolder(a: string, b: string): boolean {
  try {
    return fs.realpathSync(a) === fs.realpathSync(b)
  } catch {
    return false
  }
}

function realOr(folder: string): string {
  try {
    return fs.realpathSync(folder)
  } catch {
    return folder
  }
}

export function slashes(file: string): string {
  return path.sep === '\\' ? file.replaceAll('\\', '/') : file
}
