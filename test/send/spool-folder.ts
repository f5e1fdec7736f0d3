import * as fs from 'node:fs'
import * as http from 'node:http'
import type { AddressInfo } from 'node:net'
import * as path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import type { Sink } from '../../src/audit/sinks/sinks.ts'
import { nodeHost } from '../../src/host/node.ts'
import { SENDER_OPTIONS, type SenderOptions, send } from '../../src/send/sender.ts'
import { makeWorld } from '../support/world.ts'

/** A record as the hook would spool it. */
export const record = (n: number, more: object = {}) => ({
  timestamp: '2026-11-30T12:00:00.000Z',
  stage: 'attempt',
  n,
  id: `0193a000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  ...more,
})

/** A spool with records in it, and a sender for it that soon ends. */
export function spool(sinks: readonly Sink[]) {
  const folder = path.join(makeWorld().home, 'spool')
  fs.mkdirSync(folder, { mode: 0o700 })
  const file = (name: string) => path.join(folder, name)
  const setSinks = (others: readonly Sink[]) =>
    fs.writeFileSync(file('sinks.json'), `${JSON.stringify(others)}\n`)
  setSinks(sinks)
  const quick: SenderOptions = { ...SENDER_OPTIONS, idleMs: 300, patienceMs: 1500 }
  return {
    folder,
    setSinks,
    file,
    put: (...records: readonly object[]) =>
      nodeHost.append(
        file('current.jsonl'),
        records.map((one) => `${JSON.stringify(one)}\n`).join(''),
        0o600,
      ),
    send: (options: Partial<SenderOptions> = {}) => send(folder, { ...quick, ...options }),
    read: (name: string) => fs.readFileSync(file(name), 'utf8'),
    exists: (name: string) => fs.existsSync(file(name)),
  }
}

export interface Received {
  readonly headers: http.IncomingHttpHeaders
  readonly path: string
  /** As it was sent. */
  readonly raw: Buffer
  readonly text: string
  readonly numbers: readonly number[]
}

type Answer = { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> }

/** A server that answers as it is told, one answer a request and then always 200. */
export async function server(...answers: readonly (Answer | ((got: Received) => Answer))[]) {
  const received: Received[] = []
  const left = [...answers]
  const one = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks)
      const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw).toString('utf8')
      const numbers = [...text.matchAll(/^\{.*?"n":(\d+)/gm)].map((match) => Number(match[1]))
      const got = { headers: request.headers, path: request.url ?? '', raw, text, numbers }
      received.push(got)
      const next = left.shift() ?? { status: 200 }
      const { status, body, headers } = typeof next === 'function' ? next(got) : next
      response.writeHead(status, headers)
      response.end(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      one.closeAllConnections()
      one.close(() => resolve())
    })
  onTestFinished(close)
  const { port } = one.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/v1/records`, port, received, close }
}
