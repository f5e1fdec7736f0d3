import { plainLine } from '../text/plain.ts'
import { typeName } from '../tool.ts'

/** A ticket's fields by the names they have here: strings, or what the file holds instead. */
export type Ticket = Readonly<Record<string, unknown>>

/** A ticket file that can't be used, in words for the user. */
export class TicketError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'TicketError'
  }
}

/** By its name, since each part of the program may hold a class of its own. */
export function isTicketError(error: unknown): error is TicketError {
  return error instanceof Error && error.name === 'TicketError'
}

/** Names that trackers and people give to the same thing. */
const ALSO_CALLED: ReadonlyMap<string, readonly string[]> = new Map([
  ['title', ['title', 'summary', 'name', 'subject']],
  ['status', ['status', 'state']],
  ['owner', ['owner', 'assignee', 'assigned_to', 'assignedTo']],
  ['description', ['description', 'body', 'details', 'text']],
])

/** A JSON ticket: one object; in an export of Jira the fields are one level below. Throws a TicketError. */
export async function ticketFromJson(text: string): Promise<Ticket> {
  const json = text.replace(/^\ufeff/, '')
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    const { jsonProblem } = await import('../text/json-problem.ts')
    throw new TicketError(`is not JSON: ${jsonProblem(json.trimEnd())}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TicketError(`is ${typeName(value)}, not a JSON object`)
  }
  const ticket = value as Ticket
  const fields = ticket['fields']
  const below = typeof fields === 'object' && fields !== null && !Array.isArray(fields)
  return below ? { ...ticket, ...fields } : ticket
}

/** A field's value; undefined when the ticket has none. */
export function fieldOf(ticket: Ticket, field: string): unknown {
  for (const name of ALSO_CALLED.get(field) ?? [field]) {
    if (!Object.hasOwn(ticket, name)) continue
    const value = ticket[name]
    if (value !== undefined && value !== null && value !== '') return value
  }
  return undefined
}

/** A value in one line of at most `limit` characters; undefined when it can't be said in one. */
export function oneLine(value: unknown, limit: number): string | undefined {
  if (typeof value === 'string') return plainLine(value, limit) || undefined
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) {
    const items = value.slice(0, 20).map((item) => oneLine(item, limit))
    return plainLine(items.filter((item) => item !== undefined).join(', '), limit) || undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  for (const name of ['displayName', 'name', 'login', 'value', 'title', 'key']) {
    const inner = (value as Record<string, unknown>)[name]
    if (typeof inner === 'string') return plainLine(inner, limit) || undefined
  }
  return undefined
}
