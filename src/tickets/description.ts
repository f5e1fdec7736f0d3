import { plainText } from '../text/plain.ts'

/**
 * A ticket's description as a reader sees it: HTML and images to text, and without what a
 * reader never sees but a model would (comments, scripts). Code stays as it is written.
 */
export function readableDescription(text: string): string {
  const parts: string[] = []
  let code = false
  let run: string[] = []
  const flush = () => {
    if (run.length > 0) parts.push(code ? run.join('\n') : toText(run.join('\n')))
    run = []
  }
  // Cleaned first, since what is removed could join the parts of a tag.
  for (const line of plainText(text.slice(0, MAX_LENGTH)).split('\n')) {
    if (/^ {0,3}```/.test(line)) {
      if (code) run.push(line)
      flush()
      if (!code) run.push(line)
      code = !code
    } else run.push(line)
  }
  flush()
  return parts
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Far more than is ever shown. */
const MAX_LENGTH = 100_000

/** Elements that start a new line; others of the list are dropped, their text stays. */
const BLOCKS = new Set(
  'p br div ul ol li tr table thead tbody h1 h2 h3 h4 h5 h6 pre blockquote hr section article details summary'.split(
    ' ',
  ),
)
const INLINE = 'a b i u s em strong span code small sub sup font img td th del ins kbd mark center'.split(' ')
const TAGS = [...BLOCKS, ...INLINE].join('|')

const PARTS = new RegExp(
  [
    '`[^`\\n]+`', // code: as it is
    '<!--[\\s\\S]*?(?:-->|$)',
    '<(script|style)\\b[\\s\\S]*?(?:</\\1\\s{0,9}>|$)',
    '!\\[([^\\]\\n]{0,300})\\]\\([^)\\n]{0,2000}\\)',
    `<(/?)(${TAGS})((?:\\s[^<>]{0,2000})?)/?>`,
    '&(?:#(\\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));',
  ].join('|'),
  'gi',
)

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

function toText(text: string): string {
  return text.replace(
    PARTS,
    (
      whole: string,
      _script?: string,
      alt?: string,
      slash?: string,
      tag?: string,
      attributes?: string,
      decimal?: string,
      hex?: string,
      entity?: string,
    ) => {
      if (whole.startsWith('`')) return whole
      if (alt !== undefined) return image(alt)
      if (tag !== undefined) return element(tag.toLowerCase(), slash === '/', attributes ?? '')
      if (entity !== undefined) return ENTITIES[entity.toLowerCase()] ?? whole
      if (decimal !== undefined) return character(Number(decimal))
      if (hex !== undefined) return character(Number.parseInt(hex, 16))
      return ''
    },
  )
}

function element(tag: string, closing: boolean, attributes: string): string {
  if (tag === 'img') return image(/\balt\s{0,3}=\s{0,3}["']([^"']{0,300})/i.exec(attributes)?.[1] ?? '')
  if (tag === 'li' && !closing) return '\n- '
  return BLOCKS.has(tag) ? '\n' : tag === 'td' || tag === 'th' ? ' ' : ''
}

function image(alt: string): string {
  return alt.trim() === '' ? '[image]' : `[image: ${alt.trim()}]`
}

function character(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
}
