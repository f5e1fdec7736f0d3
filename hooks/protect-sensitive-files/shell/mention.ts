import { foldCase } from '../forms.ts'
import { mentions } from '../keys.ts'

/**
 * What can spell a name without showing it: expansions, globs, braces, escapes beyond a plain
 * backslash, and code that is decoded first.
 */
const HIDING = /[$`*?[\]{}]|\b(?:base64|xxd|eval|rev|openssl|python\d?|node|deno|bun|perl|ruby|php)\b/

/** Programs without which nothing here is a read or a write. */
const HARMLESS_HEADS = /^\s*(?:ls|pwd|cd|date|whoami|true|false)(?:\s+[\w./~ -]*)?$/

/**
 * Whether shell text may touch a protected file; when not, it is not parsed. Errs on the side
 * of parsing: names may be quoted in parts, and what could hide one counts as one.
 */
export function mayTouch(text: string): boolean {
  if (HARMLESS_HEADS.test(text)) return false
  return HIDING.test(text) || namesProtected(text)
}

/** Whether the text has a protected name in it, quoted or not. */
export function namesProtected(text: string): boolean {
  return mentions(foldCase(text.replace(/['"\\]/g, '')))
}
