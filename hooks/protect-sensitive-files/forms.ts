import { PayloadError } from '../../src/event.ts'
import type { Host } from '../../src/host/host.ts'
import { followed } from '../../src/paths/followed.ts'
import { normalPath } from '../../src/paths/project.ts'
import { relativeTo, resolvePath } from '../../src/paths/written.ts'
import { isPrintable } from '../../src/text/characters.ts'
import type { Touch } from './touch.ts'

/** One way to name the file: where its path leads as text, or on the disk. */
export interface Form {
  /** Absolute, normalised. */
  readonly path: string
  /** What the compiled patterns are matched with, in lower case: `~/x` in the home, else absolute. */
  readonly subject: string
  readonly linked: boolean
}

/** Longer than any system takes; also keeps the patterns fast. */
const MAX_PATH = 8192

/** Characters that HFS+ ignores in names, so that `.g<here>it` is `.git` there. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g

/** Folders that a variable moves, by the name the patterns know them by. */
const MOVED: readonly (readonly [variable: string, known: string])[] = [
  ['CLAUDE_CONFIG_DIR', '.claude'],
  ['OPENHARNESS_CONFIG_DIR', '.openharness'],
  ['CODEX_HOME', '.codex'],
  ['COPILOT_HOME', '.copilot'],
  ['GNUPGHOME', '.gnupg'],
]

/**
 * Every form of the path that has to be judged: as written, but without surrounding blanks
 * (some harnesses cut them off), and where links lead. Throws a PayloadError for a path that can't
 * be one.
 */
export function formsOf(host: Host, touch: Touch): Form[] {
  const { path: written } = touch
  if (written.includes('\0'))
    throw new PayloadError(`the path ${JSON.stringify(written)} holds a NUL character`)
  const windows = host.platform === 'win32'
  const base = normalPath(host, touch.base)
  const forms: Form[] = []
  const add = (path: string, linked: boolean) => {
    if (path.length > MAX_PATH)
      throw new PayloadError(`the path is ${path.length} characters long, more than any system takes`)
    if (forms.some((form) => form.path === path)) return
    forms.push({ path, linked, subject: subjectOf(host, path, linked) })
  }
  const trimmed = expandTilde(host, written.trim())
  if (trimmed === '') return forms
  add(resolvePath(base, trimmed, windows), false)
  if (touch.elsewhere === true || touch.blind === true) return forms
  const real = followed(host, base, trimmed, windows)
  add(real, true)
  const given = expandTilde(host, written)
  if (trimmed !== given) {
    // With its blanks the name is no protected one, but a link of that name may lead to one.
    const exact = followed(host, base, given, windows)
    if (exact.trimEnd() !== real) add(exact, true)
  }
  return forms
}

export function expandTilde(host: Host, path: string): string {
  if (path !== '~' && !path.startsWith('~/') && !path.startsWith('~\\')) return path
  const home = host.home()
  return home === undefined ? path : home + path.slice(1)
}

function subjectOf(host: Host, path: string, linked: boolean): string {
  const plain = foldCase(isPrintable(path) ? path : path.normalize('NFC').replace(IGNORED, ''))
  const moved = inMoved(host, plain)
  if (moved !== undefined) return moved
  const home = homeOf(host, linked)
  if (home !== undefined && home !== '/') {
    const rest = relativeTo(plain, foldCase(home), false)
    if (rest !== undefined) return `~/${rest}`
  }
  // Homes of others; and macOS keeps /etc and /var below /private.
  if (!OTHER_HOMES.some((start) => plain.startsWith(start))) return plain
  return plain
    .replace(/^\/(?:root|(?:home|users)\/[^/]+)(?=\/)/, '~')
    .replace(/^\/private(?=\/(?:etc|var)\/)/, '')
}

const OTHER_HOMES = ['/root/', '/home/', '/users/', '/private/']

/** As disks compare that ignore case: also `ſ` (long s) is `s`, which lower case alone leaves. */
export function foldCase(text: string): string {
  return text.toUpperCase().toLowerCase()
}

function homeOf(host: Host, linked: boolean): string | undefined {
  const home = host.home()
  if (home === undefined) return undefined
  const normal = normalPath(host, home)
  return linked ? (host.realpath(normal) ?? normal) : normal
}

function inMoved(host: Host, path: string): string | undefined {
  for (const [variable, known] of MOVED) {
    const folder = host.env(variable)
    if (!folder) continue
    const rest = relativeTo(path, foldCase(normalPath(host, folder)), false)
    if (rest !== undefined) return `~/${known}/${rest}`
  }
  return undefined
}
