import { ageOf, moment } from '../../src/text/age.ts'
import { type Fenced, fence } from '../../src/text/fence.ts'
import { headOf, plainLine, plainText } from '../../src/text/plain.ts'
import { fieldOf, oneLine, type Ticket } from './ticket.ts'
import type { TicketFile } from './ticket-files.ts'

const DESCRIPTION = 'description'

/** Longest value of a field other than the description. */
const MAX_FIELD = 200

/** The fields of a ticket as lines, each field at most once. Empty when it has none of them. */
export async function fieldLines(
  ticket: Ticket,
  fields: readonly string[],
  maxDescription: number,
): Promise<string[]> {
  const lines: string[] = []
  for (const field of fields) {
    if (field === DESCRIPTION) continue
    const value = fieldOf(ticket, field)
    if (value === undefined) continue
    lines.push(`${labelOf(field)}: ${oneLine(value, MAX_FIELD) ?? '(not text)'}`)
  }
  // Last, since it is what a budget cuts.
  if (fields.includes(DESCRIPTION)) {
    lines.push(...(await descriptionLines(fieldOf(ticket, DESCRIPTION), maxDescription)))
  }
  return lines
}

async function descriptionLines(value: unknown, limit: number): Promise<string[]> {
  if (value === undefined) return []
  if (typeof value !== 'string') return ['Description: (not text)']
  const { readableDescription } = await import('./description.ts')
  // Cleaned first, since what is removed could join the parts of a tag.
  const text = readableDescription(plainText(value))
  if (text === '') return []
  const shown = headOf(text, limit)
  const left = text.length - shown.length
  // Indented, so that no line of it can pass for another field.
  return [
    `Description${left > 0 ? ` (its first ${shown.length} of ${text.length} characters)` : ''}:`,
    ...shown.split('\n').map((line) => `  ${line}`),
  ]
}

function labelOf(field: string): string {
  const label = plainLine(field, 40)
  return label.charAt(0).toUpperCase() + label.slice(1)
}

/** Where a ticket's text is from and how old it is, and below it the quotation. */
export function quoteTicket(
  id: string,
  file: TicketFile,
  lines: readonly string[],
  limit: number,
  now: number,
): Fenced {
  const source = `${id}: ${sourceOf(file, now)}\n`
  const fenced = fence(`ticket ${id}`, lines.join('\n'), limit - source.length)
  return fenced.text === '' ? fenced : { ...fenced, text: source + fenced.text }
}

export function sourceOf({ shown, modified }: TicketFile, now: number): string {
  return `${shown}, last changed ${ageOf(now - modified)} (${moment(modified)})`
}
