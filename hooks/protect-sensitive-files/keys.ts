import { endOfWord } from '../../src/text/word.ts'
import { ENDINGS, NAMES, OTHER_BITS, OTHER_SIGNS, OTHERS } from './names.generated.ts'

/**
 * The patterns that may match a path, as bits in the order of the compiled list; 0: none, which
 * settles almost every call without compiling one expression. The path has to be in lower case.
 */
export function bitsOf(path: string): number {
  return bitsIn(path, hasSign(path))
}

/** The expression is compiled anew in every process, so it is only asked where it could say yes. */
const hasSign = (text: string) => OTHER_SIGNS.some((sign) => text.includes(sign))

function bitsIn(path: string, signed: boolean): number {
  let bits = signed && OTHERS.test(path) ? OTHER_BITS : 0
  for (const part of path.split('/')) bits |= NAMES.get(part) ?? 0
  const dot = path.lastIndexOf('.')
  return dot < 0 ? bits : bits | (ENDINGS.get(path.slice(dot + 1)) ?? 0)
}

/** Whether shell text, in lower case and without quotes, has a word that may name a protected path. */
export function mentions(text: string): boolean {
  const signed = hasSign(text)
  for (let start = 0; start < text.length; ) {
    const end = endOfName(text, start)
    if (end > start) {
      const token = text.slice(start, end)
      if (bitsIn(token, signed) !== 0) return true
      if (token.startsWith('-') && bitsIn(withoutOption(token), signed) !== 0) return true
    }
    start = end + 1
  }
  return false
}

/** Where the characters end that a path is written with: those of words and `.~/-`. */
function endOfName(text: string, start: number): number {
  let end = endOfWord(text, start)
  while (end < text.length && '.~/-'.includes(text.charAt(end))) end = endOfWord(text, end + 1)
  return end
}

/** A value right behind an option's letter. */
function withoutOption(token: string): string {
  let at = 0
  while (token[at] === '-') at++
  return endOfWord(token, at) > at ? token.slice(at + 1) : token
}
