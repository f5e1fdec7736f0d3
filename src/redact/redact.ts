import type { Host } from '../host/host.ts'
import { IS_KEPT } from '../host/kept.ts'
import { type CustomPattern, customSpans } from './custom.ts'
import { environmentNeedles, environmentSpans, type Needle } from './environment.ts'
import { formatSpans, HINTS, type Hint } from './format-spans.ts'
import { asciiLower, namedSpans } from './named-values.ts'
import { NAME_PARTS, squeezed } from './names.ts'
import { BY_KEY, marker, withoutSpans } from './spans.ts'
import { redactTree } from './tree.ts'

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

/** What to look for. Most of it is nowhere in a record, which is seen from the record as a whole. */
interface Search {
  readonly hints: readonly Hint[]
  readonly needles: readonly Needle[]
  readonly parts: readonly string[]
}

/** A second look finds nothing new but where markers make new neighbours. */
const MAX_ROUNDS = 4

export function makeRedactor(host: Host, { keys, patterns }: RedactionRules): Redactor {
  const ownNames: ReadonlySet<string> = new Set(keys.map(squeezed))
  const found = new Map<string, number>()
  let known: Search | undefined
  const everything = (): Search => {
    known ??= {
      hints: HINTS,
      needles: environmentNeedles(host, ownNames),
      parts: [...NAME_PARTS, ...keys.flatMap(spellings)],
    }
    return known
  }
  const count = (id: string) => {
    found.set(id, (found.get(id) ?? 0) + 1)
  }
  const hidden = () => {
    count(BY_KEY)
    return marker(BY_KEY)
  }

  const cleaned = (original: string, search: Search): string => {
    let current = original
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const spans = [
        ...formatSpans(current, search.hints),
        ...environmentSpans(current, search.needles),
        ...customSpans(current, patterns, () => host.now()),
        ...namedSpans(current, search.parts, ownNames),
      ]
      const next = spans.length === 0 ? current : withoutSpans(current, spans, count)
      if (next === current) break
      current = next
    }
    return current
  }

  return {
    text: (text) => cleaned(text, everything()),
    value: (value) => {
      const search = narrowed(everything(), value)
      const isClean =
        search.hints.length + search.needles.length + search.parts.length + patterns.length === 0
      return isClean ? value : redactTree(value, { text: (text) => cleaned(text, search), hidden, ownNames })
    },
    found,
  }
}

/** Characters; to collect those of a longer text takes longer than to look for every hint. */
const MAX_SIGNS = 512

/** Only what stands somewhere in the value; all of it when the value is too deep to be seen as text. */
function narrowed(search: Search, value: unknown): Search {
  let json: string
  try {
    json = JSON.stringify(value) ?? ''
  } catch {
    return search
  }
  const lower = asciiLower(json)
  const signs = !IS_KEPT || json.length > MAX_SIGNS ? undefined : new Set(json)
  return {
    hints: search.hints.filter(
      ({ text, sign }) => (sign === undefined || signs?.has(sign) !== false) && json.includes(text),
    ),
    needles: search.needles.filter(({ json: written }) => json.includes(written)),
    parts: search.parts.filter((part) => lower.includes(part)),
  }
}

/** The ways in which a name of the user's may be written, in lower case. */
function spellings(key: string): string[] {
  const words = key.toLowerCase().split(/[^a-z0-9]+/)
  return [...new Set([key.toLowerCase(), words.join('_'), words.join('-'), words.join('')])]
}
