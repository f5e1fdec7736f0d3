import type { Host } from '../host/host.ts'
import { joinPath, resolvePath } from './written.ts'

/** A piece of a written path: text, or an unquoted glob character (`*`, `?`, `[a-z]`). */
export interface PathPiece {
  readonly glob: boolean
  readonly text: string
}

export interface Expansion {
  /** The paths found, as written: relative ones stay relative. */
  readonly paths: readonly string[]
  /** More than the limit, or a folder too large to look through: `paths` is not all. */
  readonly tooMany: boolean
}

/** Names looked at before an expansion gives up. */
const MAX_NAMES = 5000

type Char = { readonly glob: boolean; readonly char: string }

/**
 * Expands a path with globs against the disk, as a POSIX shell does without extra options:
 * `*` does not match a leading dot, `**` is `*`. `base` is where relative paths start.
 */
export function expandGlob(
  host: Host,
  base: string,
  pieces: readonly PathPiece[],
  limit: number,
  windows: boolean,
): Expansion {
  const segments = splitSegments(pieces)
  const absolute = segments.length > 1 && segments[0]?.length === 0
  let prefixes = [absolute ? '/' : '']
  let looked = 0
  const trailing = segments.length > 1 && segments.at(-1)?.length === 0
  for (const segment of segments) {
    if (segment.length === 0) continue
    const next: string[] = []
    for (const prefix of prefixes) {
      if (!segment.some((one) => one.glob)) {
        const path = append(prefix, textOf(segment))
        const whole = resolvePath(base, path, windows)
        if (segments.length === 1 || host.lstat(whole)) next.push(path)
        continue
      }
      const names = host.list(resolvePath(base, prefix === '' ? '.' : prefix, windows)) ?? []
      looked += names.length
      if (looked > MAX_NAMES) return { paths: next, tooMany: true }
      for (const name of names) {
        if (name.startsWith('.') && segment[0]?.char !== '.') continue
        if (matchesName(segment, name)) next.push(append(prefix, name))
        if (next.length > limit) return { paths: next, tooMany: true }
      }
    }
    prefixes = next
  }
  const paths = trailing
    ? prefixes
        .filter((path) => host.stat(resolvePath(base, path, windows))?.kind === 'directory')
        .map((path) => `${path}/`)
    : prefixes
  return { paths: paths.toSorted(), tooMany: false }
}

/** True when the name matches the pattern. `*` and `?` match a leading dot here. */
export function matchesPattern(pattern: string, name: string, ignoreCase: boolean): boolean {
  const fold = (text: string) => (ignoreCase ? text.toLowerCase() : text)
  if (!/[*?[\]]/.test(pattern)) return fold(pattern) === fold(name)
  const chars = [...fold(pattern)].map((char) => ({ glob: '*?[]'.includes(char), char }))
  return matchesName(chars, fold(name))
}

function append(prefix: string, name: string): string {
  return prefix === '' ? name : joinPath(prefix, name)
}

function textOf(segment: readonly Char[]): string {
  return segment.map((one) => one.char).join('')
}

function splitSegments(pieces: readonly PathPiece[]): Char[][] {
  const segments: Char[][] = [[]]
  for (const piece of pieces) {
    for (const char of piece.text) {
      if (char === '/') segments.push([])
      else segments.at(-1)?.push({ glob: piece.glob, char })
    }
  }
  return segments
}

/** Wildcard matching with one point to come back to: linear in practice, never exponential. */
function matchesName(pattern: readonly Char[], name: string): boolean {
  const chars = [...name]
  let at = 0
  let from = 0
  let star = -1
  let starFrom = 0
  while (from < chars.length) {
    const step = matchOne(pattern, at, chars[from] ?? '')
    if (step > 0) {
      at += step
      from++
    } else if (pattern[at]?.glob && pattern[at]?.char === '*') {
      star = at++
      starFrom = from
    } else if (star >= 0) {
      at = star + 1
      from = ++starFrom
    } else {
      return false
    }
  }
  while (pattern[at]?.glob && pattern[at]?.char === '*') at++
  return at === pattern.length
}

/** How many pattern characters the one character takes; 0 when it does not match. */
function matchOne(pattern: readonly Char[], at: number, char: string): number {
  const one = pattern[at]
  if (!one) return 0
  if (!one.glob) return one.char === char ? 1 : 0
  if (one.char === '?') return 1
  if (one.char !== '[') return one.char === char && one.char !== '*' ? 1 : 0
  return matchBracket(pattern, at, char)
}

function matchBracket(pattern: readonly Char[], at: number, char: string): number {
  let index = at + 1
  const negated = pattern[index]?.char === '!' || pattern[index]?.char === '^'
  if (negated) index++
  const first = index
  let found = false
  for (; index < pattern.length; index++) {
    const one = pattern[index]
    if (one?.char === ']' && index > first) return found !== negated ? index + 1 - at : 0
    const upper = pattern[index + 2]?.char
    if (pattern[index + 1]?.char === '-' && upper !== undefined && upper !== ']') {
      if ((one?.char ?? '') <= char && char <= upper) found = true
      index += 2
    } else if (one?.char === char) {
      found = true
    }
  }
  // No closing bracket: an ordinary character.
  return char === '[' ? 1 : 0
}
