import type { Word, WordPart } from './command.ts'
import { unknown } from './value.ts'

/** One statement of a PowerShell text, taken apart into words. */
export interface PowerStatement {
  readonly command: readonly Word[]
  /** `$name = ...`: the name in lower case. */
  readonly assigned: string | undefined
  readonly redirects: readonly { readonly operator: string; readonly target: Word | undefined }[]
  /** Its input comes from another command. */
  readonly piped: boolean
  readonly source: string
  readonly start: number
  readonly end: number
}

interface Cursor {
  readonly text: string
  at: number
  readonly statements: PowerStatement[]
  depth: number
  problem: string | undefined
}

const MAX_NESTING = 60

/**
 * All statements, those in blocks, parentheses and strings after the one they stand in.
 * Variables in words are unknown parts whose `why` is `$name`.
 */
export function splitPowerShell(text: string): { statements: PowerStatement[]; problem: string | undefined } {
  const cursor: Cursor = { text, at: 0, statements: [], depth: 0, problem: undefined }
  while (cursor.at < text.length && cursor.problem === undefined) {
    readStatements(cursor, '')
    // A closing bracket that nothing opened.
    cursor.at++
  }
  return { statements: cursor.statements, problem: cursor.problem }
}

function readStatements(cursor: Cursor, closer: string): void {
  if (++cursor.depth > MAX_NESTING) {
    cursor.problem ??= 'it is nested too deeply'
    cursor.at = cursor.text.length
  }
  let piped = false
  while (cursor.at < cursor.text.length) {
    if (cursor.text[cursor.at] === closer || (closer === '' && /[)}]/.test(cursor.text[cursor.at] ?? '')))
      break
    const start = cursor.at
    piped = readStatement(cursor, closer, piped)
    if (cursor.at === start) cursor.at++
  }
  cursor.depth--
}

/** Reads up to and over the end of one statement; true when it is piped on. */
function readStatement(cursor: Cursor, closer: string, piped: boolean): boolean {
  const { text } = cursor
  const start = cursor.at
  const command: Word[] = []
  const redirects: { operator: string; target: Word | undefined }[] = []
  const place = cursor.statements.length
  let assigned: string | undefined
  let expression = false
  let call = false
  let end = start
  let pipes = false
  while (cursor.at < text.length) {
    skipBlanks(cursor)
    const char = text[cursor.at] ?? ''
    end = cursor.at
    if (char === '' || char === closer || (closer === '' && /[)}]/.test(char))) break
    if (char === ';' || char === '\n' || char === '\r' || char === '|' || char === '&') {
      const two = text.slice(cursor.at, cursor.at + 2)
      if (char === '&' && two !== '&&' && command.length === 0) {
        call = true
        cursor.at++
        continue
      }
      cursor.at += two === '&&' || two === '||' ? 2 : 1
      pipes = char === '|' && two !== '||'
      break
    }
    if (char === ',') {
      cursor.at++
      continue
    }
    const redirect = /^(?:[1-6*]?>>?)(?:&[12])?/.exec(text.slice(cursor.at, cursor.at + 6))?.[0]
    if (redirect !== undefined) {
      cursor.at += redirect.length
      skipBlanks(cursor)
      redirects.push({
        operator: redirect.replace(/&\d$/, ''),
        target: /&\d$/.test(redirect) ? undefined : readWord(cursor, closer),
      })
      end = cursor.at
      continue
    }
    const one = readWord(cursor, closer)
    end = cursor.at
    if (!one) {
      cursor.at++
      continue
    }
    const bare = /^\$(?:env:)?[A-Za-z_]\w*$/.test(one.source) ? one.source.slice(1).toLowerCase() : undefined
    const equals =
      bare !== undefined && command.length === 0
        ? /^\s*\+?=(?!=)/.exec(text.slice(cursor.at, cursor.at + 20))
        : null
    if (equals && bare !== undefined) {
      assigned = bare
      cursor.at += equals[0].length
      continue
    }
    if (command.length === 0 && !call && assigned === undefined && /^["'$(@\d]/.test(one.source))
      expression = true
    if (!(command.length === 0 && /^(?:return|\.)$/i.test(one.value ?? ''))) command.push(one)
  }
  const source = text.slice(start, end).trim()
  const isCommand = command.length > 0 && !expression
  if (isCommand || assigned !== undefined || redirects.length > 0) {
    const words =
      isCommand || assigned !== undefined
        ? command
        : [{ value: ':', parts: [{ kind: 'text', text: ':' } as const], source: ':' }]
    cursor.statements.splice(place, 0, { command: words, assigned, redirects, piped, source, start, end })
  }
  return pipes
}

function skipBlanks(cursor: Cursor): void {
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

function readWord(cursor: Cursor, closer: string): Word | undefined {
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
      nested(cursor, two.startsWith('@') ? 2 : 1)
      parts.push(unknown(char === '{' ? 'a block' : 'what an expression gives', { splits: true }))
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
    nested(cursor, 2)
    parts.push(unknown('what an expression gives'))
  } else {
    add('$')
    cursor.at++
  }
}

/** Reads the statements in brackets; the cursor stands before them. */
function nested(cursor: Cursor, opener: number): void {
  const open = cursor.text[cursor.at + opener - 1]
  const closer = open === '{' ? '}' : ')'
  cursor.at += opener
  readStatements(cursor, closer)
  if (cursor.text[cursor.at] !== closer) cursor.problem ??= 'a bracket is not closed'
  cursor.at++
}
