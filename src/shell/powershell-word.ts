import type { Word, WordPart } from './command.ts'
import type { PowerStatement } from './powershell-words.ts'
import { unknown } from './value.ts'

/** A text while it is read. */
export interface Cursor {
  readonly text: string
  at: number
  readonly statements: PowerStatement[]
  /** Reads the statements in brackets; the cursor stands before them. */
  readonly nested: (opener: number) => void
  depth: number
  problem: string | undefined
}

/** Steps over blanks, comments and lines that go on. */
export function skipBlanks(cursor: Cursor): void {
  const { text } = cursor
  for (;;) {
    const char = text[cursor.at]
    if (char === ' ' || char === '\t') cursor.at++
    else if (char === '`' && /^`\r?\n/.test(text.slice(cursor.at, cursor.at + 3)))
      cursor.at += text[cursor.at + 1] === '\r' ? 3 : 2
    else if (char === '#') cursor.at = orEnd(text, text.indexOf('\n', cursor.at))
    else if (char === '<' && text[cursor.at + 1] === '#')
      cursor.at = orEnd(text, text.indexOf('#>', cursor.at + 2), 2)
    else return
  }
}

function orEnd(text: string, found: number, more = 0): number {
  return found < 0 ? text.length : found + more
}

const ENDS = /[\s;|&,)}]/

/** One word; undefined when none begins here. */
export function readWord(cursor: Cursor, closer: string): Word | undefined {
  const { text } = cursor
  const start = cursor.at
  const parts: WordPart[] = []
  const add = (more: string) => {
    const last = parts.at(-1)
    if (last?.kind === 'text') parts[parts.length - 1] = { kind: 'text', text: last.text + more }
    else parts.push({ kind: 'text', text: more })
  }
  while (cursor.at < text.length) {
    const char = text[cursor.at] ?? ''
    if (ENDS.test(char) || char === closer || (char === '>' && cursor.at > start)) break
    const two = text.slice(cursor.at, cursor.at + 2)
    if (two === "@'" || two === '@"') {
      const end = orEnd(text, text.indexOf(`\n${two[1]}@`, cursor.at))
      add(text.slice(cursor.at + 2, end).replace(/^\r?\n/, ''))
      cursor.at = Math.min(text.length, end + 3)
    } else if (/['\u2018\u2019]/.test(char)) add(singleQuoted(cursor))
    else if (/["\u201c\u201d]/.test(char)) doubleQuoted(cursor, parts, add)
    else if (char === '`') {
      add(text[cursor.at + 1] ?? '')
      cursor.at += 2
    } else if (char === '$') dollar(cursor, parts, add)
    else if (char === '(' || char === '{' || two === '@(' || two === '@{') {
      const method =
        parts.length === 1 && parts[0]?.kind === 'text' && parts[0].text.includes('::') && char === '('
      // `[IO.Directory]::Delete("x")`: its arguments are words of it.
      if (method) {
        cursor.at++
        break
      }
      const from = cursor.at
      cursor.nested(two.startsWith('@') ? 2 : 1)
      const inner = char === '(' ? text.slice(from, cursor.at) : ''
      const why = inner.length > 2 && inner.length < 300 ? inner : 'what an expression gives'
      parts.push(unknown(char === '{' ? 'a block' : why, { splits: true }))
    } else {
      add(char)
      cursor.at++
    }
  }
  if (cursor.at === start) return undefined
  const [only] = parts
  const value = parts.length === 0 ? '' : parts.length === 1 && only?.kind === 'text' ? only.text : undefined
  return { value, parts, source: text.slice(start, cursor.at) }
}

function singleQuoted(cursor: Cursor): string {
  const { text } = cursor
  let value = ''
  cursor.at++
  while (cursor.at < text.length) {
    const char = text[cursor.at] ?? ''
    if (/['\u2018\u2019]/.test(char)) {
      if (!/['\u2018\u2019]/.test(text[cursor.at + 1] ?? '')) break
      cursor.at++
    }
    value += char
    cursor.at++
  }
  if (cursor.at >= text.length) cursor.problem ??= 'a quote is not closed'
  cursor.at++
  return value
}

function doubleQuoted(cursor: Cursor, parts: WordPart[], add: (more: string) => void): void {
  const { text } = cursor
  cursor.at++
  while (cursor.at < text.length) {
    const char = text[cursor.at] ?? ''
    if (/["\u201c\u201d]/.test(char)) {
      if (text[cursor.at + 1] !== '"') break
      add('"')
      cursor.at += 2
    } else if (char === '`') {
      add(ESCAPES[text[cursor.at + 1] ?? ''] ?? text[cursor.at + 1] ?? '')
      cursor.at += 2
    } else if (char === '$') dollar(cursor, parts, add)
    else {
      add(char)
      cursor.at++
    }
  }
  if (cursor.at >= text.length) cursor.problem ??= 'a quote is not closed'
  cursor.at++
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '0': '' }

/** A variable, `$(...)`, or a plain dollar. */
function dollar(cursor: Cursor, parts: WordPart[], add: (more: string) => void): void {
  const { text } = cursor
  const rest = text.slice(cursor.at, cursor.at + 200)
  const name = /^\$(?:\{([^}]{1,100})\}|((?:[A-Za-z_]\w{0,60}:)?[A-Za-z_]\w{0,100}|[_$?^]))/.exec(rest)
  if (name) {
    cursor.at += name[0].length
    parts.push(unknown(`$${name[1] ?? name[2] ?? ''}`))
  } else if (text[cursor.at + 1] === '(') {
    cursor.nested(2)
    parts.push(unknown('what an expression gives'))
  } else {
    add('$')
    cursor.at++
  }
}
