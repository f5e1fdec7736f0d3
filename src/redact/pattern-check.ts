import { compile } from './custom.ts'

interface Group {
  hasRepeat: boolean
  hasAlternative: boolean
}

const MAX_LENGTH = 500
const MAX_WIDE = 2
/** From so many on, a repeat counts as one without a limit. */
const WIDE = 64
const REPEAT = /(?:[*+?]|\{(\d+)(,)?(\d*)\})\??/y

/**
 * Why this pattern may not be used: it is no regular expression, or it may need a time that
 * explodes with the text's length. Undefined when it is fine. Stricter than needed: whatever
 * repeats something that itself repeats or has alternatives is refused.
 */
export function patternProblem(source: string): string | undefined {
  if (source.length > MAX_LENGTH) return `it is longer than ${MAX_LENGTH} characters`
  try {
    compile(source)
  } catch (error) {
    return `it is not a regular expression (${(error as Error).message.replace(/^.*: /, '')})`
  }
  if (compile(source).test('')) return 'it matches the empty text'
  return repetitionProblem(source.replace(/^\(\?i\)/, ''))
}

function repetitionProblem(source: string): string | undefined {
  const open: Group[] = [{ hasRepeat: false, hasAlternative: false }]
  let wide = 0
  for (let at = 0; at < source.length; ) {
    const { length, closed, problem } = readAtom(source, at, open)
    if (problem !== undefined) return problem
    at += length
    REPEAT.lastIndex = at
    const repeat = length > 0 && isRepeatable(source, at) ? REPEAT.exec(source) : null
    if (!repeat) continue
    at += repeat[0].length
    const group = open.at(-1)
    if (group && !isExact(repeat)) group.hasRepeat = true
    if (repeat[0].startsWith('?')) continue
    if (closed?.hasRepeat) return 'it repeats a group that repeats something itself, as (a+)+ does'
    if (closed?.hasAlternative) return 'it repeats a group that has alternatives, as (a|b)+ does'
    if (isWide(repeat)) wide++
  }
  if (wide > MAX_WIDE) {
    return `it has more than ${MAX_WIDE} repeats without a limit; write {1,40} instead of +`
  }
  return undefined
}

interface Atom {
  readonly length: number
  /** The group that this closing bracket ends. */
  readonly closed?: Group
  readonly problem?: string
}

function readAtom(source: string, at: number, open: Group[]): Atom {
  const character = source[at]
  if (character === '\\') {
    return /[1-9k]/.test(source[at + 1] ?? '')
      ? { length: 2, problem: 'it refers back to a group, as \\1 does' }
      : { length: 2 }
  }
  if (character === '[') return { length: classLength(source, at) }
  if (character === '(') {
    open.push({ hasRepeat: false, hasAlternative: false })
    return { length: /^\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/.exec(source.slice(at))?.[0].length ?? 1 }
  }
  if (character === ')') {
    const closed = open.pop()
    const outer = open.at(-1)
    if (closed && outer) {
      outer.hasRepeat ||= closed.hasRepeat
      outer.hasAlternative ||= closed.hasAlternative
    }
    return closed ? { length: 1, closed } : { length: 1 }
  }
  const group = open.at(-1)
  if (character === '|' && group) group.hasAlternative = true
  return { length: 1 }
}

/** An opening bracket and a bar are no atoms, so what looks like a repeat after them is none. */
function isRepeatable(source: string, at: number): boolean {
  const before = source[at - 1]
  return !((before === '(' || before === '|') && source[at - 2] !== '\\')
}

function isWide(repeat: RegExpExecArray): boolean {
  const [text, least, comma, most] = repeat
  if (/^[*+]/.test(text)) return true
  return comma !== undefined && (most === '' || Number(most) - Number(least) > WIDE)
}

/** `{4}`: there is only one way to match it. */
function isExact(repeat: RegExpExecArray): boolean {
  return repeat[1] !== undefined && repeat[2] === undefined
}

function classLength(source: string, at: number): number {
  let end = at + 1
  while (end < source.length && source[end] !== ']') end += source[end] === '\\' ? 2 : 1
  return end + 1 - at
}
