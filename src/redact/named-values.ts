import { isHarmless } from './harmless.ts'
import { type SecretKind, secretKind } from './names.ts'
import { closingQuote, type Run, sticky } from './runs.ts'
import { BY_KEY, MARKER_START, type Span } from './spans.ts'

const MAX_NAME = 64
/** What a harmless value is known by stands within its first characters. */
const JUDGED = 200

/**
 * Values that stand under a secret name in running text: `PASSWORD=x`, `"api_key": "x"` with
 * any depth of escaping, `--token x`, `Authorization: Bearer x`, `<password>x</password>`.
 * `parts`: the texts of which a secret name has at least one. Takes linear time: each search
 * goes on behind the name it has read, and the end of a run of characters is looked for once.
 */
export function namedSpans(text: string, parts: readonly string[], ownNames: ReadonlySet<string>): Span[] {
  const spans: Span[] = []
  if (parts.length === 0) return spans
  const lower = asciiLower(text)
  const kinds = new Map<string, SecretKind | undefined>()
  const kindOf = (name: string) => {
    if (!kinds.has(name)) kinds.set(name, secretKind(name, ownNames))
    return kinds.get(name)
  }
  for (const part of parts) {
    const runs = newRuns()
    for (let at = lower.indexOf(part); at >= 0; ) {
      let start = at
      while (start > 0 && at - start < MAX_NAME && isNameCode(text.charCodeAt(start - 1))) start--
      let end = at + part.length
      while (end < text.length && end - at < MAX_NAME && isNameCode(text.charCodeAt(end))) end++
      // The n of an escaped line break is no part of the name behind it.
      if (text[start - 1] === '\\' && /[nrt]/.test(text[start] ?? '')) start++
      // What a marker is called is no name: `[REDACTED:webhook-secret]: x`.
      const isName =
        end < text.length &&
        MAY_FOLLOW.includes(text.charAt(end)) &&
        !text.startsWith(MARKER_START, start - MARKER_START.length)
      const span = isName ? hiddenValue(text, start, end, kindOf, runs) : undefined
      if (span) spans.push(span)
      at = lower.indexOf(part, span?.end ?? end)
    }
  }
  return spans
}

/** Lower case with every character in its place, which `toLowerCase` does not promise. */
export function asciiLower(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text.replace(/[A-Z]+/g, (word) => word.toLowerCase())
}

/** Letters, digits, `_`, `-` and `.`. */
function isNameCode(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f ||
    code === 0x2d ||
    code === 0x2e
  )
}

/** What can stand between a name and its value begins with one of these. */
const MAY_FOLLOW = '\\"\'`]?=:>% \t'
const CLOSER = /(\\{0,7}["'`])?\]?\??/y
const SEPARATOR = /[ \t]{0,20}(?:=>|:=|=(?!=)|:(?!:|\/\/)|%3[dD])[ \t]{0,20}|>/y
const GAP = /[ \t]{1,20}(?!-)/y
/** Behind a quote that ends a string of JSON rather than opening a value. */
const JSON_GOES_ON =
  /\s*(?:,\s*(?:\\*["{[]|(?:-?\d[\d.eE+-]*|true|false|null)\s*[,\]}])|[}\]]+(?:[\s,"\\]|$)|:\s*(?:\\*["{[]|[-\dtfn])|$)/y
const OPENER = /\\{0,7}["'`]/y
const SCHEME = /(?:Bearer|Basic|Digest|Token|ApiKey) +/iy
/** Only spaces, quotes or list marks since the line began, as in YAML and letters. */
const LINE_START = /(?:^|[\r\n]|\\n)[ \t>*-]{0,20}$/

type KindOf = (name: string) => SecretKind | undefined

interface Runs {
  /** To the next space, quote, or operator of a shell; a backslash ends it before a quote or a line break. */
  readonly bare: Run
  /** A number or word in JSON. */
  readonly inJson: Run
  readonly toLineEnd: Run
  readonly toTag: Run
}

function newRuns(): Runs {
  return {
    bare: { pattern: /(?:[^\s"'`;&|<>\\]|\\(?![nrt"'`]))*/y, from: -1, to: -1 },
    inJson: { pattern: /[^\s"'`,;&|<>)}\]\\]*/y, from: -1, to: -1 },
    toLineEnd: { pattern: /[^\r\n"'`\\]*/y, from: -1, to: -1 },
    toTag: { pattern: /[^<\r\n"\\]*/y, from: -1, to: -1 },
  }
}

/** The value behind the name at `start`, if it is one to hide. */
function hiddenValue(text: string, start: number, end: number, kindOf: KindOf, runs: Runs): Span | undefined {
  const closer = sticky(CLOSER, text, end)
  const nameQuote = closer?.[1]
  const behind = end + (closer?.[0].length ?? 0)
  const isFlag = text[start] === '-' && nameQuote === undefined
  const separator =
    sticky(SEPARATOR, text, behind)?.[0] ?? (isFlag ? sticky(GAP, text, behind)?.[0] : undefined)
  if (separator === undefined) return undefined
  const kind = kindOf(text.slice(start, end))
  if (kind === undefined) return undefined
  let at = behind + separator.length
  if (separator === '>') {
    return text[start - 1] === '<' ? spanOf(kind, text, at, endOfRun(runs.toTag, text, at)) : undefined
  }
  const opener = sticky(OPENER, text, at)?.[0]
  if (opener === undefined && (text[at] === '[' || text[at] === '{') && text[at + 1] !== '{') return undefined
  at += opener?.length ?? 0
  if (opener !== undefined && nameQuote === undefined && sticky(JSON_GOES_ON, text, at)) return undefined
  const schemeEnd = at + (kind === 'line' ? (sticky(SCHEME, text, at)?.[0].length ?? 0) : 0)
  if (opener !== undefined) return spanOf(kind, text, schemeEnd, closingQuote(text, at, opener))
  if (kind === 'line') return spanOf(kind, text, schemeEnd, endOfRun(runs.toLineEnd, text, at))
  if (nameQuote !== undefined) {
    const span = spanOf(kind, text, at, endOfRun(runs.inJson, text, at))
    return span && { ...span, quote: nameQuote }
  }
  const isProse = separator.startsWith(':') && LINE_START.test(text.slice(Math.max(0, start - 24), start))
  if (kind === 'password' && isProse) return spanOf(kind, text, at, endOfPhrase(text, at, runs))
  const bare = text.slice(at, endOfRun(runs.bare, text, at))
  return spanOf(
    kind,
    text,
    at,
    at + bareLength(bare, separator),
    separator.trimStart().endsWith(' ') && !isFlag,
  )
}

function spanOf(
  kind: SecretKind,
  text: string,
  start: number,
  end: number,
  isCode = false,
): Span | undefined {
  const seen = text.slice(start, Math.min(end, start + JUDGED))
  return isHarmless(kind, seen.trimEnd(), isCode) ? undefined : { start, end, id: BY_KEY }
}

function endOfRun(run: Run, text: string, at: number): number {
  if (at < run.from || at > run.to) {
    run.from = at
    run.to = at + (sticky(run.pattern, text, at)?.[0].length ?? 0)
  }
  return run.to
}

/** A password may have spaces where it has the line to itself; a comment behind it is none of it. */
function endOfPhrase(text: string, at: number, runs: Runs): number {
  const phrase = text.slice(at, endOfRun(runs.toLineEnd, text, at))
  const comment = phrase.indexOf(' #')
  return at + (comment < 0 ? phrase : phrase.slice(0, comment)).trimEnd().length
}

/** How much of a bare value is left without the brackets and commas of what stands round it. */
function bareLength(value: string, separator: string): number {
  if (/^(?:\[REDACTED:|\$?\{)/.test(value)) return value.length
  const comma = separator.startsWith(':') ? value.search(/,(?:$|[A-Za-z"'])/) : -1
  let end = comma >= 0 ? comma : value.length
  while (end > 0 && ')]},;'.includes(value[end - 1] ?? ' ')) end--
  return end
}
