import * as fs from 'node:fs'
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { lookupOf } from './node-lookup.ts'
import { type Connecting, openTunnel, proxyAuthorization } from './node-tunnel.ts'
import type { WebAnswer, WebRequest } from './web.ts'

type Settle = (answer: WebAnswer) => void

/** Node's side of `Host.request`. Loaded with the first request only. */
export function request(asked: WebRequest): Promise<WebAnswer> {
  return new Promise((resolve) => {
    const abort = new AbortController()
    let settled = false
    const settle: Settle = (answer) => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      resolve(answer)
      abort.abort()
    }
    const timer = setTimeout(
      () => settle({ ended: 'timeout', problem: 'no answer in time' }),
      asked.timeoutMs,
    )
    start(asked, abort.signal, settle).catch((error: unknown) => settle(failureOf(error)))
  })
}

async function start(asked: WebRequest, signal: AbortSignal, settle: Settle): Promise<void> {
  const url = new URL(asked.url)
  const proxy = asked.proxy === undefined ? undefined : new URL(asked.proxy)
  // A little earlier than all of it, so that the DNS is named when it was the DNS.
  const lookup = await lookupOf(hostOf(proxy ?? url), Math.max(1, asked.timeoutMs - 30))
  const how = { signal, ...(lookup === undefined ? {} : { lookup }) }
  if (url.protocol === 'tcp:') return connect(url, how, settle)
  const secure = url.protocol === 'https:'
  const options = await optionsOf(asked, url, proxy, how)
  const { request: open } = secure ? await import('node:https') : await import('node:http')
  const outgoing = open(options)
  outgoing.on('error', (error) => settle(failureOf(error)))
  outgoing.on('response', (incoming) => read(incoming, asked.maxBytes, settle))
  finish(outgoing, asked.body)
}

/** Brackets are how a URL writes an IPv6 address, not a part of it. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

async function optionsOf(
  asked: WebRequest,
  url: URL,
  proxy: URL | undefined,
  how: Connecting,
): Promise<RequestOptions & { ca?: string[] }> {
  const secure = url.protocol === 'https:'
  const ca = asked.ca === undefined ? {} : { ca: await trusted(asked.ca) }
  const headers = { host: url.host, 'accept-encoding': 'gzip, deflate, br', ...asked.headers }
  const common = {
    method: asked.body === undefined ? 'GET' : 'POST',
    headers: asked.body === undefined ? headers : { ...headers, 'content-length': bytesIn(asked.body) },
    ...how,
    // One process, one request: a socket kept alive would keep the process.
    agent: false as const,
    ...ca,
  }
  const host = hostOf(url)
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port)
  const there = { ...common, host, port, path: `${url.pathname}${url.search}` }
  if (proxy === undefined) return there
  if (!secure) return throughPlainProxy(common, url, proxy)
  const socket = await openTunnel(proxy, host, port, how)
  const tls = await import('node:tls')
  const servername = /^[\d.]+$|:/.test(host) ? {} : { servername: host }
  // Without an agent Node takes the connection that it is given.
  const { agent: _agent, ...alone } = there
  return { ...alone, createConnection: () => tls.connect({ socket, ...servername, ...ca }) }
}

/** A proxy is asked for plain HTTP by the whole address. */
function throughPlainProxy(common: RequestOptions, url: URL, proxy: URL): RequestOptions {
  return {
    ...common,
    host: hostOf(proxy),
    port: proxy.port === '' ? 80 : Number(proxy.port),
    path: url.href,
    headers: { ...common.headers, ...proxyAuthorization(proxy) },
  }
}

/** The certificates of the file besides those that Node trusts anyway. */
async function trusted(file: string): Promise<string[]> {
  const { rootCertificates } = await import('node:tls')
  return [...rootCertificates, fs.readFileSync(file, 'utf8')]
}

function finish(outgoing: ClientRequest, body: string | undefined): void {
  if (body === undefined) outgoing.end()
  else outgoing.end(body)
}

function bytesIn(text: string): number {
  return Buffer.byteLength(text)
}

async function connect(url: URL, how: Connecting, settle: Settle): Promise<void> {
  const { connect: open } = await import('node:net')
  const socket = open({ host: hostOf(url), port: Number(url.port), ...how })
  socket.on('error', (error) => settle(failureOf(error)))
  socket.on('connect', () => {
    socket.destroy()
    settle({ ended: 'answered', status: 0, headers: {}, body: '' })
  })
}

function read(incoming: IncomingMessage, maxBytes: number, settle: Settle): void {
  const chunks: Buffer[] = []
  let length = 0
  const body = decoded(incoming)
  body.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > maxBytes) {
      settle({ ended: 'too-large', problem: `the answer is longer than ${maxBytes >> 10} kB` })
    } else chunks.push(chunk)
  })
  body.on('error', (error: unknown) => settle(failureOf(error)))
  incoming.on('aborted', () => settle({ ended: 'failed', problem: 'the connection broke off' }))
  body.on('end', () => {
    const headers: Record<string, string> = {}
    for (const [name, value] of Object.entries(incoming.headers)) {
      if (value !== undefined) headers[name] = Array.isArray(value) ? (value.at(-1) ?? '') : value
    }
    const text = Buffer.concat(chunks, length).toString('utf8')
    settle({ ended: 'answered', status: incoming.statusCode ?? 0, headers, body: text })
  })
}

function decoded(incoming: IncomingMessage): NodeJS.ReadableStream {
  const through = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress }
  const coding = incoming.headers['content-encoding']?.toLowerCase()
  if (coding !== 'gzip' && coding !== 'deflate' && coding !== 'br') return incoming
  return incoming.pipe(through[coding]())
}

const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'the name is not known to the DNS',
  EAI_AGAIN: 'the DNS did not answer',
  EHOSTUNREACH: 'there is no way to the host',
  ENETUNREACH: 'there is no network',
  ETIMEDOUT: 'no connection within the time',
}

/** Node's own message may hold the address, but never a header. */
function failureOf(error: unknown): WebAnswer {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const unreachable = UNREACHABLE[code]
  if (unreachable !== undefined) return { ended: 'unreachable', problem: unreachable }
  if (code === 'ENOENT' || code === 'EACCES') {
    return { ended: 'failed', problem: 'the file of certificates can not be read' }
  }
  if (/CERT|SELF_SIGNED|ISSUER|VERIFY/.test(code)) {
    return { ended: 'failed', problem: `the certificate is not trusted (${code})` }
  }
  if (code === 'ECONNRESET') return { ended: 'failed', problem: 'the connection broke off' }
  if (error instanceof RangeError || code === 'ERR_INVALID_CHAR') {
    return { ended: 'failed', problem: 'the request could not be made of what is configured' }
  }
  return { ended: 'failed', problem: code === '' ? message : code }
}
