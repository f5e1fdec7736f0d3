import type { Argument } from './call.ts'
import { matchesAny } from './wildcard.ts'

export interface PhraseMatch {
  /** Operands that the phrase took; what follows them is the rest of the command. */
  readonly length: number
  /** False: an operand whose value is not known might be the word. */
  readonly sure: boolean
}

/**
 * Whether the operands say one of the phrases (see `Tool.writes`). With `more` set, further
 * operands come at run time, so that a phrase which only lacks its end may still be said.
 */
export function matchPhrases(
  phrases: readonly string[],
  operands: readonly Argument[],
  more: boolean,
): PhraseMatch | undefined {
  let unsure: PhraseMatch | undefined
  for (const phrase of phrases) {
    const match = phrase.startsWith('... ')
      ? anywhere(phrase.slice(4), operands, more)
      : inOrder(phrase === '' ? [] : phrase.split(' '), operands, more)
    if (match?.sure) return match
    unsure ??= match
  }
  return unsure
}

function inOrder(
  words: readonly string[],
  operands: readonly Argument[],
  more: boolean,
): PhraseMatch | undefined {
  let sure = true
  for (const [index, word] of words.entries()) {
    const operand = operands[index]
    if (!operand) return more ? { length: operands.length, sure: false } : undefined
    if (operand.value === undefined) sure = false
    else if (!matchesAny(word.split('|'), operand.value)) return undefined
    // What an open expansion becomes may be all the remaining words.
    if (operand.open) return { length: index + 1, sure: false }
  }
  return { length: words.length, sure }
}

/** How far into a command line a cloud's verb stands at most: groups come first. */
const MAX_DEPTH = 6
const MAX_GROUPS = 2

function anywhere(word: string, operands: readonly Argument[], more: boolean): PhraseMatch | undefined {
  const names = word.split('|')
  let unsure: PhraseMatch | undefined
  for (const [index, operand] of operands.slice(0, MAX_DEPTH).entries()) {
    if (operand.value === undefined) {
      // Further back stand the names of things, which often are not known.
      if (index < MAX_GROUPS) unsure ??= { length: index + 1, sure: false }
    } else if (matchesAny(names, operand.value)) return { length: index + 1, sure: true }
  }
  if (more && operands.length < MAX_GROUPS) unsure ??= { length: operands.length, sure: false }
  return unsure
}
