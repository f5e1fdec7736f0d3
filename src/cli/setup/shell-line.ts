/** The words as one line for a POSIX shell, quoted where they have to be. */
export function shellLine(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\"'\"'")}'`))
    .join(' ')
}

/**
 * The words of one simple command with plain quotes; variables stay as they are written.
 * Undefined for a text that is more: several commands, redirections, substitutions.
 */
export function splitShellWords(line: string): string[] | undefined {
  const words: string[] = []
  let word: string | undefined
  for (let at = 0; at < line.length; at++) {
    const char = line[at] ?? ''
    if (char === "'" || char === '"') {
      const end = line.indexOf(char, at + 1)
      if (end < 0) return undefined
      const inside = line.slice(at + 1, end)
      if (char === '"' && /[`\\]|\$\(/.test(inside)) return undefined
      word = (word ?? '') + inside
      at = end
    } else if (/\s/.test(char)) {
      if (char === '\n' && words.length > 0 && line.slice(at).trim() !== '') return undefined
      if (word !== undefined) words.push(word)
      word = undefined
    } else if (char === '\\') {
      at++
      word = (word ?? '') + (line[at] ?? '')
    } else if (/[;&|<>()`#*?~]/.test(char) || (char === '$' && line[at + 1] === '(')) return undefined
    else word = (word ?? '') + char
  }
  if (word !== undefined) words.push(word)
  return words.length === 0 ? undefined : words
}
