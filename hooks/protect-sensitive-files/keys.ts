import { ENDINGS, NAMES, OTHER_BITS, OTHER_SIGNS, OTHERS } from './names.generated.ts'

/**
 * The patterns that may match a path, as bits in the order of the compiled list; 0: none, which
 * settles almost every call without compiling one expression. The path has to be in lower case.
 */
export function bitsOf(path: string): number {
  // The expression is compiled anew in every process, so it is only asked where it could say yes.
  let bits = OTHER_SIGNS.some((sign) => path.includes(sign)) && OTHERS.test(path) ? OTHER_BITS : 0
  for (const part of path.split('/')) bits |= NAMES.get(part) ?? 0
  const dot = path.lastIndexOf('.')
  return dot < 0 ? bits : bits | (ENDINGS.get(path.slice(dot + 1)) ?? 0)
}

/** Whether shell text, in lower case and without quotes, has a word that may name a protected path. */
export function mentions(text: string): boolean {
  for (const [token] of text.matchAll(/[\w.~/-]+/g)) {
    if (bitsOf(token) !== 0) return true
    // A value right behind an option's letter.
    if (token.startsWith('-') && bitsOf(token.replace(/^-+\w/, '')) !== 0) return true
  }
  return false
}
