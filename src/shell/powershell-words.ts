import type { Word } from './command.ts'
import { type Cursor, readWord, skipBlanks } from './powershell-word.ts'

/** One statement of a PowerShell text, taken apart into words. */
export interface PowerStatement {
  readonly command: readonly Word[]
  /** `$name = ...`: the name in lower case. */
  readonly assigned: string | undefined
  readonly redirects: readonly { readonly operator: string; readonly target: Word | undefined }[]
  /** Its input comes from another command. */
  readonly piped: boolean
  /** Its input is this text or variable: `'x' | iex`. */
  readonly input: Word | undefined
  /** What is assigned, as written. */
  readonly value: string
  readonly source: string
  readonly start: number
  readonly end: number
}

const MAX_NESTING = 60

/**
 * All statements, those in blocks, parentheses and strings after the one they stand in.
 * Variables in words are unknown parts whose `why` is `$name`.
 */
export function splitPowerShell(text: string): { statements: PowerStatement[]; problem: string | undefined } {
  const cursor: Cursor = {
    text,
    at: 0,
    statements: [],
    depth: 0,
    problem: undefined,
    nested: (opener) => nested(cursor, opener),
  }
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
  let piped: boolean | Word = false
  while (cursor.at < cursor.text.length) {
    if (cursor.text[cursor.at] === closer || (closer === '' && /[)}]/.test(cursor.text[cursor.at] ?? '')))
      break
    const start = cursor.at
    piped = readStatement(cursor, closer, piped)
    if (cursor.at === start) cursor.at++
  }
  cursor.depth--
}

/** Reads up to and over the end of one statement; what is piped on: its words (true) or a text. */
function readStatement(cursor: Cursor, closer: string, piped: boolean | Word): boolean | Word {
  const { text } = cursor
  const start = cursor.at
  const command: Word[] = []
  const redirects: { operator: string; target: Word | undefined }[] = []
  const place = cursor.statements.length
  let assigned: string | undefined
  let expression = false
  let valueAt = start
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
    const name =
      command.length === 0 && assigned === undefined
        ? assignedName(text.slice(cursor.at, cursor.at + 200))
        : undefined
    if (name) {
      assigned = name.name
      cursor.at += name.length
      valueAt = cursor.at
      continue
    }
    // `& (Get-Command x)`: a name that is looked up.
    const looked =
      call && command.length === 0 ? LOOKED_UP.exec(text.slice(cursor.at, cursor.at + 200)) : null
    if (looked?.[1] !== undefined) {
      cursor.at += looked[0].length
      command.push({ value: looked[1], parts: [{ kind: 'text', text: looked[1] }], source: looked[0] })
      continue
    }
    const one = readWord(cursor, closer)
    end = cursor.at
    if (!one) {
      cursor.at++
      continue
    }
    // `foreach ($x in command)`.
    if (command.length === 1 && expression && /^in$/i.test(one.value ?? '')) {
      command.length = 0
      expression = false
      continue
    }
    if (command.length === 0 && !call && assigned === undefined && /^["'$(@\d]/.test(one.source))
      expression = true
    const dot = one.value === '.' && !/^[ \t]+\S*[\\/]\S*/.test(text.slice(cursor.at, cursor.at + 200))
    if (!(command.length === 0 && (dot || /^return$/i.test(one.value ?? '')))) command.push(one)
  }
  const source = text.slice(start, end).trim()
  const isCommand = command.length > 0 && !expression
  if (isCommand || assigned !== undefined || redirects.length > 0) {
    const words =
      isCommand || assigned !== undefined
        ? command
        : [{ value: ':', parts: [{ kind: 'text', text: ':' } as const], source: ':' }]
    const input = typeof piped === 'boolean' ? undefined : piped
    const value = text.slice(valueAt, end).trim()
    cursor.statements.splice(place, 0, {
      command: words,
      assigned,
      redirects,
      piped: piped !== false,
      input,
      value,
      source,
      start,
      end,
    })
  }
  const [only] = command
  return pipes && expression && command.length === 1 && only ? only : pipes
}

const LOOKED_UP = /^\(\s*(?:get-command|gcm)\s+['"]?([\w.-]+)['"]?\s*\)/i

/** `$name =`, `[string]$name =`, `$env:NAME +=`: the name in lower case, and how long that is. */
function assignedName(text: string): { readonly name: string; readonly length: number } | undefined {
  const match =
    /^(?:\[[\w.[\]]{1,60}\]\s*)?\$(?:\{([^}]{1,100})\}|((?:\w{1,20}:)?[A-Za-z_]\w*))\s*[-+*/]?=(?!=)/.exec(
      text,
    )
  const name = match?.[1] ?? match?.[2]
  return match && name !== undefined
    ? { name: name.toLowerCase().replace(/^(?:script|global|local):/, ''), length: match[0].length }
    : undefined
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
