import type { Pattern } from '../hooks/protect-sensitive-files/patterns.ts'

/**
 * Compiles the built-in globs of protect-sensitive-files to regular expressions, so that no
 * glob engine is loaded on the hook path. The globs use a small part of the syntax: `**` as a
 * whole part, `*`, `[...]` and `{a,b}` without nesting. Paths are normalised before they are
 * matched, so `.`, `..` and doubled slashes need no care. A test compares with picomatch.
 */

/** Where a glob is anchored, and the rest of it. */
interface Anchored {
  readonly at: 'anywhere' | 'home' | 'root'
  readonly rest: string
}

function anchored(glob: string): Anchored {
  if (glob.startsWith('**/')) return { at: 'anywhere', rest: glob.slice(3) }
  if (glob.startsWith('~/')) return { at: 'home', rest: glob.slice(2) }
  return { at: 'root', rest: glob }
}

/** The source of a regular expression for a glob without its anchor. */
function sourceOf(glob: string): string {
  let source = ''
  let at = 0
  while (at < glob.length) {
    const rest = glob.slice(at)
    const [token, compiled] = nextToken(rest)
    source += compiled
    at += token.length
  }
  return source
}

function nextToken(rest: string): [token: string, source: string] {
  if (rest === '/**') return [rest, '(?:/.*)?']
  if (rest.startsWith('/**/')) return ['/**/', '/(?:.*/)?']
  if (rest.startsWith('*')) return ['*', '[^/]*']
  const set = /^\[[^\]]+\]/.exec(rest)
  if (set) return [set[0], set[0].replace(/^\[-/, '[\\-')]
  const choice = /^\{([^{}]*)\}/.exec(rest)
  if (choice) return [choice[0], `(?:${(choice[1] ?? '').split(',').map(sourceOf).join('|')})`]
  const character = rest.charAt(0)
  return [character, character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')]
}

/** One expression for many globs, grouped by anchor. */
export function compileGlobs(globs: readonly string[]): string {
  const byAnchor: Record<Anchored['at'], string[]> = { anywhere: [], home: [], root: [] }
  for (const glob of globs) {
    const { at, rest } = anchored(glob)
    byAnchor[at].push(
      sourceOf(rest)
        .replaceAll('(?:/', '(?:\\/')
        .replaceAll(/(?<!\\|\[\^)\//g, '\\/'),
    )
  }
  const prefix = { anywhere: '(?:^|\\/)', home: '^~\\/', root: '^' }
  return (['anywhere', 'home', 'root'] as const)
    .filter((at) => byAnchor[at].length > 0)
    .map((at) => `${prefix[at]}(?:${byAnchor[at].join('|')})$`)
    .join('|')
}

/** `{a,b}` written out. */
export function expandBraces(glob: string): string[] {
  const choice = /\{([^{}]*)\}/.exec(glob)
  if (!choice) return [glob]
  const before = glob.slice(0, choice.index)
  const after = glob.slice(choice.index + choice[0].length)
  return (choice[1] ?? '').split(',').flatMap((part) => expandBraces(before + part + after))
}

/** What of a glob is looked up first: one whole part of the path, or the ending of its name. */
type Key = { readonly name: string } | { readonly ending: string } | undefined

function keyOf(glob: string): Key {
  const parts = anchored(glob).rest.split('/')
  const named = parts.filter((part) => /^[\w.-]+$/.test(part))
  const literal = named.reverse().sort((a, b) => b.length - a.length)
  if (literal[0] !== undefined) return { name: literal[0].toLowerCase() }
  const ending = /^[^.]*\*\.(\w+)$/.exec(parts.at(-1) ?? '')?.[1]
  return ending === undefined || COMMON_ENDINGS.has(ending) ? undefined : { ending: ending.toLowerCase() }
}

/** Endings that say too little to be looked up. */
const COMMON_ENDINGS = new Set(['json', 'yml', 'yaml', 'toml', 'txt', 'pem'])

/**
 * The keys of all globs with the patterns they stand for, as one bit each, and the globs that
 * have none.
 */
export function keysOf(patterns: readonly Pattern[]) {
  const names = new Map<string, number>()
  const endings = new Map<string, number>()
  const others: string[] = []
  let otherBits = 0
  for (const [index, pattern] of patterns.entries()) {
    const bit = 2 ** index
    for (const glob of pattern.globs.flatMap(expandBraces)) {
      const key = keyOf(glob)
      if (!key) {
        others.push(glob)
        otherBits |= bit
      } else if ('name' in key) names.set(key.name, (names.get(key.name) ?? 0) | bit)
      else endings.set(key.ending, (endings.get(key.ending) ?? 0) | bit)
    }
  }
  if (patterns.length > 30) throw new Error('more patterns than bits')
  return { names, endings, others, otherBits }
}

/** Texts of which every path that matches one of the globs has at least one. */
export function signsOf(globs: readonly string[]): string[] {
  const longest = globs.map((glob) => {
    const literals = anchored(glob)
      .rest.toLowerCase()
      .split(/[*/]|\[[^\]]*\]/)
    return literals.sort((a, b) => b.length - a.length)[0] ?? ''
  })
  const signs = [...new Set(longest)]
  return signs.filter((sign) => !signs.some((other) => other !== sign && sign.includes(other))).sort()
}

function table(entries: ReadonlyMap<string, number>): string {
  const rows = [...entries].sort(([a], [b]) => (a < b ? -1 : 1))
  return `numberTable(\n  [\n${inLines(rows.map(([key, bits]) => `${key}=${bits}`))}  ].join(' '),\n)`
}

/** Words as lines of an array, as many in each as fit. */
function inLines(words: readonly string[]): string {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < WIDTH) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.map((line) => `    ${JSON.stringify(line).replaceAll('"', "'")},\n`).join('')
}

const WIDTH = 90

/** Folders that hold protected files without being protected as a whole (`.claude`, `.aws`). */
export function foldersOf(globs: readonly string[]): string {
  const names = globs
    .flatMap(expandBraces)
    .map((glob) => anchored(glob))
    .filter(({ at, rest }) => at !== 'root' && rest.includes('/'))
    .map(({ rest }) => rest.slice(0, rest.indexOf('/')))
    .filter((name) => /^\.[a-z-]+$/i.test(name) && name !== '.config' && name !== '.local')
  return `\\/(?:${[...new Set(names.map((name) => escaped(name.toLowerCase())))].sort().join('|')})$`
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

/**
 * No flags: paths are folded to lower case before they are matched, since `i` with `u` costs
 * more time to compile than everything else on the pass path.
 */
function regex(globSource: string): string {
  const source = globSource.toLowerCase()
  new RegExp(source, 'u') // stricter than without the flag: throws on a needless escape
  return `/${source}/`
}

const HEADER = '// Generated by `npm run generate` from patterns.ts. Do not edit.\n'

/**
 * The texts of two files in hooks/protect-sensitive-files: the compiled patterns, and the
 * tables that say which of them a path may match.
 */
export function compiledPatterns(patterns: readonly Pattern[]): { compiled: string; lookUp: string } {
  const entries = patterns.map(
    ({ id, kind, globs, except, filesOnly }) =>
      `  {\n    id: '${id}',\n    kind: '${kind}',\n    filesOnly: ${filesOnly === true},\n    match: ${regex(compileGlobs(globs))},\n` +
      `    except: ${except ? regex(compileGlobs(except)) : 'undefined'},\n  },\n`,
  )
  const globs = patterns.flatMap((pattern) => pattern.globs)
  const { names, endings, others, otherBits } = keysOf(patterns)
  const compiled = `${HEADER}
import type { Kind } from './patterns.ts'

export interface Compiled {
  readonly id: string
  readonly kind: Kind
  readonly filesOnly: boolean
  readonly match: RegExp
  readonly except: RegExp | undefined
}

/** Folders that hold protected files without being protected as a whole. */
export const FOLDER = ${regex(foldersOf(globs))}

export const COMPILED: readonly Compiled[] = [
${entries.join('')}]
`
  const lookUp = `${HEADER}
import { numberTable } from '../../src/text/word-table.ts'

/** Whole parts of a path, with the patterns (one bit each, in order) that may match a path with it. */
export const NAMES = ${table(names)}

/** The same for endings of the last part. */
export const ENDINGS = ${table(endings)}

/** A path without any of these matches nothing of \`OTHERS\`. */
export const OTHER_SIGNS: readonly string[] = ${JSON.stringify(signsOf(others))}

/** What neither table holds. */
export const OTHERS = ${regex(compileGlobs(others))}
export const OTHER_BITS = ${otherBits}
`
  return { compiled, lookUp }
}
