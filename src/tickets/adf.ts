/**
 * Jira Cloud's rich text (Atlassian Document Format) as plain text, in the way of Markdown. What
 * it does not know gives the text inside; nothing of it can throw.
 */
export function adfToText(document: unknown): string {
  const text = blocks(childrenOf(record(document)), 0)
  return text.replace(/\n{3,}/g, '\n\n').trim()
}

/** True for what Jira Cloud gives as a rich text. */
export function isAdf(value: unknown): boolean {
  const { type, content } = record(value)
  return type === 'doc' && Array.isArray(content)
}

type Node = Readonly<Record<string, unknown>>

/** Deeper than anybody writes; a deeper one is left out. */
const MAX_DEPTH = 40
/** Nodes of one list; an answer has at most 2 MB. */
const MAX_CHILDREN = 5000

function record(value: unknown): Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {}
}

function childrenOf(node: Node): Node[] {
  const { content } = node
  return Array.isArray(content) ? content.slice(0, MAX_CHILDREN).map(record) : []
}

function attribute(node: Node, name: string): string {
  const value = record(node['attrs'])[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function blocks(nodes: readonly Node[], depth: number): string {
  return depth > MAX_DEPTH ? '' : nodes.map((node) => block(node, depth + 1)).join('')
}

function block(node: Node, depth: number): string {
  const children = childrenOf(node)
  const inside = () => blocks(children, depth)
  switch (node['type']) {
    case 'paragraph':
      return `${inline(children, depth)}\n\n`
    case 'heading':
      return `${'#'.repeat(Math.min(6, Math.max(1, Number(attribute(node, 'level')) || 1)))} ${inline(children, depth)}\n\n`
    case 'bulletList':
    case 'decisionList':
      return `${children.map((item) => listItem('- ', item, depth)).join('')}\n`
    case 'orderedList': {
      const first = Number(attribute(node, 'order')) || 1
      return `${children.map((item, index) => listItem(`${first + index}. `, item, depth)).join('')}\n`
    }
    case 'taskList':
      return `${children.map((item) => listItem(attribute(item, 'state') === 'DONE' ? '- [x] ' : '- [ ] ', item, depth)).join('')}\n`
    case 'codeBlock':
      return `\`\`\`${attribute(node, 'language')}\n${inline(children, depth)}\n\`\`\`\n\n`
    case 'blockquote':
      return `${indented(inside().trim(), '> ', '> ')}\n\n`
    case 'rule':
      return '---\n\n'
    case 'table':
      return `${children.map((row) => tableRow(row, depth)).join('')}\n`
    case 'expand':
    case 'nestedExpand':
      return `${attribute(node, 'title')}\n${inside()}`
    case 'mediaSingle':
    case 'mediaGroup':
      return `${children.map(media).join(' ')}\n\n`
    default:
      return children.length > 0 ? inside() : inline([node], depth)
  }
}

function listItem(mark: string, item: Node, depth: number): string {
  const children = childrenOf(item)
  // The items of task and decision lists hold words, those of others paragraphs.
  const isBlock = children.some(({ type }) => type === 'paragraph' || String(type).endsWith('List'))
  const text = isBlock ? blocks(children, depth) : inline(children, depth)
  return `${indented(text.replace(/\n{2,}/g, '\n').trim(), mark, '  ')}\n`
}

function indented(text: string, first: string, others: string): string {
  return text
    .split('\n')
    .map((line, index) => `${index === 0 ? first : others}${line}`)
    .join('\n')
}

function tableRow(row: Node, depth: number): string {
  const cells = childrenOf(row).map((cell) =>
    blocks(childrenOf(cell), depth)
      .trim()
      .replace(/\s*\n\s*/g, ' '),
  )
  return `| ${cells.join(' | ')} |\n`
}

function media(node: Node): string {
  const alt = attribute(node, 'alt').trim()
  return alt === '' ? '[image]' : `[image: ${alt}]`
}

function inline(nodes: readonly Node[], depth: number): string {
  return depth > MAX_DEPTH ? '' : nodes.map((node) => word(node, depth + 1)).join('')
}

function word(node: Node, depth: number): string {
  const text = typeof node['text'] === 'string' ? node['text'] : ''
  switch (node['type']) {
    case 'text':
      return marked(text, node)
    case 'hardBreak':
      return '\n'
    case 'mention':
    case 'status':
    case 'placeholder':
      return attribute(node, 'text')
    case 'emoji':
      return attribute(node, 'text') || attribute(node, 'shortName')
    case 'date':
      return day(attribute(node, 'timestamp'))
    case 'inlineCard':
    case 'blockCard':
    case 'embedCard':
      return attribute(node, 'url')
    case 'media':
    case 'mediaInline':
      return media(node)
    default:
      return text + inline(childrenOf(node), depth)
  }
}

/** A link's address stands behind its text; struck text is marked, since it means the opposite. */
function marked(text: string, node: Node): string {
  const marks = Array.isArray(node['marks']) ? node['marks'].map(record) : []
  const href = attribute(marks.find(({ type }) => type === 'link') ?? {}, 'href')
  const shown = marks.some(({ type }) => type === 'code')
    ? `\`${text}\``
    : marks.some(({ type }) => type === 'strike')
      ? `~~${text}~~`
      : text
  return href === '' || href === text ? shown : `${shown} (${href})`
}

function day(timestamp: string): string {
  const ms = Number(timestamp)
  const valid = timestamp !== '' && Math.abs(ms) <= 8.64e15
  return valid ? new Date(ms).toISOString().slice(0, 10) : ''
}
