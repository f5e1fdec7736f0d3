import type { Word, WordPart } from './command.ts'

/** What is known of a text: of a variable, of an output, of a word. */
export type Value = readonly WordPart[]

/** Longer values are not followed: they become unknown. */
const MAX_VALUE = 64 * 1024

export const EMPTY: Value = []

export function text(value: string): Value {
  return value === '' ? EMPTY : [{ kind: 'text', text: value }]
}

type Unknown = Extract<WordPart, { kind: 'unknown' }>

export function unknown(why: string, more: Partial<Omit<Unknown, 'kind' | 'why'>> = {}): Unknown {
  return { kind: 'unknown', why, notEmpty: false, splits: false, ...more }
}

/** The text, when all of it is known. */
export function textOf(value: Value): string | undefined {
  let all = ''
  for (const part of value) {
    if (part.kind !== 'text') return undefined
    all += part.text
  }
  return all
}

/** One value after the other; a value that grows too long is not followed further. */
export function concat(...values: readonly Value[]): Value {
  const parts: WordPart[] = []
  let length = 0
  for (const value of values) {
    for (const part of value) {
      const last = parts.at(-1)
      if (part.kind === 'text') {
        length += part.text.length
        if (length > MAX_VALUE) return [unknown('it is too long to follow')]
        if (part.text === '') continue
        if (last?.kind === 'text') {
          parts[parts.length - 1] = { kind: 'text', text: last.text + part.text }
          continue
        }
      }
      parts.push(part)
    }
    if (parts.length > 1000) return [unknown('it is too long to follow')]
  }
  return parts
}

export function word(value: Value, source: string): Word {
  return { value: textOf(value), parts: value, source }
}

export function plainWord(value: string): Word {
  return { value, parts: [{ kind: 'text', text: value }], source: value }
}

/** True when it can't be empty: some text, a glob, or an unknown that is never empty. */
export function neverEmpty(value: Value): boolean {
  return value.some((part) => (part.kind === 'unknown' ? part.notEmpty : part.text !== ''))
}

/** The value of either of two paths through the text. */
export function either(a: Value, b: Value, why: string): Value {
  if (a === b) return a
  if (a.length === b.length) {
    const parts = a.map((part, index) => sameBut(part, b[index]))
    if (parts.every((part) => part !== undefined)) return parts
  }
  const maybe = [...new Set([...likely(a), ...likely(b)])].filter((one) => one !== '').slice(0, 8)
  return [
    unknown(why, {
      notEmpty: neverEmpty(a) && neverEmpty(b),
      ...(maybe.length > 0 ? { maybe } : {}),
    }),
  ]
}

/** Values it may have, when it is one text or one unknown with likely values. */
export function likely(value: Value): readonly string[] {
  const known = textOf(value)
  if (known !== undefined) return known.length <= 1000 ? [known] : []
  const [only] = value
  return value.length === 1 && only?.kind === 'unknown' ? (only.maybe ?? []) : []
}

/** The same part, but for whether it may be empty. */
function sameBut(a: WordPart, b: WordPart | undefined): WordPart | undefined {
  if (!b || a.kind !== b.kind) return undefined
  if (a.kind !== 'unknown' || b.kind !== 'unknown') {
    return a.kind !== 'unknown' && b.kind !== 'unknown' && a.text === b.text ? a : undefined
  }
  if (a.why !== b.why || a.fresh !== b.fresh || a.splits !== b.splits) return undefined
  return { ...a, notEmpty: a.notEmpty && b.notEmpty }
}

export function quoted(value: Value): Value {
  return value.map((part) => (part.kind === 'unknown' && part.splits ? { ...part, splits: false } : part))
}
