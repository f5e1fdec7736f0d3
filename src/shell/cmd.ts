import type { Command, Redirect, ShellWorld, Word } from './command.ts'
import { text, unknown, type Value, word } from './value.ts'

/** The commands of a text for cmd.exe: words in double quotes, `^` escapes, `%NAME%`. */
export function readCmd(code: string, world: ShellWorld): Omit<Command, 'via'>[] {
  const commands: Omit<Command, 'via'>[] = []
  const whole = /^"(.*)"$/s.exec(code.trim())?.[1]
  for (const piece of pieces(whole ?? code)) {
    const { bare, redirects } = withoutRedirects(piece, world)
    const argv = wordsOf(bare, world)
    const [first] = argv
    if (!first) continue
    commands.push({
      argv,
      cwd: world.cwd,
      redirects,
      environment: {},
      wraps: false,
      moreOperands: false,
      source: piece.trim(),
      start: 0,
      end: 0,
    })
  }
  return commands
}

const REDIRECT = /(?:>>?|<)[ \t]*("[^"]*"?|[^\s"<>|&]+|&\d)/y

/** `> file` outside of quotes, taken out of the text. */
function withoutRedirects(piece: string, world: ShellWorld): { bare: string; redirects: Redirect[] } {
  const redirects: Redirect[] = []
  let bare = ''
  let quotes = false
  for (let at = 0; at < piece.length; at++) {
    const char = piece[at] ?? ''
    if (char === '"') quotes = !quotes
    REDIRECT.lastIndex = at
    const match = !quotes && (char === '>' || char === '<') ? REDIRECT.exec(piece) : null
    if (!match) {
      bare += char === '^' && !quotes ? piece.slice(at, at + 2) : char
      if (char === '^' && !quotes) at++
      continue
    }
    const [target] = wordsOf(match[1] ?? '', world)
    const operator = match[0].startsWith('>>') ? '>>' : char
    if (target && !/^(?:nul|&\d)$/i.test(target.value ?? '')) {
      redirects.push({ operator, target, writes: char === '>', reads: char === '<' })
    }
    // `2>` is a number of the redirection.
    bare = `${/^\s?\d$/.test(bare.slice(-2)) ? bare.slice(0, -1) : bare} `
    at = REDIRECT.lastIndex - 1
  }
  return { bare, redirects }
}

function pieces(code: string): string[] {
  const found: string[] = []
  let piece = ''
  let quotes = false
  for (let at = 0; at < code.length; at++) {
    const char = code[at] ?? ''
    if (char === '"') quotes = !quotes
    if (char === '^' && !quotes) {
      piece += code.slice(at, at + 2)
      at++
    } else if (!quotes && /[&|\n()]/.test(char)) {
      found.push(piece)
      piece = ''
    } else piece += char
  }
  return [...found, piece]
}

function wordsOf(piece: string, world: ShellWorld): Word[] {
  const words: Word[] = []
  for (const match of piece.matchAll(/(?:"[^"]*"?|\^.|[^\s"^])+/g)) {
    const bare = match[0].replace(/\^(.)/g, '$1').replaceAll('"', '')
    // `rd /s/q` is `rd /s /q`; `del/q` is `del /q`.
    const split = /^[a-z]{0,8}(?:\/[a-z])+$/i.test(bare) ? bare.split(/(?=\/)/) : [bare]
    for (const one of split) words.push(word(variables(one, world), one))
  }
  return words
}

function variables(written: string, world: ShellWorld): Value {
  return written.split(/(%[A-Za-z_()0-9]{1,50}%)/).flatMap((piece, index): Value => {
    if (index % 2 === 0) return text(piece)
    const name = piece.slice(1, -1)
    const value = /^userprofile$/i.test(name)
      ? world.home
      : (world.env(name) ?? world.env(name.toUpperCase()))
    return value === undefined ? [unknown(`${piece}, which is not set here`)] : text(value)
  })
}
