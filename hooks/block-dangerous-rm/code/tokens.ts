import type { WordPart } from '../../../src/shell/command.ts'

/** A token of a scripting language: enough of Python, JavaScript, Perl, Ruby and PHP to find calls. */
export interface Token {
  readonly kind: 'name' | 'string' | 'shell' | 'number' | 'mark'
  readonly text: string
  /** string, shell (backticks of Perl, Ruby, PHP): what it holds. */
  readonly parts?: readonly WordPart[]
  /** It is the first on its line. */
  readonly newLine: boolean
}

/** What the caller puts where a part of the code is not known. */
const UNKNOWN_STRETCH = '\uFFFC'
const HASH_COMMENTS = /^(?:python|perl|ruby|php|awk)$/
const SLASH_COMMENTS = /^(?:javascript|typescript|php)$/

/** Splits code into tokens. Never fails: what it does not know is a mark of one character. */
export function tokensOf(language: string, code: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  let newLine = true
  const push = (kind: Token['kind'], text: string, parts?: readonly WordPart[]) => {
    tokens.push({ kind, text, newLine, ...(parts ? { parts } : {}) })
    newLine = false
  }
  while (at < code.length) {
    const char = code[at] ?? ''
    if (/\s/.test(char)) {
      if (char === '\n') newLine = true
      at++
      continue
    }
    const skipped = commentEnd(language, code, at)
    if (skipped > at) {
      at = skipped
      continue
    }
    const quoted = readString(language, code, at, tokens.at(-1))
    if (quoted) {
      push(quoted.shell ? 'shell' : 'string', code.slice(at, quoted.end), quoted.parts)
      at = quoted.end
      continue
    }
    const name = /^[$@%]?[\p{L}_\uFFFC][\p{L}\p{N}_\uFFFC]*|^\$/u.exec(code.slice(at, at + 200))
    if (name && (name[0] !== '%' || language === 'perl')) {
      push('name', name[0])
      at += name[0].length
      continue
    }
    const number = /^\d[\w.]*/.exec(code.slice(at, at + 100))
    push(number ? 'number' : 'mark', number?.[0] ?? char)
    at += number?.[0].length ?? 1
  }
  return tokens
}

function commentEnd(language: string, code: string, at: number): number {
  const line = () => {
    const end = code.indexOf('\n', at)
    return end < 0 ? code.length : end
  }
  if (code[at] === '#' && HASH_COMMENTS.test(language)) return line()
  if (code.startsWith('//', at) && SLASH_COMMENTS.test(language)) return line()
  if (code.startsWith('/*', at) && SLASH_COMMENTS.test(language)) {
    const end = code.indexOf('*/', at)
    return end < 0 ? code.length : end + 2
  }
  return at
}

interface Quoted {
  readonly end: number
  readonly parts: readonly WordPart[]
  readonly shell: boolean
}

const PAIRS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }

function readString(
  language: string,
  code: string,
  at: number,
  before: Token | undefined,
): Quoted | undefined {
  const rest = code.slice(at, at + 8)
  if (language === 'python') {
    const open = /^([rRbBfFuU]{0,2})('''|"""|'|")/.exec(rest)
    if (!open) return undefined
    const prefix = (open[1] ?? '').toLowerCase()
    const quote = open[2] ?? "'"
    const body = untilQuote(code, at + open[0].length, quote)
    const holes = prefix.includes('f') ? /\{[^{}]*\}/ : undefined
    return { end: body.end, parts: partsOf(body.text, prefix.includes('r'), holes), shell: false }
  }
  // q(...), qq{...}, qx/.../, %x(...), %q(...): Perl and Ruby.
  const special = (language === 'perl' || language === 'ruby') && /^(qx|qq?|%[xqQ])\s?([([{</|!~])/.exec(rest)
  if (special && before?.text !== '.' && before?.text !== '{') {
    const open = special[2] ?? '('
    const body = untilQuote(code, at + special[0].length, PAIRS[open] ?? open)
    const shell = /x$/.test(special[1] ?? '')
    return { end: body.end, parts: partsOf(body.text, false, interpolation(language)), shell }
  }
  const quote = rest[0] ?? ''
  if (quote !== "'" && quote !== '"' && quote !== '`') return undefined
  if (quote === '`' && language === 'python') return undefined
  const body = untilQuote(code, at + 1, quote)
  const template = quote === '`' && SLASH_COMMENTS.test(language) && language !== 'php'
  const holes = template
    ? /\$\{[^{}]*\}/
    : quote === '"' || quote === '`'
      ? interpolation(language)
      : undefined
  return {
    end: body.end,
    parts: partsOf(body.text, quote === "'" && language !== 'javascript', holes),
    shell: quote === '`' && !template,
  }
}

function interpolation(language: string): RegExp | undefined {
  if (language === 'ruby') return /#\{[^{}]*\}/
  return language === 'perl' || language === 'php'
    ? /\$\w+(?:\{[^}]*\}|\[[^\]]*\]|->\w+)*|\{\$[^}]*\}|@\w+/
    : undefined
}

function untilQuote(
  code: string,
  from: number,
  quote: string,
): { readonly text: string; readonly end: number } {
  let at = from
  while (at < code.length && !code.startsWith(quote, at)) at += code[at] === '\\' ? 2 : 1
  return { text: code.slice(from, at), end: Math.min(code.length, at + quote.length) }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0' }

/** The value of a string's text: escapes resolved, interpolated stretches unknown. */
function partsOf(text: string, raw: boolean, holes: RegExp | undefined): WordPart[] {
  const parts: WordPart[] = []
  let rest = text
  while (rest !== '') {
    const hole = holes?.exec(rest)
    const mark = rest.indexOf(UNKNOWN_STRETCH)
    const end = Math.min(hole?.index ?? rest.length, mark < 0 ? rest.length : mark)
    if (end > 0) parts.push({ kind: 'text', text: unescaped(rest.slice(0, end), raw) })
    if (end === rest.length) break
    const length = mark === end ? 1 : (hole?.[0].length ?? 1)
    parts.push({ kind: 'unknown', why: rest.slice(end, end + length), notEmpty: false, splits: false })
    rest = rest.slice(end + length)
  }
  return parts
}

function unescaped(text: string, raw: boolean): string {
  if (raw) return text.replace(/\\(['\\])/g, '$1')
  return text.replace(/\\(x[\da-fA-F]{2}|u[\da-fA-F]{4}|.)/gs, (_all, one: string) => {
    if (one.length > 1) return String.fromCharCode(Number.parseInt(one.slice(1), 16))
    return ESCAPES[one] ?? one
  })
}
