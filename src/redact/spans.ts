/** A part of a text that is not to be written. */
export interface Span {
  readonly start: number
  readonly end: number
  /** Which rule found it. */
  readonly id: string
  /** Written on both sides of the marker, where a bare number stood in JSON. */
  readonly quote?: string
}

/** The rule with the least to say: any other that finds the same place names it better. */
export const BY_KEY = 'by-key'

export const MARKER_START = '[REDACTED:'

export const marker = (id: string): string => `${MARKER_START}${id}]`

const MARKER_ONLY = /^\[REDACTED:[a-z0-9-]+\][)\]},;]*$/

/** True for a marker, with or without closing punctuation after it. */
export function isMarker(text: string): boolean {
  return text.startsWith(MARKER_START) && MARKER_ONLY.test(text)
}

/** The text with each span replaced by its marker; spans that overlap become one. */
export function withoutSpans(text: string, spans: readonly Span[], count: (id: string) => void): string {
  const ordered = spans
    .filter((span) => !isMarker(text.slice(span.start, Math.min(span.end, span.start + 60))))
    .sort((a, b) => a.start - b.start || b.end - a.end)
  let result = ''
  let at = 0
  for (let index = 0; index < ordered.length; index++) {
    let span = ordered[index]
    if (!span) break
    for (let next = ordered[index + 1]; next && next.start < span.end; next = ordered[++index + 1]) {
      span = joined(span, next)
    }
    const quote = span.quote ?? ''
    result += text.slice(at, span.start) + quote + marker(span.id) + quote
    at = span.end
    count(span.id)
  }
  return result + text.slice(at)
}

function joined(a: Span, b: Span): Span {
  const quote = a.quote ?? b.quote
  return {
    start: a.start,
    end: Math.max(a.end, b.end),
    id: a.id === BY_KEY ? b.id : a.id,
    ...(quote === undefined ? {} : { quote }),
  }
}
