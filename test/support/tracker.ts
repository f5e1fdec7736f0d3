import * as fs from 'node:fs'
import * as http from 'node:http'
import * as https from 'node:https'
import * as net from 'node:net'
import * as path from 'node:path'
import { onTestFinished } from 'vitest'

/** A request as it arrived. */
export interface Received {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: http.IncomingHttpHeaders
  readonly body: string
}

export interface Tracker {
  readonly url: string
  readonly port: number
  readonly requests: Received[]
}

export type Handler = (request: Received, response: http.ServerResponse) => void

const tls = path.resolve(import.meta.dirname, '../fixtures/tls')
/** The certificate authority of servers that are started with `secure`: for tracker.test and localhost. */
export const CA = path.join(tls, 'ca.pem')

/** A server on this machine that answers as the handler says; gone after the test. */
export async function startTracker(handler: Handler, secure = false): Promise<Tracker> {
  const requests: Received[] = []
  const onRequest = (incoming: http.IncomingMessage, response: http.ServerResponse) => {
    let body = ''
    incoming.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming
      const request = { method, path: url, headers, body }
      requests.push(request)
      handler(request, response)
    })
  }
  const server = secure
    ? https.createServer(
        {
          key: fs.readFileSync(path.join(tls, 'server-key.pem')),
          cert: fs.readFileSync(path.join(tls, 'server.pem')),
        },
        onRequest,
      )
    : http.createServer(onRequest)
  const port = await listen(server)
  return { url: `${secure ? 'https://localhost' : 'http://127.0.0.1'}:${port}`, port, requests }
}

/** Listens on a port of its own; open connections end with the test. */
export async function listen(server: net.Server): Promise<number> {
  const sockets = new Set<net.Socket>()
  server.on('connection', (socket: net.Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as net.AddressInfo).port
}

/** Answers with JSON. */
export function json(
  response: http.ServerResponse,
  value: unknown,
  status = 200,
  headers: http.OutgoingHttpHeaders = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(value))
}

export interface Proxy {
  readonly url: string
  /** What it was asked to connect to. */
  readonly targets: string[]
  /** Each `proxy-authorization` that came. */
  readonly authorizations: (string | undefined)[]
}

/** A proxy that connects whatever it is asked for to the port. */
export async function startProxy(port: number, status = 200): Promise<Proxy> {
  const targets: string[] = []
  const authorizations: (string | undefined)[] = []
  const server = http.createServer()
  server.on('connect', (request: http.IncomingMessage, socket: net.Socket) => {
    targets.push(request.url ?? '')
    authorizations.push(request.headers['proxy-authorization'])
    if (status !== 200) {
      socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`)
      return
    }
    const there = net.connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      there.pipe(socket)
      socket.pipe(there)
    })
    there.on('error', () => socket.destroy())
    socket.on('error', () => there.destroy())
  })
  return { url: `http://127.0.0.1:${await listen(server)}`, targets, authorizations }
}
