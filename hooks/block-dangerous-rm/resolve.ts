import type { Host } from '../../src/host/host.ts'
import { expandGlob, type PathPiece } from '../../src/paths/expand.ts'
import { TEMP_ROOTS } from '../../src/paths/known.ts'
import type { Surroundings } from '../../src/paths/place.ts'
import { realTarget } from '../../src/paths/real.ts'
import { isAbsolute, resolvePath } from '../../src/paths/written.ts'
import type { WordPart } from '../../src/shell/command.ts'
import type { Found, Target } from './deletion.ts'

/** What a target word turns out to be. */
export type Resolved =
  | PathTarget
  /** A directory that `mktemp` made in the same command, or something in it. */
  | { readonly kind: 'fresh' }
  /** Not known, so it may be anything. */
  | { readonly kind: 'unknown'; readonly why: string; readonly allOf: boolean }

export interface PathTarget {
  readonly kind: 'path'
  /** Absolute and normalised, links not resolved. */
  readonly path: string
  /** The same without links; of a link that is deleted itself, the link. */
  readonly real: string
  /** A glob found it. */
  readonly globbed: boolean
  /** It stands for everything in the folder (`folder/*`), not for the folder. */
  readonly allOf: boolean
  /** A glob that matches nothing now; the path is the pattern. */
  readonly unmatched?: boolean
  /** `folder/(any depth)/name`: what a search below the folder finds. */
  readonly found?: Found
}

/** Paths that one glob may expand to before its folder is judged instead. */
const MAX_PATHS = 100

/** Unknowns that are one name without a slash: they can't lead out of a folder. */
const NAMES =
  /^(?:a process id|a number|a user id|an exit code|the number of arguments|a date|a random name|the name of the (?:machine|system|user))$/

/** What the target is on the disk, globs expanded. Empty when it is nothing at all. */
export function resolveTarget(host: Host, target: Target, around: Surroundings): Resolved[] {
  const { word, cwd } = target
  const parts = word.parts.map((part, index) => named(part, word.parts[index - 1]))
  const [first] = parts
  if (!first) return []
  // A file of its own is as fresh as a folder; only behind a folder can something follow.
  if (first.kind === 'unknown' && parts.length === 1 && /^the name that mktemp\b/.test(first.why)) {
    return [{ kind: 'fresh' }]
  }
  if (first.kind === 'unknown' && first.fresh) return [freshTarget(first.notEmpty, parts.slice(1))]
  const unknown = parts.find((part) => part.kind === 'unknown')
  if (unknown?.kind === 'unknown') {
    return [{ kind: 'unknown', why: unknown.why, allOf: endsInStar(parts) }]
  }
  const pieces = parts.map(
    (part): PathPiece => ({
      glob: part.kind === 'glob',
      text: part.kind === 'unknown' ? '' : part.text,
    }),
  )
  const text = pieces.map((piece) => piece.text).join('')
  if (cwd === undefined && !isAbsolute(text, around.windows)) {
    return [{ kind: 'unknown', why: 'the working directory', allOf: endsInStar(parts) }]
  }
  const base = cwd ?? '/'
  if (!pieces.some((piece) => piece.glob)) return [pathTarget(host, base, text, target, around, false)]
  return globTargets(host, base, pieces, target, around)
}

function globTargets(
  host: Host,
  base: string,
  pieces: readonly PathPiece[],
  target: Target,
  around: Surroundings,
): Resolved[] {
  const text = pieces.map((piece) => piece.text).join('')
  if (endsInStar(pieces)) {
    const folder = text.replace(/[^/]*\/*$/, '')
    const before = globBefore(pieces)
    // `*` in one folder is that folder's content; the folder decides.
    if (!before)
      return [{ ...pathTarget(host, base, folder === '' ? '.' : folder, target, around, true), allOf: true }]
  }
  if (pieces.some((piece) => piece.glob && /^[@+?!*]\(/.test(piece.text))) {
    return [folderOfGlob(host, base, pieces, target, around)]
  }
  if (text.includes('**')) {
    const folder = folderOfGlob(host, base, pieces, target, around)
    const name = text.replace(/\/+$/, '').replace(/^.*\//, '')
    if (/^[*?]*$/.test(name)) return [folder]
    return [{ ...folder, found: { names: [name], aged: false, empty: false, filesOnly: false } }]
  }
  const { paths, tooMany } = expandGlob(host, base, pieces, MAX_PATHS, around.windows)
  if (tooMany && globBefore(pieces)) return [folderOfGlob(host, base, pieces, target, around)]
  // The pattern itself stands for its hits: they lie in the same folder.
  if (paths.length === 0) return [{ ...pathTarget(host, base, text, target, around, true), unmatched: true }]
  if (tooMany) return [pathTarget(host, base, text, target, around, true)]
  return paths.map((path) => pathTarget(host, base, path, target, around, true))
}

/** The folder in front of the first glob stands for all that the glob may find. */
function folderOfGlob(
  host: Host,
  base: string,
  pieces: readonly PathPiece[],
  target: Target,
  around: Surroundings,
): PathTarget {
  let text = ''
  for (const piece of pieces) {
    if (piece.glob) break
    text += piece.text
  }
  const folder = text.replace(/[^/]*$/, '')
  return { ...pathTarget(host, base, folder === '' ? '.' : folder, target, around, true), allOf: true }
}

function pathTarget(
  host: Host,
  base: string,
  written: string,
  target: Target,
  around: Surroundings,
  globbed: boolean,
): PathTarget {
  const { windows } = around
  const followLast = /[\\/]\.?$/.test(written) || target.contents === true || target.found !== undefined
  return {
    kind: 'path',
    path: resolvePath(base, written, windows),
    real: realTarget(host, base, written, { followLast, windows }),
    globbed,
    allOf: target.contents === true,
  }
}

function freshTarget(notEmpty: boolean, rest: readonly WordPart[]): Resolved {
  if (rest.length === 0) return { kind: 'fresh' }
  const text = rest.map((part) => (part.kind === 'unknown' ? '..' : part.text)).join('')
  const inside = text.startsWith('/') && !text.split('/').includes('..')
  if (inside && notEmpty) return { kind: 'fresh' }
  const why = inside
    ? `the result of mktemp, which is empty when it fails: then this is ${text} (write "\${DIR:?}${text}")`
    : 'the result of mktemp with something behind it'
  return { kind: 'unknown', why, allOf: /\/\*+$/.test(text) }
}

/** True when the last part of the path is nothing but stars: everything in a folder. */
function endsInStar(parts: readonly (PathPiece | WordPart)[]): boolean {
  let last = ''
  for (const part of parts) {
    if ('kind' in part && part.kind === 'unknown') {
      last += '\u0000'
      continue
    }
    const glob = 'glob' in part ? part.glob : part.kind === 'glob'
    last += glob ? part.text : part.text.replaceAll('*', '\u0000')
  }
  return /(?:^|\/)(?:\*+|\?\*+|\*+\?|\.\*+|\.\[!\.\]\*|\.\?\?\*)\/*$/.test(last)
}

/** True when a glob stands in front of the last part. */
function globBefore(pieces: readonly PathPiece[]): boolean {
  const whole = pieces.map((piece) => (piece.glob ? '\u0001' : piece.text)).join('')
  return whole.replace(/[^/]*\/*$/, '').includes('\u0001')
}

/** A number, a date or a name as text, where it can't lead anywhere else, whatever it is. */
function named(part: WordPart, before: WordPart | undefined): WordPart {
  if (part.kind !== 'unknown') return part
  // `${TMPDIR:-/tmp}`: a temporary folder in any case.
  const [likely, ...others] = part.maybe ?? []
  if (
    likely !== undefined &&
    others.length === 0 &&
    TEMP_DEFAULT.test(part.why) &&
    TEMP_ROOTS.includes(likely)
  ) {
    return { kind: 'text', text: likely }
  }
  if (!NAMES.test(part.why)) return part
  const behindText = before?.kind === 'text' && !before.text.endsWith('/')
  return part.notEmpty || behindText ? { kind: 'text', text: '0' } : part
}

const TEMP_DEFAULT = /\$\{(?:TMPDIR|TEMP|TMP):?[-=]/
