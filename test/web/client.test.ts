import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Host } from '../../src/host/host.ts'
import { nodeHost } from '../../src/host/node.ts'
import { isLoopback, isSameOrigin, readAddress, resolveLocation } from '../../src/web/address.ts'
import { ask, type Client, WebProblem } from '../../src/web/client.ts'
import { proxyFor } from '../../src/web/proxy.ts'
import { readToken, type TokenSource } from '../../src/web/token.ts'
import { json, startTracker } from '../support/tracker.ts'
import { makeWorld } from '../support/world.ts'

const client = (more: Partial<Client> = {}): Client => ({
  host: nodeHost,
  deadline: Date.now() + 3000,
  secrets: [],
  ...more,
})
const headers = { authorization: 'Bearer very-secret' }

async function problem(asked: Promise<unknown>): Promise<WebProblem> {
  const error = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof WebProblem) return error
  throw new Error(`not refused: ${String(error)}`)
}

describe('addresses', () => {
  test.each([
    ['https://Jira.Example.com/browse', { secure: true, host: 'jira.example.com', path: '/browse' }],
    ['https://h:443', { host: 'h', path: '/' }],
    ['http://h:8080?x', { secure: false, host: 'h:8080', path: '/?x' }],
    ['https://[::1]:5/a#b', { host: '[::1]:5', name: '::1', path: '/a' }],
  ])('%s', (url, parts) => {
    expect(readAddress(url)).toMatchObject(parts)
  })

  test.each([
    'ftp://h/',
    'https://user@h/',
    'https://h\\@evil/',
    'https://h /',
    'https://h/a b',
    'https://',
    '//h',
    'https://h:99999999',
    'javascript:x',
  ])('%s is none', (url) => {
    expect(readAddress(url)).toBeUndefined()
  })

  test('what counts as the same place', () => {
    fc.assert(
      fc.property(fc.webUrl(), fc.webUrl(), (a, b) => {
        const [one, two] = [readAddress(a), readAddress(b)]
        if (!one || !two) return
        expect(isSameOrigin(one, two)).toBe(new URL(a).origin === new URL(b).origin)
      }),
    )
  })

  test.each([
    ['https://localhost/', true],
    ['http://127.8.0.1/', true],
    ['https://[::1]/', true],
    ['https://localhost.example.com/', false],
    ['https://127.0.0.1.example.com/', false],
    ['https://10.0.0.1/', false],
  ])('%s: of this machine is %s', (url, is) => {
    const address = readAddress(url)
    expect(address && isLoopback(address)).toBe(is)
  })

  test('where a redirect leads', () => {
    const from = readAddress('https://a.example/x/y')
    if (!from) throw new Error('no address')
    expect(resolveLocation(from, '/z')).toBe('https://a.example/z')
    expect(resolveLocation(from, '//b.example/z')).toBe('https://b.example/z')
    expect(resolveLocation(from, 'HTTP://b.example')).toBe('HTTP://b.example')
    expect(resolveLocation(from, 'z')).toBeUndefined()
  })
})

describe('redirects', () => {
  test('on the same host are followed, with the token', async () => {
    const tracker = await startTracker(({ path }, response) =>
      path === '/old' ? json(response, {}, 301, { location: '/new' }) : json(response, { path }),
    )
    expect((await ask({ url: `${tracker.url}/old`, headers }, client())).body).toBe('{"path":"/new"}')
    expect(tracker.requests.map((one) => one.headers.authorization)).toEqual([
      headers.authorization,
      headers.authorization,
    ])
  })

  test.each([301, 302, 303, 307, 308])('to another place are not (%s)', async (status) => {
    const other = await startTracker((_request, response) => json(response, {}))
    const tracker = await startTracker((_request, response) =>
      json(response, {}, status, { location: other.url }),
    )
    const { message } = await problem(ask({ url: tracker.url, headers }, client()))
    expect(message).toBe(`it redirects to 127.0.0.1:${other.port}, and a token is not sent to another place`)
    expect(other.requests).toEqual([])
  })

  test('in a circle end', async () => {
    const tracker = await startTracker((_request, response) => json(response, {}, 302, { location: '/' }))
    expect((await problem(ask({ url: tracker.url, headers }, client()))).message).toBe(
      'it redirects in circles',
    )
    expect(tracker.requests.length).toBe(4)
  })
})

test('a server that asks for a moment is given it, once', async () => {
  let asked = 0
  const tracker = await startTracker((_request, response) =>
    ++asked === 1 ? json(response, {}, 429, { 'retry-after': '0' }) : json(response, { asked }),
  )
  expect((await ask({ url: tracker.url, headers }, client())).body).toBe('{"asked":2}')
  const always = await startTracker((_request, response) => json(response, {}, 503, { 'retry-after': '0' }))
  expect((await ask({ url: always.url, headers }, client())).status).toBe(503)
  expect(always.requests).toHaveLength(2)
  const long = await startTracker((_request, response) => json(response, {}, 429, { 'retry-after': '60' }))
  expect((await ask({ url: long.url, headers }, client())).status).toBe(429)
  expect(long.requests).toHaveLength(1)
})

test('without encryption only this machine is asked, unless that is allowed', async () => {
  const message = 'it would be asked without encryption (http://); "allowHttp": true allows that'
  expect((await problem(ask({ url: 'http://tracker.test/', headers }, client()))).message).toBe(message)
  const tracker = await startTracker((_request, response) =>
    json(response, {}, 302, { location: 'http://127.0.0.1:1/' }),
  )
  expect((await problem(ask({ url: tracker.url, headers }, client()))).message).toMatch(/another place/)
})

describe('the proxy of the environment', () => {
  const proxy = (env: Record<string, string>, url: string) => {
    const host: Host = { ...nodeHost, env: (name) => env[name] }
    const address = readAddress(url)
    return address && proxyFor(host, address)
  }
  const env = { https_proxy: 'http://p:1', http_proxy: 'q:2' }

  test.each([
    [{}, 'https://a.example', {}],
    [env, 'https://a.example', { proxy: 'http://p:1' }],
    [env, 'http://a.example', { proxy: 'http://q:2' }],
    [env, 'https://localhost', {}],
    [{ HTTPS_PROXY: 'p' }, 'https://a.example', { proxy: 'http://p' }],
    [{ ALL_PROXY: 'http://p/' }, 'https://a.example', { proxy: 'http://p' }],
    [{ HTTP_PROXY: 'p' }, 'http://a.example', {}],
    [{ ...env, no_proxy: 'b.example, .example' }, 'https://a.example', {}],
    [{ ...env, no_proxy: 'a.example' }, 'https://aa.example', { proxy: 'http://p:1' }],
    [{ ...env, NO_PROXY: '*' }, 'https://a.example', {}],
  ])('%j %s', (variables, url, expected) => {
    expect(proxy(variables, url)).toEqual(expected)
  })

  test('of a kind that can not be used is named', () => {
    expect(proxy({ https_proxy: 'socks5://p:1' }, 'https://a.example')).toEqual({
      problem: 'the proxy in the environment is of the kind socks5; only http proxies can be used',
    })
  })
})

describe('the token', () => {
  const world = () =>
    makeWorld({ homeFiles: { 'secrets/token': 'from-file\n', empty: '\n', 'two words': 'a b' } })
  const read = (source: TokenSource) => {
    const { home } = world()
    return readToken(
      source,
      { ...nodeHost, home: () => home, env: (name) => ({ T: 'from-env', E: '' })[name] },
      5000,
    )
  }

  test.each<[TokenSource, object]>([
    [{ env: 'T' }, { token: 'from-env' }],
    [{ env: 'NONE' }, { problem: 'the variable NONE is not set' }],
    [{ env: 'E' }, { problem: 'the variable E holds no token' }],
    [{ file: '~/secrets/token' }, { token: 'from-file' }],
    [{ file: '~/nowhere' }, { problem: 'the file ~/nowhere can not be read' }],
    [{ file: '~/two words' }, { problem: 'the token holds signs that no token has' }],
    [{ command: ['printf', 'from-list\\nsecond'] }, { token: 'from-list' }],
    [{ command: 'echo from-shell' }, { token: 'from-shell' }],
    [{ command: 'echo secret; exit 3' }, { problem: 'the command for the token failed with exit code 3' }],
    [{ command: 'true' }, { problem: 'the command for the token holds no token' }],
    [
      { command: ['no-such-program'] },
      { problem: 'the command for the token failed: no-such-program was not found in PATH' },
    ],
  ])('%j', async (source, expected) => {
    expect(await read(source)).toEqual(expected)
  })
})
