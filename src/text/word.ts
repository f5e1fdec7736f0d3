/** Where the ASCII word that starts at `start` ends; `start` itself where none does. */
export function endOfWord(text: string, start: number): number {
  let end = start
  while (isWordCode(text.charCodeAt(end))) end++
  return end
}

/** Whether the character is one of an ASCII word: a letter, a digit or `_`. */
function isWordCode(code: number): boolean {
  const lower = code | 0x20
  return (lower >= 0x61 && lower <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x5f
}
