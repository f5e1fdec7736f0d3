/**
 * Characters of one kind in a row. Its end is the same from wherever in it one looks, so it is
 * looked for once.
 */
export interface Run {
  /** Sticky, and matching the empty text. */
  readonly pattern: RegExp
  from: number
  to: number
}

/** The match of a sticky pattern at one place. */
export function sticky(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const UNQUOTED = /[^\r\n"'`\\]*/y

/**
 * Where a quoted value ends: before the quote that is escaped as often as `opener` is, which
 * is some backslashes and a quote. Without one it ends before any quote, or with its line.
 */
export function closingQuote(text: string, from: number, opener: string): number {
  const quote = opener.at(-1) ?? '"'
  const depth = opener.length - 1
  for (let at = text.indexOf(quote, from); at >= 0; at = text.indexOf(quote, at + 1)) {
    let slashes = 0
    while (at - slashes > from && text[at - slashes - 1] === '\\') slashes++
    if (slashes <= depth) return at - slashes
    // Each level of escaping doubles the backslashes of the value and adds one for the quote.
    if ((slashes - depth) % (2 * (depth + 1)) === 0) return at - depth
  }
  return from + (sticky(UNQUOTED, text, from)?.[0].length ?? 0)
}
