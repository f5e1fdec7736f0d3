import { h } from './dom.ts'

/** A value of a record, readable: texts as they are, redactions marked, long ones folded. */

const LONG = 1200
const MARK = /(\[(?:REDACTED:[\w-]+|CUT: \d+ bytes, sha256 [0-9a-f]+|LEFT OUT: [^\]]*|NESTED TOO DEEPLY)\])/

/** The text with what redaction left in a colour of its own. */
function marked(text: string): (string | HTMLElement)[] {
  return text.split(MARK).map((part, index) => (index % 2 === 1 ? h('mark', {}, part) : part))
}

function textBlock(text: string): HTMLElement {
  if (text.length <= LONG) return h('pre', { class: 'text' }, marked(text))
  const block = h('pre', { class: 'text' }, marked(text.slice(0, LONG)), '...')
  const button = h(
    'button',
    { type: 'button', class: 'more' },
    `Show all ${text.length.toLocaleString('en-US')} characters`,
  )
  button.addEventListener('click', () => {
    block.replaceChildren(...marked(text))
    button.remove()
  })
  return h('div', {}, block, button)
}

/** An object as names and values, nested ones folded out. */
export function readable(value: unknown, depth = 0): HTMLElement {
  if (value === '') return h('span', { class: 'faint' }, 'empty')
  if (typeof value === 'string')
    return value.includes('\n') || value.length > 80 ? textBlock(value) : h('code', {}, marked(value))
  if (typeof value !== 'object' || value === null) return h('code', { class: 'plain' }, String(value))
  const entries = Object.entries(value)
  if (entries.length === 0) return h('code', { class: 'plain' }, Array.isArray(value) ? '[]' : '{}')
  if (depth > 6) return textBlock(JSON.stringify(value, null, 2))
  return h(
    'dl',
    { class: 'fields' },
    entries.slice(0, MOST).map(([key, item]) => [h('dt', {}, key), h('dd', {}, readable(item, depth + 1))]),
    entries.length > MOST
      ? [h('dt', {}, '...'), h('dd', {}, `${entries.length - MOST} more; the JSON has them`)]
      : [],
  )
}

const MOST = 200

/** JSON with colours, built from the value itself. */
export function jsonBlock(value: unknown): HTMLElement {
  const block = h('pre', { class: 'json' })
  const put = (text: string, kind?: string) =>
    block.append(kind ? h('span', { class: kind }, ...marked(text)) : text)
  write(value, '', put)
  return block
}

type Put = (text: string, kind?: string) => void

function write(value: unknown, indent: string, put: Put): void {
  if (typeof value === 'string') put(JSON.stringify(value), 'j-text')
  else if (typeof value === 'number' || typeof value === 'boolean' || value === null)
    put(String(value), 'j-plain')
  else if (typeof value === 'object') {
    const isList = Array.isArray(value)
    const entries = Object.entries(value)
    const [open, close] = isList ? ['[', ']'] : ['{', '}']
    if (entries.length === 0) {
      put(open + close)
      return
    }
    put(`${open}\n`)
    for (const [index, [key, item]] of entries.entries()) {
      put(`${indent}  `)
      if (!isList) {
        put(JSON.stringify(key), 'j-key')
        put(': ')
      }
      write(item, `${indent}  `, put)
      put(index < entries.length - 1 ? ',\n' : '\n')
    }
    put(indent + close)
  }
}
