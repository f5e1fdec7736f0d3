import * as http from 'node:http'
import { describe, expect, test } from 'vitest'
import { readTokens, tokenIn } from '../../src/server/http/tokens.ts'
import { batch, sentRecord, startServer } from './start.ts'

/** A request with headers that `fetch` does not let through. */
function ask(
  url: string,
  headers: Readonly<Record<string, string>>,
  method = 'GET',
  body = '',
): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    request.on('error', reject)
    request.end(body)
  })
}

describe('a page of somebody else, in the browser of this machine', () => {
  test.each([
    ['its own name, made to point here', { host: 'evil.example' }, 421],
    ['an address of the network', { host: '192.168.1.7:4180' }, 421],
    ['another origin', { origin: 'https://evil.example' }, 403],
    ['no origin at all', { origin: 'null' }, 403],
    ['a request across sites', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, 403],
    ['localhost', { host: 'localhost:4180' }, 200],
    ['the page itself', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, 200],
    ['a link from elsewhere', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, 200],
  ])('%s', async (_title, headers, status) => {
    const server = await startServer()
    expect(await ask(`${server.url}/v1/info`, headers as Record<string, string>)).toBe(status)
  })

  test('can post nothing', async () => {
    const server = await startServer()
    const headers = { origin: 'https://evil.example', 'content-type': 'text/plain' }
    expect(await ask(`${server.url}/v1/records`, headers, 'POST', batch(sentRecord()))).toBe(403)
    expect(await server.store.size()).toBe(0)
  })

  test('a name that was given is answered', async () => {
    const server = await startServer({ names: ['audit.example'] })
    expect(await ask(`${server.url}/v1/info`, { host: 'audit.example' })).toBe(200)
  })
})

describe('tokens', () => {
  const tokens = `# who may do what
ada write ada-token-0123456789
grace read grace-token-0123456789
linus all linus-token-0123456789`
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

  test.each([
    ['none', {}, 401, 401],
    ['one that is not known', bearer('some-token-0123456789'), 401, 401],
    ['in another way', { authorization: 'Basic linus-token-0123456789' }, 401, 401],
    ['one to write', bearer('ada-token-0123456789'), 403, 200],
    ['one to read', bearer('grace-token-0123456789'), 200, 403],
    ['one for all', bearer('linus-token-0123456789'), 200, 200],
  ])('%s', async (_title, headers, read, write) => {
    const server = await startServer({ tokens })
    expect((await server.get('/v1/records', headers)).status).toBe(read)
    expect((await server.get('/metrics', headers)).status).toBe(read)
    expect((await server.post('/v1/records', batch(sentRecord()), headers)).status).toBe(write)
    expect((await server.post('/hooks/block-sudo', '{}', headers)).status === 401).toBe(write === 401)
  })

  test('the page and the state of the server need none', async () => {
    const server = await startServer({ tokens })
    for (const path of ['/', '/page.js', '/page.css', '/health', '/ready']) {
      expect((await server.get(path)).status, path).toBe(200)
    }
  })

  test('its name stands beside the record, and as the user of an event', async () => {
    const server = await startServer({ tokens })
    await server.post('/v1/records', batch(sentRecord()), bearer('ada-token-0123456789'))
    const payload = { hook_event_name: 'Stop', session_id: 's', cwd: '/x' }
    await server.post('/v1/events', JSON.stringify(payload), bearer('ada-token-0123456789'))
    const rows = await server.store.records({}, { limit: 10, order: 'old' })
    expect(rows.map(({ client, user }) => [client, user])).toEqual([
      ['ada', 'dev'],
      ['ada', 'ada'],
    ])
  })

  test('mistakes in the file', () => {
    expect(() => readTokens('ada write short', 'f')).toThrow(
      'f, line 1: the token is shorter than 16 characters',
    )
    expect(() => readTokens('\na b c d', 'f')).toThrow('f, line 2: expected NAME write|read|all TOKEN')
    expect(tokenIn('bearer linus-token-0123456789', readTokens(tokens, 'f'))?.name).toBe('linus')
  })
})

test('what is not there, and what is asked in another way', async () => {
  const server = await startServer()
  expect((await server.get('/nothing')).status).toBe(404)
  expect((await server.get('/v1/events')).status).toBe(405)
  expect((await server.post('/v1/info', '')).status).toBe(405)
  expect((await server.get('/../../etc/passwd')).status).toBe(404)
  expect(await ask(`${server.url}/page.js`, {}, 'HEAD')).toBe(200)
})

test('nothing of an answer runs, whatever a browser takes it for', async () => {
  const server = await startServer()
  for (const path of ['/', '/v1/info', '/nothing', '/metrics']) {
    const { headers } = await server.get(path)
    expect(headers.get('content-security-policy'), path).toContain("default-src 'none'")
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
  }
  const policy = (await server.get('/')).headers.get('content-security-policy')
  expect(policy).not.toContain('unsafe')
})
