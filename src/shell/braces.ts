/**
 * Brace expansion of a raw word, as bash does it: on the text, before anything else.
 * Quotes and expansions in it are stepped over. Returns undefined when there would be more
 * than MAX_WORDS words.
 */
export function expandBraces(text: string): string[] | undefined {
  return expand(text, { left: MAX_WORDS, depth: 0, looks: MAX_LOOKS })
}

const MAX_WORDS = 1000
const MAX_DEPTH = 40
/** Characters looked at for closing braces. */
const MAX_LOOKS = 200_000

interface Budget {
  left: number
  depth: number
  looks: number
}

function expand(text: string, budget: Budget): string[] | undefined {
  for (let open = next(text, 0, '{'); open < text.length; open = next(text, open + 1, '{')) {
    const close = closing(text, open + 1)
    budget.looks -= (close ?? text.length) - open
    if (budget.looks < 0 || budget.depth > MAX_DEPTH) return undefined
    if (close === undefined) continue
    const before = text.slice(0, open)
    const inside = text.slice(open + 1, close)
    const nested = { ...budget, depth: budget.depth + 1 }
    const after = expand(text.slice(close + 1), nested)
    const items = list(inside, nested) ?? sequence(inside)
    if (!after || items === 'too many') return undefined
    const middle = items ?? [`{${inside}}`]
    if (middle.length * after.length > MAX_WORDS) return undefined
    budget.left -= middle.length * after.length
    if (budget.left < 0) return undefined
    return middle.flatMap((item) => after.map((rest) => before + item + rest))
  }
  return [text]
}

/** The items between commas, each expanded; undefined when there is no comma. */
function list(inside: string, budget: Budget): string[] | 'too many' | undefined {
  const items: string[] = []
  let start = 0
  let level = 0
  for (let at = 0; at <= inside.length; at = step(inside, at)) {
    const char = inside[at]
    if (char === '{') level++
    else if (char === '}' && level > 0) level--
    if (at < inside.length && (char !== ',' || level > 0)) continue
    if (at >= inside.length && start === 0) return undefined
    const expanded = expand(inside.slice(start, at), budget)
    if (!expanded) return 'too many'
    items.push(...expanded)
    if (items.length > MAX_WORDS) return 'too many'
    start = at + 1
  }
  return items
}

/** `1..5`, `a..e`, `01..10..3`; undefined when it is no sequence. */
function sequence(inside: string): string[] | 'too many' | undefined {
  const match =
    /^(?:([+-]?\d{1,15})\.\.([+-]?\d{1,15})|([A-Za-z])\.\.([A-Za-z]))(?:\.\.([+-]?\d{1,15}))?$/.exec(inside)
  if (!match) return undefined
  const [, from = '', to = '', first = '', last = '', by = '1'] = match
  const letters = first !== ''
  const start = letters ? first.charCodeAt(0) : Number(from)
  const end = letters ? last.charCodeAt(0) : Number(to)
  const stride = Math.abs(Number(by)) || 1
  if (Math.abs(end - start) / stride > MAX_WORDS) return 'too many'
  const padded = !letters && [from, to].some((number) => /^[+-]?0\d/.test(number))
  const width = padded ? Math.max(from.length, to.length) : 0
  const items: string[] = []
  for (let n = 0; n <= Math.floor(Math.abs(end - start) / stride); n++) {
    const value = start + (end >= start ? n : -n) * stride
    items.push(letters ? escapeLetter(value) : number(value, width))
  }
  return items
}

function number(value: number, width: number): string {
  const digits = String(Math.abs(value))
  return value < 0 ? `-${digits.padStart(width - 1, '0')}` : digits.padStart(width, '0')
}

/** Between `Z` and `a` lie characters that mean something to the shell. */
function escapeLetter(code: number): string {
  const char = String.fromCharCode(code)
  if (char === '\\') return "''"
  return /[A-Za-z]/.test(char) ? char : `\\${char}`
}

/** Where the brace that opened before `from` ends: it has a comma or `..` in it. */
function closing(text: string, from: number): number | undefined {
  let level = 0
  let separated = false
  for (let at = from; at < text.length; at = step(text, at)) {
    const char = text[at]
    if (char === '}' && level === 0 && separated) return at
    if (char === '{') level++
    else if (char === '}' && level > 0) level--
    else if (level === 0 && (char === ',' || (text.startsWith('..', at) && text[at + 2] !== '}'))) {
      separated = true
    }
  }
  return undefined
}

function next(text: string, from: number, char: string): number {
  let at = from
  while (at < text.length && text[at] !== char) at = step(text, at)
  return at
}

/** The place after the character, quoted text or expansion at `at`. */
function step(text: string, at: number): number {
  switch (text[at]) {
    case '\\':
      return at + 2
    case "'":
      return after(text, text.indexOf("'", at + 1))
    case '"':
      return doubleQuoted(text, at + 1)
    case '`':
      return until(text, at + 1, '`')
    case '$':
      if (text[at + 1] === '(') return balanced(text, at + 2, '(', ')')
      if (text[at + 1] === '{') return balanced(text, at + 2, '{', '}')
      if (text[at + 1] === "'") return until(text, at + 2, "'")
      return at + 1
    case '<':
    case '>':
      return text[at + 1] === '(' ? balanced(text, at + 2, '(', ')') : at + 1
    default:
      return at + 1
  }
}

function after(text: string, found: number): number {
  return found < 0 ? text.length : found + 1
}

function until(text: string, from: number, char: string): number {
  let at = from
  while (at < text.length && text[at] !== char) at += text[at] === '\\' ? 2 : 1
  return at + 1
}

function doubleQuoted(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at] !== '"') {
    const expansion = text[at] === '`' || (text[at] === '$' && (text[at + 1] === '(' || text[at + 1] === '{'))
    at = text[at] === '\\' ? at + 2 : expansion ? step(text, at) : at + 1
  }
  return at + 1
}

function balanced(text: string, from: number, open: string, close: string): number {
  let level = 1
  let at = from
  while (at < text.length) {
    if (text[at] === close && --level === 0) return at + 1
    if (text[at] === open) level++
    at = text[at] === '<' || text[at] === '>' ? at + 1 : step(text, at)
  }
  return at
}
