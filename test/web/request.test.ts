import * as net from 'node:net'
import * as zlib from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { nodeHost } from '../../src/host/node.ts'
import type { WebRequest } from '../../src/host/web.ts'
import { CA, json, listen, startProxy, startTracker } from '../support/tracker.ts'

/** `Host.request` of Node, against servers of this machine. */

const ask = (url: string, more: Partial<WebRequest> = {}) =>
  nodeHost.request({ url, headers: {}, timeoutMs: 3000, maxBytes: 10_000, ...more })

test('the answer as it came: status, headers, body', async () => {
  const tracker = await startTracker((_request, response) => json(response, { a: 'ü' }, 418, { 'X-Y': 'z' }))
  const answer = await ask(`${tracker.url}/a/b?c=d%20e`, { headers: { authorization: 'Bearer t' } })
  expect(answer).toMatchObject({ ended: 'answered', status: 418, body: '{"a":"ü"}', headers: { 'x-y': 'z' } })
  expect(tracker.requests).toMatchObject([
    { method: 'GET', path: '/a/b?c=d%20e', headers: { authorization: 'Bearer t' }, body: '' },
  ])
})

test('a body is posted', async () => {
  const tracker = await startTracker((_request, response) => json(response, {}))
  await ask(tracker.url, { body: '{"q":"ü"}', headers: { 'content-type': 'application/json' } })
  expect(tracker.requests).toMatchObject([{ method: 'POST', body: '{"q":"ü"}' }])
})

test('a redirect is an answer', async () => {
  const other = await startTracker((_request, response) => json(response, {}))
  const tracker = await startTracker((_request, response) => {
    response.writeHead(302, { location: other.url }).end()
  })
  expect(await ask(tracker.url)).toMatchObject({ status: 302, headers: { location: other.url } })
  expect(other.requests).toEqual([])
})

test('compressed answers, and one that unpacks to more than is read', async () => {
  const bodies = { '/small': 'x'.repeat(9000), '/huge': 'x'.repeat(5_000_000) } as Record<string, string>
  const tracker = await startTracker(({ path }, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(zlib.gzipSync(bodies[path] ?? ''))
  })
  expect(await ask(`${tracker.url}/small`)).toMatchObject({ ended: 'answered', body: bodies['/small'] })
  expect(await ask(`${tracker.url}/huge`)).toMatchObject({ ended: 'too-large' })
})

test('an answer that never ends is cut off', async () => {
  const tracker = await startTracker((_request, response) => {
    response.writeHead(200)
    const more = () => response.write('x'.repeat(1000), () => setImmediate(more))
    more()
  })
  expect(await ask(tracker.url)).toEqual({ ended: 'too-large', problem: 'the answer is longer than 9 kB' })
})

test.each([
  ['nothing', () => {}],
  [
    'a byte now and then',
    (socket: net.Socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n')
      const timer = setInterval(() => socket.write('x'), 20)
      socket.on('close', () => clearInterval(timer))
    },
  ],
] as const)('a server that sends %s: the deadline holds', async (_what, send) => {
  const port = await listen(net.createServer(send))
  const started = performance.now()
  expect(await ask(`http://127.0.0.1:${port}`, { timeoutMs: 200 })).toEqual({
    ended: 'timeout',
    problem: 'no answer in time',
  })
  expect(performance.now() - started).toBeLessThan(1500)
})

test.each([
  ['no HTTP', 'SSH-2.0-OpenSSH_9\r\n', 'failed'],
  ['half an answer', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc', 'failed'],
  ['nothing at all', '', 'failed'],
])('%s', async (_what, sent, ended) => {
  const port = await listen(net.createServer((socket) => socket.end(sent)))
  expect(await ask(`http://127.0.0.1:${port}`)).toMatchObject({ ended })
})

test('nobody listens', async () => {
  const server = net.createServer()
  const port = await listen(server)
  await new Promise((resolve) => server.close(resolve))
  expect(await ask(`http://127.0.0.1:${port}`)).toEqual({
    ended: 'unreachable',
    problem: 'the connection was refused',
  })
  expect(await ask(`tcp://127.0.0.1:${port}`)).toMatchObject({ ended: 'unreachable' })
})

test('tcp: somebody listens, whatever it speaks', async () => {
  const got: string[] = []
  const port = await listen(net.createServer((socket) => socket.on('data', (data) => got.push(String(data)))))
  expect(await ask(`tcp://127.0.0.1:${port}`)).toMatchObject({ ended: 'answered', status: 0 })
  expect(got).toEqual([])
})

test('a header that holds a line break is not sent', async () => {
  const tracker = await startTracker((_request, response) => json(response, {}))
  const answer = await ask(tracker.url, { headers: { authorization: 'a\r\nx-evil: 1' } })
  expect(answer).toMatchObject({ ended: 'failed' })
  expect(JSON.stringify(answer)).not.toContain('x-evil')
  expect(tracker.requests).toEqual([])
})

describe('TLS', () => {
  test('a certificate that nobody knows is refused; with its authority it is taken', async () => {
    const tracker = await startTracker((_request, response) => json(response, { ok: true }), true)
    expect(await ask(tracker.url)).toMatchObject({
      ended: 'failed',
      problem: expect.stringMatching(/^the certificate is not trusted/),
    })
    expect(tracker.requests).toEqual([])
    expect(await ask(tracker.url, { ca: CA })).toMatchObject({ ended: 'answered', status: 200 })
  })

  test('a certificate of another host is refused', async () => {
    const tracker = await startTracker((_request, response) => json(response, {}), true)
    const answer = await ask(`https://127.0.0.2:${tracker.port}`, { ca: CA })
    expect(answer.ended).not.toBe('answered')
  })

  test('a file of certificates that is not there', async () => {
    expect(await ask('https://localhost:1', { ca: '/nowhere/ca.pem' })).toEqual({
      ended: 'failed',
      problem: 'the file of certificates can not be read',
    })
  })
})

describe('a proxy', () => {
  test('https goes through a tunnel, in which the proxy reads nothing', async () => {
    const tracker = await startTracker((_request, response) => json(response, { ok: true }), true)
    const proxy = await startProxy(tracker.port)
    const url = proxy.url.replace('//', '//me:pass%40word@')
    const answer = await ask('https://tracker.test/x', { ca: CA, proxy: url, headers: { a: 'b' } })
    expect(answer).toMatchObject({ ended: 'answered', status: 200 })
    expect(proxy.targets).toEqual(['tracker.test:443'])
    expect(proxy.authorizations).toEqual([`Basic ${Buffer.from('me:pass@word').toString('base64')}`])
    expect(tracker.requests).toMatchObject([{ path: '/x', headers: { host: 'tracker.test', a: 'b' } }])
    expect(tracker.requests[0]?.headers['proxy-authorization']).toBeUndefined()
  })

  test('one that refuses is named', async () => {
    const proxy = await startProxy(1, 407)
    expect(await ask('https://tracker.test/x', { proxy: proxy.url })).toEqual({
      ended: 'failed',
      problem: 'the proxy refused with status 407',
    })
  })

  test('plain http is asked of the proxy itself', async () => {
    const proxy = await startTracker((_request, response) => json(response, {}))
    await ask('http://tracker.test/x?y', { proxy: proxy.url })
    expect(proxy.requests).toMatchObject([
      { path: 'http://tracker.test/x?y', headers: { host: 'tracker.test' } },
    ])
  })
})
