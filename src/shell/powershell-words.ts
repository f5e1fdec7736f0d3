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

/** Reads the statements in brackets; the cursor stands before them. */
function nested(cursor: Cursor, opener: number): void {
  const open = cursor.text[cursor.at + opener - 1]
  const closer = open === '{' ? '}' : ')'
  cursor.at += opener
  readStatements(cursor, closer)
  if (cursor.text[cursor.at] !== closer) cursor.problem ??= 'a bracket is not closed'
  cursor.at++
}
