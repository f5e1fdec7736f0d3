/** Whether the character is one of an ASCII word: a letter, a digit or `_`. */
export function isWordCode(code: number): boolean {
  const lower = code | 0x20
  return (lower >= 0x61 && lower <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x5f
}
