import type { Host } from '../../../src/host/host.ts'
import { joinPath } from '../../../src/paths/written.ts'
import type { Word, WordPart } from '../../../src/shell/command.ts'
import { expandTilde } from '../forms.ts'

/** Stands for what is not known of a word: some name, so that the known rest still counts. */
const SOMETHING = 'x'

const MAX_NAMES = 200
const MAX_ENTRIES = 2000

/**
 * The paths that a word may be, as far as they matter: its value, what its globs match on the
 * disk, its likely values, and with an unknown part still the known rest (`"$DIR/.env"`).
 * Nothing for a word of which nothing is known.
 */
export function pathsOf(word: Word, cwd: string | undefined, host: Host): string[] {
  if (word.value !== undefined) return word.value === '' ? [] : [word.value]
  const readings = choices(word.parts)
  return readings.flatMap((parts) => {
    if (parts.every((part) => part.kind === 'unknown')) return []
    return parts.some((part) => part.kind === 'glob') ? globbed(parts, cwd, host) : [spelled(parts)]
  })
}

/** One reading for each likely value of a part that is not known. */
function choices(parts: readonly WordPart[]): readonly WordPart[][] {
  let readings: WordPart[][] = [[]]
  for (const part of parts) {
    const maybe = part.kind === 'unknown' ? (part.maybe ?? []) : []
    const options: WordPart[] = [part, ...maybe.map((text) => ({ kind: 'text', text }) as const)]
    readings = readings.flatMap((reading) => options.map((option) => [...reading, option]))
    if (readings.length > 64) readings = readings.slice(0, 64)
  }
  return readings
}

function spelled(parts: readonly WordPart[]): string {
  return parts.map((part) => (part.kind === 'unknown' ? SOMETHING : part.text)).join('')
}

/**
 * What the globs match. Where the disk can't be asked, the word without them and with
 * something in their place.
 */
function globbed(parts: readonly WordPart[], cwd: string | undefined, host: Host): string[] {
  const known = parts.every((part) => part.kind !== 'unknown')
  if (known && cwd !== undefined) {
    const found = matches(parts, cwd, host)
    if (found !== undefined) return found
  }
  const without = (put: string) =>
    parts.map((part) => (part.kind === 'text' ? part.text : part.kind === 'glob' ? put : SOMETHING)).join('')
  return [without(''), without(SOMETHING)]
}

/** Undefined: too much, or a folder that can't be listed. */
function matches(parts: readonly WordPart[], cwd: string, host: Host): string[] | undefined {
  const [first] = parts
  const text = first?.kind === 'text' ? expandTilde(host, first.text) : ''
  const rest: readonly WordPart[] =
    first?.kind === 'text' ? [{ kind: 'text', text }, ...parts.slice(1)] : parts
  const absolute = text.startsWith('/')
  let found = [absolute ? '' : cwd]
  for (const segment of segmentsOf(rest)) {
    if (segment.length === 0) continue
    const next: string[] = []
    for (const folder of found) {
      const names = namesIn(folder === '' ? '/' : folder, segment, host)
      if (names === undefined) return undefined
      next.push(...names.map((name) => joinPath(folder, name)))
      if (next.length > MAX_NAMES) return undefined
    }
    found = next
  }
  return found
}

/** The parts between slashes. */
function segmentsOf(parts: readonly WordPart[]): WordPart[][] {
  const segments: WordPart[][] = [[]]
  for (const part of parts) {
    if (part.kind !== 'text') {
      segments.at(-1)?.push(part)
      continue
    }
    for (const [index, text] of part.text.split('/').entries()) {
      if (index > 0) segments.push([])
      if (text !== '') segments.at(-1)?.push({ kind: 'text', text })
    }
  }
  return segments
}

function namesIn(folder: string, segment: readonly WordPart[], host: Host): readonly string[] | undefined {
  if (segment.every((part) => part.kind === 'text')) return [spelled(segment)]
  const entries = host.list(folder)
  if (entries === undefined || entries.length > MAX_ENTRIES) return undefined
  const pattern = segmentPattern(segment)
  return entries.filter((name) => pattern.test(name))
}

function segmentPattern(segment: readonly WordPart[]): RegExp {
  const [first] = segment
  // A glob does not match the dot that a name starts with.
  const hidden = first?.kind === 'glob' ? '(?!\\.)' : ''
  const source = segment
    .map((part) => {
      if (part.kind === 'text') return part.text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
      if (part.kind === 'unknown' || /^[*@+!?]\(|^\*/.test(part.text)) return '.*'
      if (part.text.startsWith('[')) return classOf(part.text)
      return '.'
    })
    .join('')
  return new RegExp(`^${hidden}${source}$`, 'su')
}

/** A bracket expression; one that is out of the ordinary counts as any character. */
function classOf(glob: string): string {
  const inside = /^\[([!^]?)([\w .,@%+=~-]+)\]$/.exec(glob)
  if (!inside) return '.'
  const characters = (inside[2] ?? '').replace(/[\\\]^]/g, '\\$&')
  const source = `[${inside[1] ? '^' : ''}${characters}]`
  try {
    new RegExp(source, 'u')
    return source
  } catch {
    return '.'
  }
}
