import type { IncomingMessage } from 'node:http'
import { HttpError } from './answer.ts'
import { allows, type Token, tokenIn } from './tokens.ts'

/** Who may ask this server what. */
export interface Callers {
  /** What the server listens on. */
  readonly host: string
  readonly names: readonly string[]
  readonly tokens: readonly Token[]
}

const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** True for an address that only this machine reaches. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

/**
 * Refuses what a web page in somebody's browser could make it ask: another site's page (Origin,
 * Sec-Fetch-Site), or one that has made its own name point here (Host). Throws an HttpError.
 */
export function checkOrigin(request: IncomingMessage, callers: Callers): void {
  const { host } = request.headers
  const name = (host ?? '').replace(/:\d+$/, '').toLowerCase()
  // With a token a page that has made its own name point here is none the wiser.
  if (callers.tokens.length === 0 && !namesOf(callers).has(name)) {
    throw new HttpError(
      421,
      `this server is not called ${JSON.stringify(name)}; if a name of yours leads here, start it with --name ${name || 'NAME'}`,
    )
  }
  const { origin } = request.headers
  if (origin !== undefined && origin.replace(/^https?:\/\//, '').toLowerCase() !== host?.toLowerCase()) {
    throw new HttpError(403, 'a page of another origin may not ask this server')
  }
  const site = request.headers['sec-fetch-site']
  const isVisit = request.method === 'GET' && request.headers['sec-fetch-mode'] === 'navigate'
  if ((site === 'cross-site' || site === 'same-site') && !isVisit) {
    throw new HttpError(403, 'a page of another site may not ask this server')
  }
}

function namesOf({ host, names }: Callers): ReadonlySet<string> {
  const own = host.includes(':') ? `[${host}]` : host
  return new Set([...LOOPBACK_NAMES, own, ...names].map((name) => name.toLowerCase()))
}

/**
 * The token of a request that may do what it asks; undefined where none is needed. Throws an
 * HttpError.
 */
export function checkToken(
  request: IncomingMessage,
  callers: Callers,
  needed: 'write' | 'read',
): Token | undefined {
  if (callers.tokens.length === 0) return undefined
  const token = tokenIn(request.headers.authorization, callers.tokens)
  if (!token) {
    throw new HttpError(401, 'a token is needed: Authorization: Bearer TOKEN', {
      'www-authenticate': 'Bearer realm="hookbox"',
    })
  }
  if (!allows(token, needed)) {
    throw new HttpError(
      403,
      `this token may not ${needed === 'read' ? 'look at records' : 'send records or ask hooks'}`,
    )
  }
  return token
}
