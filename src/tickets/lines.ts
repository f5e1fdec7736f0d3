import { headOf, plainLine, plainText } from '../text/plain.ts'
import type { Options } from './options.ts'
import type { Found } from './read.ts'
import { fieldOf, oneLine, type Ticket } from './ticket.ts'

const DESCRIPTION = 'description'

/** Longest value of a field other than the description. */
const MAX_FIELD = 200
const MAX_COMMENT = 600

/** A ticket's lines as the options want them, each field at most once. Empty when it has none of them. */
export async function linesOf(found: Found, options: Options): Promise<string[]> {
  const lines =
    options.template === '' ? await fieldLines(found, options) : await fromTemplate(found, options)
  return [...lines, ...commentLines(found, options.comments)]
}

async function fieldLines({ ticket, markup }: Found, options: Options): Promise<string[]> {
  const lines: string[] = []
  const moved = fieldOf(ticket, 'moved')
  if (moved !== undefined) lines.push(`Now called: ${oneLine(moved, MAX_FIELD)}`)
  for (const written of options.fields) {
    const { label, field } = named(written)
    if (field === DESCRIPTION) continue
    const value = fieldOf(ticket, field)
    if (value === undefined) continue
    const shown = oneLine(value, MAX_FIELD)
    // A list of nothing has nothing to say.
    if (shown !== undefined || !Array.isArray(value)) lines.push(`${label}: ${shown ?? '(not text)'}`)
  }
  // Last, since it is what a budget cuts.
  const last = options.fields.map(named).find(({ field }) => field === DESCRIPTION)
  if (last !== undefined) lines.push(...(await descriptionLines(ticket, last.label, markup, options)))
  return lines
}

/** `Story points=customfield_10016`: the label that stands there, and the field's name. */
function named(written: string): { readonly label: string; readonly field: string } {
  const at = written.indexOf('=')
  const field = written.slice(at + 1)
  const label = plainLine(at > 0 ? written.slice(0, at) : field, 40)
  return { field, label: label.charAt(0).toUpperCase() + label.slice(1) }
}

async function descriptionLines(
  ticket: Ticket,
  label: string,
  markup: boolean,
  { maxDescription }: Options,
): Promise<string[]> {
  const text = await descriptionOf(ticket, markup)
  if (text === undefined) return [`${label}: (not text)`]
  if (text === '') return []
  const shown = headOf(text, maxDescription)
  const left = text.length - shown.length
  // Indented, so that no line of it can pass for another field.
  return [
    `${label}${left > 0 ? ` (its first ${shown.length} of ${text.length} characters)` : ''}:`,
    ...shown.split('\n').map((line) => `  ${line}`),
  ]
}

/** '' when there is none; undefined when it is not text. */
async function descriptionOf(ticket: Ticket, markup: boolean): Promise<string | undefined> {
  const value = fieldOf(ticket, DESCRIPTION)
  if (value === undefined) return ''
  if (typeof value === 'string') {
    return markup ? (await import('./description.ts')).readableDescription(value) : plainText(value)
  }
  const { adfToText, isAdf } = await import('./adf.ts')
  return isAdf(value) ? plainText(adfToText(value)) : undefined
}

/** The template with each `{field}` replaced by its value; lines that lost all their values go. */
async function fromTemplate({ id, ticket, markup }: Found, options: Options): Promise<string[]> {
  const description = headOf((await descriptionOf(ticket, markup)) ?? '', options.maxDescription)
  const lines: string[] = []
  for (const line of options.template.split('\n')) {
    let held = 0
    let filled = 0
    const text = line.replace(/\{([\w.-]{1,80})\}/g, (_whole, field: string) => {
      held++
      const value =
        field === 'id'
          ? id
          : field === DESCRIPTION
            ? description
            : (oneLine(fieldOf(ticket, field), MAX_FIELD) ?? '')
      if (value !== '') filled++
      return value
    })
    if (held === 0 || filled > 0) lines.push(...text.split('\n'))
  }
  return lines
}

function commentLines({ comments }: Found, wanted: number): string[] {
  const shown = wanted === 0 ? [] : comments.slice(-wanted)
  if (shown.length === 0) return []
  return [
    shown.length === 1 ? 'Last comment:' : `Last ${shown.length} comments, newest last:`,
    ...shown.flatMap(({ author, at, text }) => {
      const head = headOf(plainText(text).trim(), MAX_COMMENT)
      const more = plainText(text).trim().length > head.length ? ' ...' : ''
      const who = [plainLine(author, 60) || 'somebody', plainLine(at.slice(0, 10), 10)]
        .filter(Boolean)
        .join(', ')
      return [`  ${who}:`, ...`${head}${more}`.split('\n').map((line) => `    ${line}`)]
    }),
  ]
}

/** `PAY-1842: Retry failed card payments`, for the name of a session. */
export function titleOf({ id, ticket }: Found): string | undefined {
  const title = oneLine(fieldOf(ticket, 'title'), 80)
  return title === undefined ? undefined : `${id}: ${title}`
}
