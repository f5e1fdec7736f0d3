import { STOP_WORDS } from './stop-words.ts'

/** What counts as a ticket id. Without keys and patterns: any key that is not a known word. */
export interface IdRules {
  /** Project keys, as in `PAY`. */
  readonly projects: readonly string[]
  /** Keys that count besides, whatever their case and whatever else they may mean. */
  readonly known?: readonly string[]
  /** Shapes with `{number}` and `{key}`, as in `#{number}`. */
  readonly patterns: readonly string[]
}

export interface FoundIds {
  /** Each once, in their order in the text. */
  readonly ids: readonly string[]
  /** Look-alikes that the list of known words ruled out. */
  readonly ruledOut: readonly string[]
}

const KEY = '[A-Z][A-Z0-9]{1,9}'
/** Not in the middle of a word, of a longer number (CVE-2024-1234) or of a version (GPT-4.5). */
const BEFORE = '(?<![A-Za-z0-9_])'
const AFTER = '(?![A-Za-z0-9_]|-[0-9]|\\.[0-9])'
/** Where more are named, the rest are not looked at. */
const MAX_MATCHES = 200

/**
 * Ticket ids in a text. With `anyCase` small letters count too (branch names are often
 * written so); configured project keys always count in either case.
 */
export function findIds(text: string, rules: IdRules, anyCase = false): FoundIds {
  const found: { at: number; id: string }[] = []
  const ruledOut = new Set<string>()
  for (const { source, ignoreCase, idOf } of shapesOf(rules, anyCase, (word) => ruledOut.add(word))) {
    const shape = new RegExp(BEFORE + source + AFTER, ignoreCase ? 'gi' : 'g')
    for (const match of text.matchAll(shape)) {
      const id = idOf(match[0])
      if (id !== undefined) found.push({ at: match.index, id })
      if (found.length >= MAX_MATCHES) break
    }
  }
  found.sort((a, b) => a.at - b.at)
  return { ids: [...new Set(found.map(({ id }) => id))], ruledOut: [...ruledOut] }
}

interface Shape {
  readonly source: string
  readonly ignoreCase: boolean
  readonly idOf: (match: string) => string | undefined
}

function shapesOf(rules: IdRules, anyCase: boolean, ruleOut: (word: string) => void): Shape[] {
  const shapes: Shape[] = rules.patterns.map((pattern) => ({
    source: sourceOf(pattern),
    ignoreCase: anyCase,
    idOf: fileNameOf,
  }))
  const { projects, known = [] } = rules
  const keys = [...projects, ...known]
  if (keys.length > 0) {
    shapes.push({
      source: `(?:${keys.map(literal).join('|')})-[0-9]{1,9}`,
      ignoreCase: true,
      idOf: (match) => match.toUpperCase(),
    })
  }
  if (projects.length > 0 || rules.patterns.length > 0) return shapes
  const idOf = (match: string) => {
    const id = match.toUpperCase()
    const key = id.slice(0, id.indexOf('-'))
    if (!STOP_WORDS.has(key)) return id
    if (keys.some((one) => one.toUpperCase() === key)) return undefined // found already
    ruleOut(match)
    return undefined
  }
  return [...shapes, { source: `${KEY}-[0-9]{1,6}`, ignoreCase: anyCase, idOf }]
}

/** The pattern as a regular expression. Its parts have fixed bounds, so it is linear. */
function sourceOf(pattern: string): string {
  return pattern
    .split(/(\{number\}|\{key\})/)
    .map((part) => (part === '{number}' ? '[0-9]{1,9}' : part === '{key}' ? KEY : literal(part)))
    .join('')
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

/** The id as the name of a file: `#123` is `123`, `PAY:3` is `PAY-3`. Undefined when nothing is left. */
function fileNameOf(match: string): string | undefined {
  const name = match
    .replace(/^[^A-Za-z0-9]+/, '')
    .replace(/[^A-Za-z0-9]+$/, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
  return isFileName(name) ? name : undefined
}

/** True for what can be a name in the tickets folder and nothing else: no separator, no `..`. */
export function isFileName(name: string): boolean {
  return /^[A-Za-z0-9](?:[A-Za-z0-9_-]|\.(?!\.)){0,63}$/.test(name)
}
