import { longQuotes, type Stretch } from './quotes.ts'

/** A text in which long bodies of here-documents and long quoted strings are blanked, so that only the rest counts. */
export interface SetAside {
  /** The same length; each body is one line of `x`, each string as well. */
  readonly text: string
  /** Where the bodies begin, and the strings with their quotes. */
  readonly starts: readonly number[]
  /** Characters that are not in them. */
  readonly left: number
}

/** Shorter bodies stay. */
const LONG = 500
const MAX_BODIES = 200
/** Strings in a longer text count, so that such a text is answered at once. */
const MAX_QUOTING = 256 * 1024
/** A quote with so much behind it; without one the text need not be walked through. */
const MAY_QUOTE = /'[^']{500}|"[^"$`\\]{500}/

/**
 * Blanks bodies in which nothing expands: those with a quoted end, and those without `$`,
 * backticks and backslashes. Goes by lines alone, so it can be wrong (a `<<E` in quotes);
 * the parser has to find a here-document at each start.
 */
export function setAside(text: string): SetAside {
  const bodies = bodiesIn(text)
  const long = bodies.filter(({ aside }) => aside)
  const mayQuote = text.length <= MAX_QUOTING && MAY_QUOTE.test(text)
  const strings = mayQuote ? longQuotes(text, LONG, bodies).slice(0, MAX_BODIES) : []
  const pieces: string[] = []
  let left = text.length
  let done = 0
  const all = [...long, ...strings].sort((a, b) => a.start - b.start)
  for (const { start, end } of all) {
    const quote = strings.some((one) => one.start === start) ? (text[start] ?? '') : ''
    const length = end - start - (quote === '' ? 1 : 2)
    pieces.push(text.slice(done, start), quote, 'x'.repeat(length), quote === '' ? '\n' : quote)
    left -= length
    done = end
  }
  pieces.push(text.slice(done))
  return { text: all.length > 0 ? pieces.join('') : text, starts: all.map(({ start }) => start), left }
}

interface Body extends Stretch {
  /** Long, and nothing in it expands. */
  readonly aside: boolean
}

function bodiesIn(text: string): Body[] {
  const found: Body[] = []
  let at = 0
  while (at < text.length && found.length < MAX_BODIES) {
    const lineEnd = endOfLine(text, at)
    const line = text.slice(at, Math.min(lineEnd, at + 4000))
    at = lineEnd + 1
    for (const end of line.includes('<<') ? endsIn(line) : []) {
      const start = at
      const close = closingLine(text, start, end)
      if (close === undefined) break
      at = endOfLine(text, close) + 1
      const body = text.slice(start, close)
      const aside = body.length >= LONG && (end.quoted || !/[$`\\]/.test(body))
      found.push({ start, end: close, aside })
    }
  }
  return found
}

interface End {
  readonly word: string
  readonly quoted: boolean
  /** `<<-`: tabs in front of it don't count. */
  readonly tabs: boolean
}

function endsIn(line: string): End[] {
  const ends: End[] = []
  for (const match of line.matchAll(
    /(?<!<)<<(-?)[ \t]*(?:'([^'\n]{1,80})'|"([^"\n$`\\]{1,80})"|(\\?)([A-Za-z_][\w.-]{0,80}))/g,
  )) {
    const quoted = match[2] ?? match[3]
    ends.push({
      word: quoted ?? match[5] ?? '',
      quoted: quoted !== undefined || match[4] === '\\',
      tabs: match[1] === '-',
    })
  }
  return ends
}

/** Where the line that ends the body begins. */
function closingLine(text: string, from: number, end: End): number | undefined {
  for (let at = from; at < text.length; ) {
    const lineEnd = endOfLine(text, at)
    if (lineEnd - at <= end.word.length + 200) {
      const line = text.slice(at, lineEnd)
      if ((end.tabs ? line.replace(/^\t+/, '') : line) === end.word) return at
    }
    at = lineEnd + 1
  }
  return undefined
}

function endOfLine(text: string, from: number): number {
  const found = text.indexOf('\n', from)
  return found < 0 ? text.length : found
}
