import type { Host } from '../host/host.ts'
import { type CustomPattern, customSpans } from './custom.ts'
import { environmentNeedles, environmentSpans, type Needle } from './environment.ts'
import { FORMATS, type Format } from './formats.ts'
import { isHarmless, isReference } from './harmless.ts'
import { type MoreNames, namedSpans } from './named-values.ts'
import { type SecretKind, secretKind, squeezed } from './names.ts'
import { sticky } from './runs.ts'
import { BY_KEY, marker, type Span, withoutSpans } from './spans.ts'

export interface RedactionRules {
  /** Names whose values are hidden besides the known ones; case and separators do not count. */
  readonly keys: readonly string[]
  /** The user's own patterns, checked by `patternProblem`. */
  readonly patterns: readonly CustomPattern[]
}

export interface Redactor {
  /** The text without secrets. Doing it twice changes nothing more. */
  text(text: string): string
  /** A JSON value without secrets, redacted as a tree, so that it stays valid JSON. */
  value(value: unknown): unknown
  /** How many secrets each rule has found so far. */
  readonly found: ReadonlyMap<string, number>
}

/** Deeper than any tool's input; what lies below is left out, since nobody looked at it. */
const MAX_DEPTH = 100
const TOO_DEEP = '[LEFT OUT: nested too deeply]'
/** A second look finds nothing new but where markers make new neighbours. */
const MAX_ROUNDS = 4

export function makeRedactor(host: Host, rules: RedactionRules): Redactor {
  const more = moreNames(rules.keys)
  const found = new Map<string, number>()
  let needles: readonly Needle[] | undefined
  const count = (id: string) => {
    found.set(id, (found.get(id) ?? 0) + 1)
  }

  const text = (original: string): string => {
    needles ??= environmentNeedles(host, more.squeezed)
    let current = original
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const spans = [
        ...formatSpans(current),
        ...environmentSpans(current, needles),
        ...customSpans(current, rules.patterns, () => host.now()),
        ...namedSpans(current, more),
      ]
      const next = spans.length === 0 ? current : withoutSpans(current, spans, count)
      if (next === current) break
      current = next
    }
    return current
  }

  /** `kind`: the value stands under a secret name. */
  const tree = (value: unknown, kind: SecretKind | undefined, depth: number): unknown => {
    if (typeof value === 'string') {
      return kind === undefined || isHarmless(kind, value) ? text(value) : hidden()
    }
    if (typeof value === 'number') {
      return kind === undefined || isHarmless(kind, String(value)) ? value : hidden()
    }
    if (typeof value !== 'object' || value === null) return value
    if (depth >= MAX_DEPTH) return TOO_DEEP
    if (Array.isArray(value)) {
      return value.map((item, index) => tree(item, kind ?? flagKind(value[index - 1], more), depth + 1))
    }
    const label = labelKind(value as Record<string, unknown>, more)
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => {
        const isLabelled = label !== undefined && /^value$/i.test(key)
        const under = kind ?? (isLabelled ? label : secretKind(key, more.squeezed))
        return [text(key), tree(item, under, depth + 1)]
      }),
    )
  }
  const hidden = () => {
    count(BY_KEY)
    return marker(BY_KEY)
  }
  return { text, value: (value) => tree(value, undefined, 0), found }
}

function moreNames(keys: readonly string[]): MoreNames {
  const parts = keys.flatMap((key) => {
    const words = key.toLowerCase().split(/[^a-z0-9]+/)
    return [key.toLowerCase(), words.join('_'), words.join('-'), words.join('')]
  })
  return { parts: [...new Set(parts)], squeezed: new Set(keys.map(squeezed)) }
}

/** The secret kind of an argument that follows `--password` in a list of arguments. */
function flagKind(before: unknown, more: MoreNames): SecretKind | undefined {
  if (typeof before !== 'string' || !/^--?[A-Za-z][\w-]*$/.test(before)) return undefined
  return secretKind(before, more.squeezed)
}

/** The secret kind of `value` in `{ "name": "API_KEY", "value": "x" }`. */
function labelKind(object: Readonly<Record<string, unknown>>, more: MoreNames): SecretKind | undefined {
  for (const [key, value] of Object.entries(object)) {
    if (typeof value === 'string' && /^(?:name|key)$/i.test(key)) return secretKind(value, more.squeezed)
  }
  return undefined
}

const compiled = new Map<Format, RegExp>()

function formatSpans(text: string): Span[] {
  const spans: Span[] = []
  for (const format of FORMATS) {
    for (const hint of format.hints) {
      for (let at = text.indexOf(hint); at >= 0; ) {
        const span = spanAt(format, text, at)
        if (span) spans.push(span)
        at = text.indexOf(hint, span ? Math.max(span.end, at + 1) : at + 1)
      }
    }
  }
  return spans
}

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
