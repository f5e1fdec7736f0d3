import type { Span } from './spans.ts'

const CUSTOM = 'custom'

/** A pattern of the user's, as a regular expression's source. A leading `(?i)` ignores case. */
export type CustomPattern = string

/** A user's pattern sees a line, and of a longer line parts of this length. */
const MAX_PART = 512
/** All patterns together on one text. What was not looked at by then is left out, not let through. */
const BUDGET_MS = 500

/** What the user's own patterns find. `now` is a clock in milliseconds. */
export function customSpans(text: string, patterns: readonly CustomPattern[], now: () => number): Span[] {
  if (patterns.length === 0) return []
  const spans: Span[] = []
  const compiled = patterns.map(compile)
  const until = now() + BUDGET_MS
  for (const { start, end } of partsOf(text)) {
    if (now() > until) return [...spans, { start, end: text.length, id: 'not-checked' }]
    const part = text.slice(start, end)
    for (const pattern of compiled) {
      for (const match of part.matchAll(pattern)) {
        if (match[0] === '' || match[0].startsWith('[REDACTED:')) continue
        spans.push({ start: start + match.index, end: start + match.index + match[0].length, id: CUSTOM })
      }
    }
  }
  return spans
}

/** The pattern as the engine runs it. Throws a SyntaxError for what is none. */
export function compile(pattern: CustomPattern): RegExp {
  const ignoresCase = pattern.startsWith('(?i)')
  return new RegExp(ignoresCase ? pattern.slice(4) : pattern, ignoresCase ? 'gi' : 'g')
}

/** Lines, the long ones cut at a space where there is one. */
function* partsOf(text: string): Generator<{ start: number; end: number }> {
  for (let start = 0; start < text.length; ) {
    const line = text.indexOf('\n', start)
    let end = line < 0 ? text.length : line + 1
    if (end - start > MAX_PART) {
      const space = text.lastIndexOf(' ', start + MAX_PART)
      end = space > start ? space + 1 : start + MAX_PART
    }
    yield { start, end }
    start = end
  }
}
