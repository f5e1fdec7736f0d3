import * as http from 'node:http'
import * as https from 'node:https'
import type { Log } from '../log.ts'
import { wordsOf } from '../log.ts'
import { type Answer, HttpError, refusal, send } from './answer.ts'
import { type Callers, checkOrigin, checkToken } from './callers.ts'
import { findRoute, type Route } from './routes.ts'
import { closeUnasked } from './unasked.ts'

export interface Listening {
  readonly callers: Callers
  readonly routes: readonly Route[]
  readonly requestMs: number
  readonly tls?: { readonly cert: string; readonly key: string }
  readonly log: Log
  /** Told of every answer. */
  done(route: string, status: number, ms: number): void
}

const MAX_CONNECTIONS = 2000

/** So much longer than a head may take a connection may be silent: one that has begun has an answer. */
const UNASKED_MS = 2000
/** So much of a body that was turned away is read, and for so long. */
const DRAINED_BYTES = 64 * 1024 * 1024
const DRAINED_MS = 5000

/** The server, not listening yet. */
export function makeServer(listening: Listening): http.Server {
  const { requestMs, tls } = listening
  const headMs = Math.min(10_000, requestMs)
  const options: https.ServerOptions = {
    // A request that comes a byte at a time is cut off; who is silent between two is let go.
    headersTimeout: headMs,
    handshakeTimeout: headMs,
    requestTimeout: requestMs,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: Math.min(1000, requestMs),
    maxHeaderSize: 16 * 1024,
    ...tls,
  }
  const handle = (request: http.IncomingMessage, response: http.ServerResponse) => {
    void answer(listening, request, response)
  }
  const server = tls ? https.createServer(options, handle) : http.createServer(options, handle)
  server.maxConnections = MAX_CONNECTIONS
  closeUnasked(server, tls ? 'secureConnection' : 'connection', headMs + UNASKED_MS)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return
    const status = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request'
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`)
  })
  return server
}

async function answer(
  listening: Listening,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const started = performance.now()
  let name = 'none'
  response.on('close', () => listening.done(name, response.statusCode, performance.now() - started))
  // A caller that goes away in the middle is no error of ours.
  request.on('error', () => {})
  response.on('error', () => {})
  try {
    checkOrigin(request, listening.callers)
    const { pathname, searchParams } = addressOf(request)
    const found = findRoute(listening.routes, request.method ?? '', pathname)
    if (found === 404) throw new HttpError(404, 'nothing is here')
    if (found === 405) throw new HttpError(405, 'this is asked in another way')
    name = found.route.path
    const { needs } = found.route
    const token = needs === 'nobody' ? undefined : checkToken(request, listening.callers, needs)
    const asked = { request, response, query: searchParams, rest: found.rest, token }
    const said = await found.route.answer(asked)
    if (said) await reply(request, response, said)
  } catch (error) {
    if (!(error instanceof HttpError)) listening.log('error', { route: name, error: wordsOf(error) })
    if (response.headersSent) return void response.destroy()
    await reply(request, response, refusal(error))
  }
}

function addressOf(request: http.IncomingMessage): URL {
  try {
    return new URL(request.url ?? '/', 'http://here')
  } catch {
    throw new HttpError(400, 'the address of this request is none')
  }
}

async function reply(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  answer: Answer,
): Promise<void> {
  await drained(request)
  if (!request.complete) response.setHeader('connection', 'close')
  send(response, answer, request.method !== 'HEAD')
}

/**
 * Reads what is still on its way, within limits, and forgets it. A caller that is still sending sees
 * a broken connection instead of its answer, and would send the same again for ever.
 */
async function drained(request: http.IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return
  await new Promise<void>((resolve) => {
    let left = DRAINED_BYTES
    const timer = setTimeout(resolve, DRAINED_MS)
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) resolve()
    })
    request.on('close', () => clearTimeout(timer))
    for (const event of ['end', 'close', 'error']) request.on(event, () => resolve())
    request.resume()
  })
}
