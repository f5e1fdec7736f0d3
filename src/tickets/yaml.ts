import { CORE_SCHEMA, load } from 'js-yaml'
import { typeName } from '../tool.ts'
import { isTicketError, type Ticket, TicketError } from './ticket.ts'

/** Longer ones take too long to read. */
const MAX_LENGTH = 64 * 1024

/** Depth and aliases are limited, since a few lines can nest deeply or stand for millions. */
const LIMITS = { schema: CORE_SCHEMA, maxDepth: 50, maxAliases: 20 }

/**
 * A YAML ticket, or the front matter of a file: one mapping. Values keep the form they are written
 * in, so a date stays a text. Throws a TicketError.
 */
export function ticketFromYaml(text: string): Ticket {
  if (text.length > MAX_LENGTH) throw new TicketError(`is longer than ${MAX_LENGTH >> 10} kB`)
  try {
    const value: unknown = load(text.replace(/^\ufeff/, ''), LIMITS)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Ticket
    throw new TicketError(`is ${typeName(value)}, not a YAML mapping`)
  } catch (error) {
    if (isTicketError(error)) throw error
    const [said = ''] = (error instanceof Error ? error.message : 'it can not be read').split('\n')
    throw new TicketError(`is not YAML: ${said.replace(/:$/, '')}`)
  }
}
