/**
 * The words of a command that is run without a shell: split at blanks, with single and
 * double quotes grouping and a backslash taking the next character as it is (not inside
 * single quotes). Nothing is expanded.
 */
export function splitWords(command: string): string[] {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (let at = 0; at < command.length; at++) {
    const character = command[at] ?? ''
    if (character === '\\' && quote !== "'" && at + 1 < command.length) word = (word ?? '') + command[++at]
    else if (quote !== '') {
      if (character === quote) quote = ''
      else word = (word ?? '') + character
    } else if (character === "'" || character === '"') {
      quote = character
      word ??= ''
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = (word ?? '') + character
  }
  if (word !== undefined) words.push(word)
  return words
}
