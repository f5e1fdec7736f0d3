import type { WordPart } from './command.ts'

/** A shell pattern taken apart; undefined when it holds what is not followed here. */
export type Pattern = readonly Token[]

type Token =
  | { readonly kind: 'char'; readonly char: string }
  | { readonly kind: 'one' }
  | { readonly kind: 'any' }

const MAX_TOKENS = 200
const MAX_VALUE = 2000

export function patternOf(parts: readonly WordPart[]): Pattern | undefined {
  const tokens: Token[] = []
  for (const part of parts) {
    if (part.kind === 'unknown') return undefined
    if (part.kind === 'text') tokens.push(...[...part.text].map((char): Token => ({ kind: 'char', char })))
    else if (part.text === '*') tokens.push({ kind: 'any' })
    else if (part.text === '?') tokens.push({ kind: 'one' })
    else return undefined
    if (tokens.length > MAX_TOKENS) return undefined
  }
  return tokens
}

/**
 * The lengths of prefixes of `value` that the pattern matches, in ascending order. Takes
 * time in proportion to length of value times length of pattern.
 */
export function prefixLengths(value: readonly string[], pattern: Pattern): number[] | undefined {
  if (value.length > MAX_VALUE) return undefined
  let reached = new Set([0])
  for (const token of pattern) {
    const next = new Set<number>()
    if (token.kind === 'any') {
      const least = Math.min(...reached)
      for (let at = least; at <= value.length; at++) next.add(at)
    } else {
      for (const at of reached) {
        if (at < value.length && (token.kind === 'one' || value[at] === token.char)) next.add(at + 1)
      }
    }
    if (next.size === 0) return []
    reached = next
  }
  return [...reached].sort((a, b) => a - b)
}

export function suffixLengths(value: readonly string[], pattern: Pattern): number[] | undefined {
  return prefixLengths(value.toReversed(), pattern.toReversed())
}
