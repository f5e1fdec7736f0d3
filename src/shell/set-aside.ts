/** A text in which long bodies of here-documents are blanked, so that only the rest counts. */
export interface SetAside {
  /** The same length; each body is one line of `x`. */
  readonly text: string
  /** Where the bodies begin. */
  readonly starts: readonly number[]
  /** Characters that are not in them. */
  readonly left: number
}

/** Shorter bodies stay. */
const LONG = 500
const MAX_BODIES = 200

/**
 * Blanks bodies in which nothing expands: those with a quoted end, and those without `$`,
 * backticks and backslashes. Goes by lines alone, so it can be wrong (a `<<E` in quotes);
 * the parser has to find a here-document at each start.
 */
export function setBodiesAside(text: string): SetAside {
  const pieces: string[] = []
  const starts: number[] = []
  let left = text.length
  let done = 0
  let at = 0
  while (at < text.length && starts.length < MAX_BODIES) {
    const lineEnd = endOfLine(text, at)
    const line = text.slice(at, Math.min(lineEnd, at + 4000))
    at = lineEnd + 1
    for (const end of line.includes('<<') ? endsIn(line) : []) {
      const start = at
      const close = closingLine(text, start, end)
      if (close === undefined) break
      at = endOfLine(text, close) + 1
      const body = text.slice(start, close)
      if (body.length < LONG || (!end.quoted && /[$`\\]/.test(body))) continue
      pieces.push(text.slice(done, start), 'x'.repeat(body.length - 1), '\n')
      starts.push(start)
      left -= body.length
      done = close
    }
  }
  pieces.push(text.slice(done))
  return { text: starts.length > 0 ? pieces.join('') : text, starts, left }
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
