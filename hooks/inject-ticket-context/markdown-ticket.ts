import type { Ticket } from './ticket.ts'

/**
 * A Markdown ticket: `key: value` lines between two lines of `---`, then the description.
 * Without a title there, the first heading is it. Values are taken as text; nested YAML is not
 * read.
 */
export function ticketFromMarkdown(text: string): Ticket {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
  const ticket: Record<string, string> = {}
  let at = 0
  if (lines[0]?.trimEnd() === '---') {
    const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)\s*$/.test(line))
    if (end > 0) {
      for (const line of lines.slice(1, end)) {
        const pair = /^([A-Za-z][\w-]*):\s*(.*)$/.exec(line)
        if (pair) ticket[(pair[1] ?? '').toLowerCase()] = unquoted((pair[2] ?? '').trim())
      }
      at = end + 1
    }
  }
  const body = lines.slice(at)
  if (!ticket['title']) {
    const heading = body.findIndex((line) => line.trim() !== '')
    const title = /^#{1,6}\s+(.+)$/.exec(body[heading] ?? '')?.[1]
    if (title !== undefined) {
      ticket['title'] = title
      body.splice(0, heading + 1)
    }
  }
  const description = body.join('\n').trim()
  return description === '' ? ticket : { ...ticket, description }
}

function unquoted(value: string): string {
  return /^"(.*)"$/.exec(value)?.[1] ?? /^'(.*)'$/.exec(value)?.[1] ?? value
}
