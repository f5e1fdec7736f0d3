/**
 * What small expressions would do, on the path of every call: the engine compiles each of them anew
 * in every process, and once more when it runs a second time.
 */

/** Whether the text holds one of the characters. */
export function holdsAny(text: string, characters: string): boolean {
  for (let at = 0; at < characters.length; at++) if (text.includes(characters.charAt(at))) return true
  return false
}

/** The pieces between these characters, the empty ones too. */
export function splitAtAny(text: string, characters: string): string[] {
  const pieces: string[] = []
  let start = 0
  for (let at = 0; at < text.length; at++) {
    if (!characters.includes(text.charAt(at))) continue
    pieces.push(text.slice(start, at))
    start = at + 1
  }
  pieces.push(text.slice(start))
  return pieces
}

/** The words between spaces. */
export function spacedWords(text: string): string[] {
  const words = isPrintable(text) ? text.split(' ') : text.split(/\s+/)
  return words.filter((word) => word !== '')
}

/** Whether the text is ASCII, and without line breaks, tabs and other control characters. */
export function isPrintable(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x20 || code > 0x7e) return false
  }
  return true
}
