import type { Ticket } from './ticket.ts'

/**
 * A Markdown ticket: front matter between two lines of `---`, then the description. Without a
 * title there, the first heading is it. Front matter of plain `key: value` lines is read as text;
 * anything more is read as YAML. Throws a TicketError.
 */
export async function ticketFromMarkdown(text: string): Promise<Ticket> {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
  let fields: Ticket = {}
  let at = 0
  if (lines[0]?.trimEnd() === '---') {
    const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)\s*$/.test(line))
    if (end > 0) {
      fields = await frontMatter(lines.slice(1, end))
      at = end + 1
    }
  }
  const body = lines.slice(at)
  const ticket: Record<string, unknown> = { ...fields }
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

/** A key and a value in one line, which is text and not the start of a list or a block. */
const PLAIN = /^([A-Za-z][\w-]*):(?:\s+(?=\S)((?![[{|>&*!]).*))?$/

async function frontMatter(lines: readonly string[]): Promise<Ticket> {
  const written = lines.filter((line) => line.trim() !== '' && !/^\s*#/.test(line))
  const pairs = written.map((line) => PLAIN.exec(line.trimEnd()))
  if (pairs.some((pair) => pair === null)) {
    const { ticketFromYaml } = await import('./yaml.ts')
    const ticket = ticketFromYaml(lines.join('\n'))
    return Object.fromEntries(Object.entries(ticket).map(([key, value]) => [key.toLowerCase(), value]))
  }
  return Object.fromEntries(
    pairs.map((pair) => [(pair?.[1] ?? '').toLowerCase(), unquoted((pair?.[2] ?? '').trim())]),
  )
}

function unquoted(value: string): string {
  return /^"(.*)"$/.exec(value)?.[1] ?? /^'(.*)'$/.exec(value)?.[1] ?? value
}
