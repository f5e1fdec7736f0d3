import type { Command, ShellReading, Word } from '../../src/shell/command.ts'

/** What one command is about to destroy, whatever program does it. */
export interface Deletion {
  /** In words for messages: `rm -r`, `find -delete`, `shutil.rmtree` ... */
  readonly how: string
  readonly effect: Effect
  readonly targets: readonly Target[]
  /** Where it happens, when not on this machine: `on another machine (ssh)`. */
  readonly elsewhere?: string
  /** The programs that it is found behind: `make`, `sh` ... */
  readonly through?: readonly string[]
  /** The command as written. */
  readonly source: string
}

export type Effect =
  /** Folders with all that is in them. */
  | 'tree'
  /** Single files. */
  | 'files'
  /** Single files, with nothing left to recover. */
  | 'shred'
  /** The file stays, its content goes. */
  | 'empty'
  /** Another file comes in its place. */
  | 'overwrite'
  /** It goes to a folder for temporary files. */
  | 'away'
  /** It goes to another place. */
  | 'moved'
  /** Probably a delete: a program that is not known gets these words. */
  | 'perhaps'
  /** A disk or a partition. */
  | 'device'
  /** Objects in a cloud storage. */
  | 'storage'
  /** A database, or rows of it. */
  | 'database'
  /** Volumes of a container engine, or what it keeps for all projects. */
  | 'volume'

export interface Target {
  readonly word: Word
  /** Where relative paths start; undefined when that is not known. */
  readonly cwd: string | undefined
  /** Not the folder itself: what is in it. */
  readonly contents?: boolean
  /** Only what a search below the folder finds. */
  readonly found?: Found
  /** Only what git tracks goes, so a committed copy is enough (`git rm`). */
  readonly versioned?: boolean
}

/** What limits the hits of a search. */
export interface Found {
  /** Patterns one of which each name has to match; undefined: any name. */
  readonly names: readonly string[] | undefined
  /** Only old ones (`-mtime +7`). */
  readonly aged: boolean
  /** Only empty ones, and links. */
  readonly empty: boolean
  /** Only files, no folders. */
  readonly filesOnly: boolean
}

/** What a form may look at besides the command. */
export interface Scene {
  readonly reading: ShellReading
  /** The text that was read. */
  readonly text: string
  /** Windows paths and programs. */
  readonly windows: boolean
  /** The text is for PowerShell, where some names mean other programs. */
  readonly powershell: boolean
  /** Reads further shell text: of code, of a schedule. */
  read(text: string, cwd: string | undefined): ShellReading
  /** True when a folder is at the path now. */
  isFolder(cwd: string | undefined, written: string): boolean
}

/** A form knows one family of programs: what would this command delete? Nothing: undefined. */
export type Form = (
  command: Command,
  program: string,
  scene: Scene,
) => Deletion | readonly Deletion[] | undefined

/** A word whose whole value is known. */
export function knownWord(value: string, source = value): Word {
  return { value, parts: value === '' ? [] : [{ kind: 'text', text: value }], source }
}

/** A word of which nothing is known. */
export function unknownWord(why: string, source: string): Word {
  return { value: undefined, parts: [{ kind: 'unknown', why, notEmpty: true, splits: true }], source }
}

/** A program's name without folder and `.exe`, in lower case on Windows. */
export function programName(word: Word | undefined, windows: boolean): string | undefined {
  const value = word?.value
  if (value === undefined) return undefined
  const name = value.slice(Math.max(value.lastIndexOf('/'), windows ? value.lastIndexOf('\\') : -1) + 1)
  const plain = name.replace(/\.(?:exe|cmd|bat)$/i, '')
  return windows || plain !== name ? plain.toLowerCase() : plain
}

/** The text of a word as far as it is known; unknown stretches are left out. */
export function knownText(word: Word): string {
  return word.parts.map((part) => (part.kind === 'unknown' ? '' : part.text)).join('')
}
