/** 1 for the codes of characters of an ASCII word: letters, digits and `_`. */
const WORD = new Uint8Array(128)
for (const char of '0123456789_abcdefghijklmnopqrstuvwxyz') {
  WORD[char.charCodeAt(0)] = 1
  WORD[char.toUpperCase().charCodeAt(0)] = 1
}

/** Where the ASCII word that starts at `start` ends; `start` itself where none does. */
export function endOfWord(text: string, start: number): number {
  let end = start
  while (WORD[text.charCodeAt(end)] === 1) end++
  return end
}
