import { parseDocument } from 'yaml'
import { typeName } from '../tool.ts'
import { isTicketError, type Ticket, TicketError } from './ticket.ts'

/** Longer ones take too long to read. */
const MAX_LENGTH = 64 * 1024

/**
 * A YAML ticket: one mapping. Values keep the form they are written in (a date stays a text), and
 * aliases are limited, since a few lines of them can stand for millions. Throws a TicketError.
 */
export function ticketFromYaml(text: string): Ticket {
  if (text.length > MAX_LENGTH) throw new TicketError(`is longer than ${MAX_LENGTH >> 10} kB`)
  let value: unknown
  try {
    const document = parseDocument(text.replace(/^\ufeff/, ''), { schema: 'core', prettyErrors: true })
    const [error] = document.errors
    if (error !== undefined) throw new TicketError(`is not YAML: ${firstLine(error.message)}`)
    value = document.toJS({ maxAliasCount: 20 })
  } catch (error) {
    if (isTicketError(error)) throw error
    throw new TicketError(
      `is not YAML: ${firstLine(error instanceof Error ? error.message : 'it can not be read')}`,
    )
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TicketError(`is ${typeName(value)}, not a YAML mapping`)
  }
  return value as Ticket
}

function firstLine(message: string): string {
  return (message.split('\n')[0] ?? '').replace(/:$/, '')
}
