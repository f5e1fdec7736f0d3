import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { nodeHost } from '../../host/node.ts'
import { homeFolder } from '../settings/places.ts'

/** What a settings file was before hookbox wrote it, so that `remove` can put it back. */
interface Before {
  readonly path: string
  /** Undefined: there was no file. */
  readonly before?: string
  /** Folders made for it, the outermost first. */
  readonly made: readonly string[]
  /** What hookbox has written; when the file holds anything else by now, somebody has edited it. */
  readonly after: string
}

/**
 * Writes a settings file through a temporary file beside it, so that nobody ever reads half of
 * one; a link stays one. `expected`: what was read before; when the file has changed since,
 * nothing is written. Throws an Error in words.
 */
export function writeSettings(file: string, text: string, expected: string | undefined): void {
  const target = realTarget(file)
  const made = missingFolders(path.dirname(target))
  const known = recall(file)
  refuseChanged(file, target, expected)
  remember({
    path: file,
    ...(known && known.after === expected
      ? { ...(known.before === undefined ? {} : { before: known.before }), made: known.made }
      : { ...(expected === undefined ? {} : { before: expected }), made }),
    after: text,
  })
  try {
    nodeHost.makeDirectory(path.dirname(target), 0o777)
    replace(target, text)
  } catch (error) {
    // Noted before it was written, in case this process is killed in between.
    if (known) remember(known)
    else forget(file)
    throw new Error(`${file} can't be written: ${whyNotWritten(error)}`)
  }
}

/**
 * Takes a file away that was not there before hookbox, and the folders made for it. `expected`:
 * what was read before. Throws an Error in words.
 */
export function removeSettings(file: string, expected: string | undefined): void {
  const target = realTarget(file)
  refuseChanged(file, target, expected)
  const made = recall(file)?.made ?? []
  try {
    fs.unlinkSync(target)
  } catch (error) {
    throw new Error(`${file} can't be removed: ${whyNotWritten(error)}`)
  }
  for (const folder of [...made].reverse()) removeIfEmpty(folder)
}

/** What the file was before hookbox; null: there was none; undefined: it has been edited since. */
export function restorable(file: string, text: string): string | null | undefined {
  const known = recall(file)
  return known && known.after === text ? (known.before ?? null) : undefined
}

/** The note about a file that hookbox has nothing more to do with. */
export function forget(file: string): void {
  const note = noteFile(file)
  if (note !== undefined) fs.rmSync(note, { force: true })
}

function refuseChanged(file: string, target: string, expected: string | undefined): void {
  // A link to /dev/null is a way to say "none"; a file in its place would break the machine.
  if (fs.existsSync(target) && !fs.statSync(target).isFile()) {
    throw new Error(`${file} can't be written: ${target} is no ordinary file`)
  }
  if (current(target) !== expected) {
    throw new Error(`${file} was changed by somebody else meanwhile; run it again`)
  }
}

function replace(target: string, text: string): void {
  const mode = fs.existsSync(target) ? fs.statSync(target).mode & 0o777 : undefined
  const temporary = `${target}.${process.pid}.tmp`
  try {
    fs.writeFileSync(temporary, text, { flag: 'wx' })
    // By itself, since the mode of a new file is cut by the umask.
    if (mode !== undefined) fs.chmodSync(temporary, mode)
    fs.renameSync(temporary, target)
  } catch (error) {
    fs.rmSync(temporary, { force: true })
    throw error
  }
}

function current(file: string): string | undefined {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined
}

/** The file behind links; where the last of them points to nothing, what it points to. */
function realTarget(file: string): string {
  let target = file
  // As many links in a row as Linux follows.
  for (let links = 0; links < 40; links++) {
    try {
      return fs.realpathSync(target)
    } catch {
      if (!isLink(target)) return target
      target = path.resolve(path.dirname(target), fs.readlinkSync(target))
    }
  }
  return file
}

function isLink(file: string): boolean {
  return fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true
}

function missingFolders(folder: string): string[] {
  const missing: string[] = []
  for (let at = folder; !fs.existsSync(at); at = path.dirname(at)) missing.unshift(at)
  return missing
}

function removeIfEmpty(folder: string): void {
  try {
    fs.rmdirSync(folder)
  } catch {}
}

function noteFile(file: string): string | undefined {
  const home = homeFolder()
  const state = process.env['XDG_STATE_HOME'] || (home && path.join(home, '.local/state'))
  if (!state) return undefined
  const name = createHash('sha256').update(path.resolve(file)).digest('hex').slice(0, 32)
  return path.join(state, 'hookbox/settings', `${name}.json`)
}

/** Without a home, or on a read-only disk, there is no note: `remove` then takes out its entries alone. */
function remember(note: Before): void {
  const file = noteFile(note.path)
  if (file === undefined) return
  try {
    nodeHost.makeDirectory(path.dirname(file), 0o700)
    fs.writeFileSync(file, JSON.stringify(note), { mode: 0o600 })
  } catch {}
}

function recall(file: string): Before | undefined {
  const note = noteFile(file)
  if (note === undefined) return undefined
  try {
    const value = JSON.parse(fs.readFileSync(note, 'utf8')) as Before
    return value.path === file && typeof value.after === 'string' && Array.isArray(value.made)
      ? value
      : undefined
  } catch {
    return undefined
  }
}

/** Why a file could not be written, in words. */
export function whyNotWritten(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  const words: Readonly<Record<string, string>> = {
    EACCES: 'permission denied',
    EPERM: 'not permitted',
    EROFS: 'the disk is read-only',
    ENOSPC: 'the disk is full',
    // Also in a folder that is there, as /proc is.
    ENOENT: 'nothing can be made there',
    ENOTDIR: 'a part of the path is not a folder',
    EEXIST: 'a part of the path is not a folder',
  }
  return words[code ?? ''] ?? String(code ?? error)
}
