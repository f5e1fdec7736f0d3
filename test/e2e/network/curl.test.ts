import * as net from 'node:net'
import * as zlib from 'node:zlib'
import { expect, test } from 'vitest'
import { curlRequest } from '../../../src/host/curl-request.ts'
import { run } from '../../../src/host/node-run.ts'
import type { WebRequest } from '../../../src/host/web.ts'
import { CA, json, listen, startProxy, startTracker } from '../../support/tracker.ts'

/** The real curl, which engines without sockets make requests with. */

const ask = (url: string, more: Partial<WebRequest> = {}) =>
  curlRequest({ platform: 'linux', run }, '/', {
    url,
    headers: {},
    timeoutMs: 3000,
    maxBytes: 10_000,
    ...more,
  })

test('status, headers and body, asked with what is given', async () => {
  const tracker = await startTracker((_request, response) => json(response, { a: 'ü' }, 418, { 'X-Y': 'z' }))
  const answer = await ask(`${tracker.url}/a?b=c`, {
    headers: { authorization: 'Bearer "t"' },
    body: '{"q":"ü"}',
  })
  expect(answer).toMatchObject({ ended: 'answered', status: 418, body: '{"a":"ü"}', headers: { 'x-y': 'z' } })
  expect(tracker.requests).toMatchObject([
    { method: 'POST', path: '/a?b=c', headers: { authorization: 'Bearer "t"' }, body: '{"q":"ü"}' },
  ])
})

test('a redirect is an answer', async () => {
  const other = await startTracker((_request, response) => json(response, {}))
  const tracker = await startTracker((_request, response) => json(response, {}, 302, { location: other.url }))
  expect(await ask(tracker.url)).toMatchObject({ status: 302, headers: { location: other.url } })
  expect(other.requests).toEqual([])
})

test('too much, packed or not; too slow; nobody there', async () => {
  const tracker = await startTracker(({ path }, response) => {
    const body = 'x'.repeat(5_000_000)
    if (path === '/packed') response.writeHead(200, { 'content-encoding': 'gzip' }).end(zlib.gzipSync(body))
    else if (path === '/long') response.end(body)
  })
  expect(await ask(`${tracker.url}/long`)).toMatchObject({ ended: 'too-large' })
  expect(await ask(`${tracker.url}/packed`)).toMatchObject({ ended: 'too-large' })
  expect(await ask(`${tracker.url}/never`, { timeoutMs: 300 })).toMatchObject({ ended: 'timeout' })
  expect(await ask('http://127.0.0.1:1/')).toMatchObject({ ended: 'unreachable' })
})

test('TLS and a proxy', async () => {
  const tracker = await startTracker((_request, response) => json(response, { ok: true }), true)
  expect(await ask(tracker.url)).toMatchObject({ ended: 'failed' })
  expect(await ask(tracker.url, { ca: CA })).toMatchObject({ status: 200 })
  const proxy = await startProxy(tracker.port)
  expect(await ask('https://tracker.test/x', { ca: CA, proxy: proxy.url })).toMatchObject({ status: 200 })
  expect(proxy.targets).toEqual(['tracker.test:443'])
})

test('a port', async () => {
  const port = await listen(net.createServer(() => {}))
  expect(await ask(`tcp://127.0.0.1:${port}`, { timeoutMs: 1500 })).toMatchObject({ ended: 'answered' })
  expect(await ask('tcp://127.0.0.1:1')).toMatchObject({ ended: 'unreachable' })
})
