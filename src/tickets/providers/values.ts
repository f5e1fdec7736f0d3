import { base64 } from '../../text/base64.ts'
import { plainLine } from '../../text/plain.ts'
import { type Answered, type Client, retryAfter, WebProblem, withoutSecrets } from '../../web/client.ts'
import type { Wishes } from '../provider.ts'

export type Json = Readonly<Record<string, unknown>>

/** The object, or an empty one for anything else. */
export function record(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A text that is not empty, or undefined. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** What the objects of a list are called, joined; undefined when there are none. */
export function names(value: unknown, ...keys: readonly string[]): string | undefined {
  const found = list(value)
    .slice(0, 20)
    .flatMap((one) =>
      typeof one === 'string' ? [one] : [keys.map((key) => text(record(one)[key])).find(Boolean)],
    )
    .filter((one) => one !== undefined)
  return found.length === 0 ? undefined : found.join(', ')
}

/** Without the entries that hold nothing. */
export function filled(fields: Readonly<Record<string, unknown>>): Json {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  )
}

/** True when the tracker says that there is no such ticket, or that nobody may see it. */
export function isMissing({ status, body }: Answered): boolean {
  if (status !== 404 && status !== 410) return false
  // The API answers with data, so whoever sends a page is somebody else.
  if (/^\s*</.test(body))
    throw new WebProblem(`it answered with a web page (${status}); is the address right?`)
  return true
}

/** The problem that an answer other than 200 and 404 stands for. */
export function refusal(answer: Answered, client: Client, said: string | undefined): WebProblem {
  const quoted = said === undefined ? '' : `: ${JSON.stringify(plainLine(withoutSecrets(said, client), 160))}`
  const wait = waitOf(answer, client.host.now())
  if (wait !== undefined)
    return new WebProblem(`it asks to be left alone for ${Math.ceil(wait / 1000)} s (${answer.status})`, wait)
  switch (answer.status) {
    case 401:
      return new WebProblem(`it does not accept the token (401)${quoted}`)
    case 403:
      return new WebProblem(`the token may not read it (403)${quoted}`)
    default:
      return new WebProblem(`it answered with status ${answer.status}${quoted}`)
  }
}

/** Longest time that a server is left alone because it asked for it. */
const MAX_WAIT_MS = 3_600_000

/** How long a rate limit lasts: by Retry-After, else by the headers of GitHub and Linear. */
function waitOf({ status, headers }: Answered, now: number): number | undefined {
  const spent = headers['x-ratelimit-remaining'] === '0' || headers['ratelimit-remaining'] === '0'
  if (
    status !== 429 &&
    status !== 503 &&
    !(status === 403 && (spent || headers['retry-after'] !== undefined))
  ) {
    return undefined
  }
  const reset = Number(headers['x-ratelimit-reset'] ?? headers['ratelimit-reset'])
  const wait = retryAfter(headers, now) ?? (Number.isFinite(reset) ? reset * 1000 - now : 60_000)
  return Math.min(MAX_WAIT_MS, Math.max(1000, wait))
}

/** The value of the header for a user and a password or token (RFC 7617). */
export function basic(user: string, password: string): string {
  const encoded = base64(new TextEncoder().encode(`${user}:${password}`))
  return `Basic ${encoded}${'='.repeat((4 - (encoded.length % 4)) % 4)}`
}

/** A name that would lead to another place of the API. */
export function hasDots(repository: string): boolean {
  return repository.split('/').some((part) => part === '.' || part === '..')
}

/** Fields that were asked for by the names that the API has for them. */
export function own(ticket: Json, { fields }: Wishes): Json {
  return Object.fromEntries(
    fields.filter((name) => Object.hasOwn(ticket, name)).map((name) => [name, ticket[name]]),
  )
}
