import type { Host } from '../host/host.ts'
import { plainLine } from '../text/plain.ts'
import { type Address, isLoopback, isSameOrigin, readAddress, resolveLocation } from './address.ts'
import { homePath } from './home-path.ts'
import { proxyFor } from './proxy.ts'

/** Why a request gave nothing that can be used, in words for the user. */
export class WebProblem extends Error {
  /** Milliseconds that the server wants to be left alone; 0: it was not asked, by a mistake of our own side. */
  readonly waitMs: number | undefined
  constructor(message: string, waitMs?: number) {
    super(message)
    this.name = 'WebProblem'
    this.waitMs = waitMs
  }
}

/** By its name, since each part of the program may hold a class of its own. */
export function isWebProblem(error: unknown): error is WebProblem {
  return error instanceof Error && error.name === 'WebProblem'
}

export interface Client {
  readonly host: Host
  /** Milliseconds since the epoch by which all requests have to be done. */
  readonly deadline: number
  /** PEM file of certificates to trust: absolute, or from the home. */
  readonly ca?: string
  /** Whether `http://` may be used for other machines than this one. */
  readonly allowHttp?: boolean
  /** Never part of a message. */
  readonly secrets: readonly string[]
}

export interface Asked {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const MAX_BYTES = 2 * 1024 * 1024
const MAX_REDIRECTS = 3

/**
 * Asks, with what the rules of a careful client are: a redirect is followed on the same host
 * only, since the request may carry a token; one that is told to wait a moment waits, when there
 * is time. Throws a WebProblem when no answer came.
 */
export async function ask(asked: Asked, client: Client): Promise<Answered> {
  let url = asked.url
  let waited = false
  for (let redirects = 0; ; ) {
    const address = usable(url, client)
    const answer = await once({ ...asked, url }, address, client)
    const pause = waited ? undefined : pauseOf(answer, client)
    if (pause !== undefined) {
      waited = true
      await client.host.sleep(pause)
      continue
    }
    if (![301, 302, 303, 307, 308].includes(answer.status)) {
      // A server that repeats the token must not bring it into a cache or to a model.
      return { ...answer, body: withoutSecrets(answer.body, client) }
    }
    if (++redirects > MAX_REDIRECTS) throw new WebProblem('it redirects in circles')
    url = followed(address, answer, asked)
  }
}

function usable(url: string, client: Client): Address {
  const address = readAddress(url)
  if (address === undefined) throw new WebProblem('its address is not an http or https address', 0)
  if (!address.secure && !isLoopback(address) && client.allowHttp !== true) {
    throw new WebProblem('it would be asked without encryption (http://); "allowHttp": true allows that', 0)
  }
  return address
}

async function once(asked: Asked, address: Address, client: Client): Promise<Answered> {
  const timeoutMs = client.deadline - client.host.now()
  if (timeoutMs <= 0) throw new WebProblem('no answer in time')
  const through = proxyFor(client.host, address)
  if ('problem' in through) throw new WebProblem(through.problem, 0)
  const answer = await client.host.request({
    ...asked,
    ...through,
    headers: { 'user-agent': 'hookbox', ...asked.headers },
    timeoutMs,
    maxBytes: MAX_BYTES,
    ...(client.ca === undefined ? {} : { ca: homePath(client.host, client.ca) }),
  })
  if (answer.ended === 'answered') return answer
  const isTrust = answer.problem.startsWith('the certificate is not trusted') && client.ca === undefined
  const hint = isTrust ? '; "ca" names a file of certificates to trust' : ''
  throw new WebProblem(`${withoutSecrets(plainLine(answer.problem, 200), client)}${hint}`)
}

function followed(from: Address, { headers, status }: Answered, asked: Asked): string {
  const location = headers['location'] ?? ''
  const url = resolveLocation(from, location)
  const to = url === undefined ? undefined : readAddress(url)
  if (url === undefined || to === undefined)
    throw new WebProblem('it redirects to no address that can be used')
  if (!isSameOrigin(from, to)) {
    throw new WebProblem(
      `it redirects to ${plainLine(to.host, 80)}, and a token is not sent to another place`,
    )
  }
  if (asked.body !== undefined && status !== 307 && status !== 308) {
    throw new WebProblem('it redirects what can not be asked twice')
  }
  return url
}

/** How long to wait before asking again, where the server says so and the deadline leaves time. */
function pauseOf({ status, headers }: Answered, client: Client): number | undefined {
  if (status !== 429 && status !== 503) return undefined
  const ms = retryAfter(headers, client.host.now())
  const left = client.deadline - client.host.now()
  return ms !== undefined && ms + 500 < left ? Math.max(50, ms) : undefined
}

/** `Retry-After` in milliseconds: a number of seconds, or a date. */
export function retryAfter(headers: Answered['headers'], now: number): number | undefined {
  const written = headers['retry-after']?.trim()
  if (written === undefined || written === '') return undefined
  const ms = /^\d+$/.test(written) ? Number(written) * 1000 : Date.parse(written) - now
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

/** A text from elsewhere without what must not be repeated. */
export function withoutSecrets(text: string, { secrets }: Pick<Client, 'secrets'>): string {
  // A shorter one is no secret, and stands in many words.
  return secrets.reduce((rest, one) => (one.length < 8 ? rest : rest.replaceAll(one, '[token]')), text)
}

/** The body as JSON. Throws a WebProblem. */
export function jsonOf({ body }: Answered): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new WebProblem(
      /^\s*</.test(body)
        ? 'it answered with a web page, not with data; is the address right?'
        : 'its answer is not JSON',
    )
  }
}
