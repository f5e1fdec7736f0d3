import { request as open } from 'node:http'
import type { LookupFunction, Socket } from 'node:net'

/** What every connection of a request is made with. */
export interface Connecting {
  readonly signal: AbortSignal
  readonly lookup?: LookupFunction
}

/** A connection to `host:port` through a proxy (CONNECT). Throws in words when the proxy refuses. */
export function openTunnel(proxy: URL, host: string, port: number, how: Connecting): Promise<Socket> {
  const target = `${host.includes(':') ? `[${host}]` : host}:${port}`
  return new Promise((resolve, reject) => {
    const asking = open({
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port === '' ? 80 : Number(proxy.port),
      method: 'CONNECT',
      path: target,
      headers: { host: target, ...proxyAuthorization(proxy) },
      agent: false,
      ...how,
    })
    asking.on('connect', (answer, socket) => {
      if (answer.statusCode === 200) resolve(socket as Socket)
      else {
        socket.destroy()
        reject(new Error(`the proxy refused with status ${answer.statusCode}`))
      }
    })
    asking.on('response', (answer) => {
      answer.destroy()
      reject(new Error(`the proxy refused with status ${answer.statusCode}`))
    })
    asking.on('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(`the proxy could not be reached (${error.code})`)),
    )
    asking.end()
  })
}

/** The header that names us to a proxy, when its address holds a user. */
export function proxyAuthorization(proxy: URL): Record<string, string> {
  if (proxy.username === '') return {}
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` }
}
