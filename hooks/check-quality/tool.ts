import type { Folder } from '../../src/paths/folder.ts'
import type { Reader } from './read-output.ts'

/** A linter or formatter that is run when a project's own files configure it. */
export interface Tool {
  /** What messages and the option `skip` call it. */
  readonly name: string
  readonly program: string
  /** File names it is for. */
  readonly files: RegExp
  /** True when this folder configures it; the nearest such folder above a file counts. */
  readonly isConfigured: (folder: Folder) => boolean
  /** Arguments that check, without changing anything. */
  readonly check: (target: Target) => readonly string[]
  /** Arguments that rewrite the file without removing code, as far as the tool can be told. */
  readonly fix?: (target: Target) => readonly string[]
  /** Arguments that also remove what is not used (imports): at the end of a turn. Default: `fix`. */
  readonly tidy?: (target: Target) => readonly string[]
  /** Arguments that only format: when a `fix` was taken back because it removed imports. */
  readonly format?: (target: Target) => readonly string[]
  /** The file's text goes to standard input, and with `fix` the new text comes from its output. */
  readonly filter?: boolean
  readonly read: Reader
  /** It reads the whole project: only on demand. */
  readonly slow?: boolean
}

interface Target {
  /** Absolute. */
  readonly file: string
  /** The folder that configures the tool; it runs there. */
  readonly folder: Folder
}

/** One of the names is in the folder. */
export function has(...names: readonly string[]): (folder: Folder) => boolean {
  return (folder) => names.some((name) => folder.names.has(name))
}

/** A name in the folder matches. */
export function hasLike(pattern: RegExp): (folder: Folder) => boolean {
  return (folder) => [...folder.names].some((name) => pattern.test(name))
}

/** pyproject.toml has the table or one below it. */
export function pyproject(table: string): (folder: Folder) => boolean {
  const header = new RegExp(`^\\s*\\[+${table.replaceAll('.', '\\.')}[\\].]`, 'm')
  return (folder) => header.test(folder.read('pyproject.toml'))
}

/** One of the files has the section `[name]` or one below it, `[name:more]`. */
export function inSection(name: string, ...files: readonly string[]): (folder: Folder) => boolean {
  const header = new RegExp(`^\\[${name}[\\]:-]`, 'm')
  return (folder) => files.some((file) => header.test(folder.read(file)))
}

/** A file of the folder that is there holds such text. */
export function mentions(names: RegExp, text: RegExp): (folder: Folder) => boolean {
  return (folder) => [...folder.names].some((name) => names.test(name) && text.test(folder.read(name)))
}

/** package.json has the key at its top. */
export function packageKey(key: string): (folder: Folder) => boolean {
  return (folder) => {
    const text = folder.read('package.json')
    if (!text.includes(`"${key}"`)) return false
    try {
      return key in (JSON.parse(text) as object)
    } catch {
      return false
    }
  }
}

export function either(...conditions: readonly ((folder: Folder) => boolean)[]): (folder: Folder) => boolean {
  return (folder) => conditions.some((condition) => condition(folder))
}
