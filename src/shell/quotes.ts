/** A stretch of a text. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

/** Deeper substitutions are not stepped into. */
const MAX_DEPTH = 40

/**
 * Quoted strings of at least so many characters in which nothing expands: single quotes, and
 * double quotes without `$`, backticks and backslashes. The quotes are part of the stretch.
 * `skip`: bodies of here-documents, in order. Follows quotes and substitutions alone, so it can
 * be wrong; the parser has to find a quoted string at each start.
 */
export function longQuotes(text: string, least: number, skip: readonly Stretch[]): Stretch[] {
  const found: Stretch[] = []
  // What ends each construct that is open: `"`, `)` or a backtick.
  const open: string[] = []
  let next = 0
  for (let at = 0; at < text.length && open.length < MAX_DEPTH; at++) {
    while (skip[next] && (skip[next]?.start ?? 0) < at) next++
    if (skip[next]?.start === at) at = skip[next]?.end ?? at
    const char = text[at]
    if (char === '\\') at++
    else if (char !== undefined && char === open.at(-1)) open.pop()
    else if (char === '`') open.push('`')
    else if (char === '$' && text[at + 1] === '(') {
      open.push(')')
      at++
    } else if (open.at(-1) === '"') continue
    else if (char === '(') open.push(')')
    else if (char === '#' && /[\s;&|(]/.test(text[at - 1] ?? ' ')) at = indexOr(text, '\n', at)
    else if (char === "'" && text[at - 1] === '$') at = endOfAnsi(text, at)
    else if (char === "'") {
      const end = indexOr(text, "'", at + 1)
      if (end - at > least) found.push({ start: at, end: end + 1 })
      at = end
    } else if (char === '"') {
      const end = PLAIN.exec(text.slice(at + 1, at + 2)) ? plainEnd(text, at + 1) : undefined
      if (end === undefined) open.push('"')
      else {
        if (end - at > least) found.push({ start: at, end: end + 1 })
        at = end
      }
    }
  }
  return found.filter(({ end }) => end <= text.length)
}

const PLAIN = /[^"$`\\]/
const NOT_PLAIN = /["$`\\]/g

/** Where a double quote ends that has nothing special in it. */
function plainEnd(text: string, from: number): number | undefined {
  NOT_PLAIN.lastIndex = from
  const match = NOT_PLAIN.exec(text)
  return match?.[0] === '"' ? match.index : undefined
}

function endOfAnsi(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && text[at] !== "'") at += text[at] === '\\' ? 2 : 1
  return at
}

function indexOr(text: string, wanted: string, from: number): number {
  const found = text.indexOf(wanted, from)
  return found < 0 ? text.length : found
}
