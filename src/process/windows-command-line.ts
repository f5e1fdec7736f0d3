/**
 * Windows gives a program one text instead of a list of arguments. How most programs take it
 * apart: "Parsing C command-line arguments", learn.microsoft.com/cpp/c-language.
 */

/** The text of an argv; the inverse of `splitCommandLine` for names of programs, which hold no quote. */
export function commandLine(argv: readonly string[]): string {
  if (isShell(argv)) return [...argv.slice(0, 4), `"${argv.slice(4).join(' ')}"`].join(' ')
  return argv.map(quoted).join(' ')
}

/**
 * `cmd /d /s /c COMMAND`: cmd takes the rest of the line as it is, without the outer quotes, and
 * knows no backslash before a quote.
 */
export function isShell([program = '', ...words]: readonly string[]): boolean {
  return /(?:^|[\\/])cmd(?:\.exe)?$/i.test(program) && words.slice(0, 3).join(' ') === '/d /s /c'
}

/** Quotes only where it has to be, as Node does: some programs take `"/c"` for something else. */
function quoted(word: string): string {
  if (word !== '' && !/[ \t\n\v"]/.test(word)) return word
  return `"${word.replace(/(\\*)("|$)/g, (_, slashes: string, quote: string) => slashes + slashes + (quote && '\\"'))}"`
}

/** The arguments of a command line, the program's name first. */
export function splitCommandLine(line: string): string[] {
  const words: string[] = []
  let at = 0
  const isSpace = (char: string | undefined) => char === ' ' || char === '\t'
  while (at < line.length || words.length === 0) {
    let word = ''
    let inQuotes = false
    for (; at < line.length && (inQuotes || !isSpace(line[at])); at++) {
      let slashes = 0
      // In the program's name a backslash is one, since a path may end in it.
      if (words.length > 0) while (line[at + slashes] === '\\') slashes++
      at += slashes
      if (line[at] !== '"') {
        word += '\\'.repeat(slashes)
        if (slashes > 0) at--
        else word += line[at]
        continue
      }
      word += '\\'.repeat(slashes >> 1)
      if (slashes % 2 === 1) word += '"'
      else if (words.length > 0 && inQuotes && line[at + 1] === '"') word += line[at++]
      else inQuotes = !inQuotes
    }
    words.push(word)
    while (isSpace(line[at])) at++
  }
  return words
}
