import { IS_KEPT } from '../host/kept.ts'

/**
 * What small expressions would do, on the path of every call: the engine compiles each of them anew
 * in every process, and once more when it runs a second time. (In an image they are compiled already.)
 */

/** Whether the text holds one of the characters. */
export function holdsAny(text: string, characters: string): boolean {
  for (let at = 0; at < characters.length; at++) if (text.includes(characters.charAt(at))) return true
  return false
}

/** The pieces between these characters, the empty ones too. */
export function splitAtAny(text: string, characters: string): string[] {
  let pieces = [text]
  for (const character of characters) {
    if (text.includes(character)) pieces = pieces.flatMap((piece) => piece.split(character))
  }
  return pieces
}

/** The words between spaces. */
export function spacedWords(text: string): string[] {
  const words = isPrintable(text) ? text.split(' ') : text.split(/\s+/)
  return words.filter((word) => word !== '')
}

/** Whether the text is ASCII, and without line breaks, tabs and other control characters. */
export function isPrintable(text: string): boolean {
  if (IS_KEPT) return !/[^ -~]/.test(text)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x20 || code > 0x7e) return false
  }
  return true
}
