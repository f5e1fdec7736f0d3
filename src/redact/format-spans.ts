import { IS_KEPT } from '../host/kept.ts'
import { FORMATS, type Format } from './formats.ts'
import { isReference } from './harmless.ts'
import { sticky } from './runs.ts'
import type { Span } from './spans.ts'

/** One hint of a format: where its text stands, the format's pattern is tried. */
export interface Hint {
  readonly text: string
  /** The character of it that is in the fewest texts, where it was found beforehand. */
  readonly sign: string | undefined
  readonly format: Format
}

/** Characters of ordinary texts, the most frequent first. */
const FREQUENT = ' eatoinrslcdpmu/hgf-b."y:vwkx'

export const HINTS: readonly Hint[] = FORMATS.flatMap((format) =>
  format.hints.map((text) => ({ text, sign: IS_KEPT ? rarest(text) : undefined, format })),
)

function rarest(text: string): string {
  let most = ''
  let rank = -1
  for (const char of text) {
    const at = FREQUENT.indexOf(char)
    if (at < 0) return char
    if (at > rank) {
      most = char
      rank = at
    }
  }
  return most
}

export function formatSpans(text: string, hints: readonly Hint[]): Span[] {
  const spans: Span[] = []
  for (const hint of hints) {
    for (let at = text.indexOf(hint.text); at >= 0; ) {
      const span = spanAt(hint.format, text, at)
      if (span) spans.push(span)
      at = text.indexOf(hint.text, span ? Math.max(span.end, at + 1) : at + 1)
    }
  }
  return spans
}

const compiled = new Map<Format, RegExp>()

function spanAt(format: Format, text: string, at: number): Span | undefined {
  let pattern = compiled.get(format)
  if (!pattern) {
    pattern = new RegExp(format.pattern, 'y')
    compiled.set(format, pattern)
  }
  const match = sticky(pattern, text, at)
  if (!match) return undefined
  const secret = match.findLast((group) => group !== undefined) ?? match[0]
  if (format.mayBeReference && (isReference(secret) || /^[0-9]{1,7}$/.test(secret))) return undefined
  const end = at + match[0].length
  return { start: end - secret.length, end, id: format.id }
}
