import { HttpError } from '../http/answer.ts'
import type { Cursor, Filter, SessionCursor, SessionFilter } from '../store/store.ts'

/** The questions of a page, as they stand in the query of an address. */

const MAX_LIMIT = 1000
const TEXTS = [
  'session',
  'call',
  'tool',
  'user',
  'harness',
  'stage',
  'hook',
  'rule',
  'verdict',
  'text',
] as const
const TROUBLES = ['failed', 'refused', 'asked', 'any'] as const
/** Steps of a chart: no more than so many columns come back. */
const MIN_STEP = 1000
const MAX_SLOTS = 2000
/** The last time that JavaScript knows, in the year 275760; PostgreSQL knows some more. */
const LAST_TIME = 8.64e15

/** Throws an HttpError that names what can't be understood. */
export function filterIn(query: URLSearchParams): Filter {
  const found: { -readonly [Key in keyof Filter]: Filter[Key] } = {}
  for (const key of TEXTS) {
    const value = textIn(query, key)
    if (value !== '') found[key] = value
  }
  const trouble = query.get('trouble')
  if (trouble) found.trouble = oneOf('trouble', trouble, TROUBLES)
  for (const key of ['from', 'to'] as const) {
    const value = timeIn(query, key)
    if (value !== undefined) found[key] = value
  }
  return found
}

/** A text as records hold it, where NUL is kept as its picture; '' when it is not asked for. */
export function textIn(query: URLSearchParams, key: string): string {
  return (query.get(key) ?? '').replaceAll('\u0000', '\u2400')
}

export function sessionFilterIn(query: URLSearchParams): SessionFilter {
  const { user, harness, from, to, text, trouble } = filterIn(query)
  return {
    ...(user === undefined ? {} : { user }),
    ...(harness === undefined ? {} : { harness }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(text === undefined ? {} : { text }),
    ...(trouble === undefined || trouble === 'asked' ? {} : { trouble }),
  }
}

export function limitIn(query: URLSearchParams): number {
  const value = query.get('limit')
  return value === null ? 100 : whole('limit', value, 1, MAX_LIMIT)
}

/** `AT.SEQ` of the last record of the page before. */
export function cursorIn(query: URLSearchParams): Cursor | undefined {
  const value = query.get('after')
  if (value === null || value === '') return undefined
  const [, at, seq] = /^(\d{1,16})\.(\d{1,16})$/.exec(value) ?? []
  if (at === undefined || seq === undefined || Number(at) > LAST_TIME) {
    throw wrong('after', value, 'a place that an answer gave')
  }
  return { at: Number(at), seq: Number(seq) }
}

/** `LAST.SESSION` of the last session of the page before. */
export function sessionCursorIn(query: URLSearchParams): SessionCursor | undefined {
  const value = textIn(query, 'after')
  if (value === '') return undefined
  const [, last, session] = /^(\d{1,16})\.([\s\S]+)$/.exec(value) ?? []
  if (last === undefined || session === undefined) throw wrong('after', value, 'a place that an answer gave')
  return { last: Number(last), session }
}

export function orderIn(query: URLSearchParams): 'new' | 'old' {
  return oneOf('order', query.get('order') ?? 'new', ['new', 'old'] as const)
}

/** The step of a chart in milliseconds. */
export function stepIn(query: URLSearchParams, { from, to }: Filter, now: number): number {
  const step = whole('step', query.get('step') ?? '3600000', MIN_STEP, 366 * 86_400_000)
  const slots = from === undefined ? 0 : ((to ?? now) - from) / step
  if (slots > MAX_SLOTS)
    throw wrong('step', String(step), `a longer one: these would be ${Math.ceil(slots)} columns`)
  return step
}

function timeIn(query: URLSearchParams, key: string): number | undefined {
  const value = query.get(key)
  if (value === null || value === '') return undefined
  const time = /^-?\d+$/.test(value) ? Number(value) : Date.parse(value)
  if (!Number.isFinite(time) || Math.abs(time) > LAST_TIME)
    throw wrong(key, value, 'a time, ISO 8601 or milliseconds')
  // No record is older than that, and PostgreSQL knows no time before 4713 BC.
  return Math.max(0, time)
}

function whole(key: string, value: string, least: number, most: number): number {
  const number = Number(value)
  if (!Number.isInteger(number) || number < least || number > most) {
    throw wrong(key, value, `a whole number from ${least} to ${most}`)
  }
  return number
}

function oneOf<Value extends string>(key: string, value: string, known: readonly Value[]): Value {
  const found = known.find((one) => one === value)
  if (found === undefined) throw wrong(key, value, known.join(', '))
  return found
}

function wrong(key: string, value: string, expected: string): HttpError {
  return new HttpError(400, `${key} is ${JSON.stringify(value.slice(0, 60))}, expected ${expected}`)
}
