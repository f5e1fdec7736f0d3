import { createHmac } from 'node:crypto'
import * as fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { record, server, spool } from './spool-folder.ts'

const http = (url: string, more: object = {}) => ({ type: 'http', url, ...more }) as const

test('records arrive in their order, as NDJSON, once', async () => {
  const { url, received } = await server()
  const { put, send, read } = spool([http(url)])
  put(record(1), record(2))
  put(record(3))
  expect(await send()).toBe(0)
  expect(received).toHaveLength(1)
  expect(received[0]?.path).toBe('/v1/records')
  expect(received[0]?.headers).toMatchObject({
    'content-type': 'application/x-ndjson',
    'user-agent': 'hookbox',
  })
  expect(received[0]?.text).toBe([1, 2, 3].map((n) => `${JSON.stringify(record(n))}\n`).join(''))
  put(record(4))
  expect(await send()).toBe(0)
  expect(received.map(({ numbers }) => numbers)).toEqual([[1, 2, 3], [4]])
  expect(JSON.parse(read('state.json'))).toMatchObject({ sent: { 'http-1': { records: 4 } } })
})

test('a large body is compressed, unless it is not to be', async () => {
  const { url, received } = await server()
  const long = record(1, { text: 'x'.repeat(5000) })
  const first = spool([http(url)])
  first.put(long)
  await first.send()
  const second = spool([http(url, { gzip: false })])
  second.put(long)
  await second.send()
  expect(received[0]?.headers['content-encoding']).toBe('gzip')
  expect(received[0]?.raw.length).toBeLessThan(500)
  expect(received[1]?.headers['content-encoding']).toBeUndefined()
  expect(received[0]?.text).toBe(received[1]?.text)
})

test('token, secret and headers come from files and variables, when they are needed', async () => {
  const { url, received } = await server()
  process.env['HOOKBOX_TEST_HEADER'] = 'from-env'
  const { put, send, file } = spool([])
  fs.writeFileSync(file('token'), 'from-file\n')
  fs.writeFileSync(file('secret'), 'shared secret\n')
  const sink = http(url, {
    token: { file: file('token') },
    secret: { file: file('secret') },
    headers: { 'X-Api-Key': { env: 'HOOKBOX_TEST_HEADER' }, 'X-Tenant': 'a' },
  })
  fs.writeFileSync(file('sinks.json'), `${JSON.stringify([sink])}\n`)
  put(record(1, { text: 'x'.repeat(3000) }))
  await send()
  delete process.env['HOOKBOX_TEST_HEADER']
  const [got] = received
  expect(got?.headers).toMatchObject({
    authorization: 'Bearer from-file',
    'x-api-key': 'from-env',
    'x-tenant': 'a',
    'x-hookbox-signature': `sha256=${createHmac('sha256', 'shared secret')
      .update(got?.raw ?? '')
      .digest('hex')}`,
  })
})

describe('what the server says', () => {
  const many = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => record(from + index))

  test('413: the batch is halved until it fits, and nothing is lost', async () => {
    const { url, received } = await server(
      ...Array.from({ length: 40 }, () => (got: { numbers: readonly number[] }) => ({
        status: got.numbers.length > 5 ? 413 : 200,
      })),
    )
    const { put, send } = spool([http(url)])
    put(...many(1, 40))
    expect(await send()).toBe(0)
    const taken = received.filter(({ numbers }) => numbers.length <= 5).flatMap(({ numbers }) => numbers)
    expect(taken).toEqual(many(1, 40).map(({ n }) => n))
  })

  test('413 to a single record: it is put aside, the next ones go on', async () => {
    const { url, received } = await server((got) => ({ status: got.numbers.includes(1) ? 413 : 200 }))
    const { put, send, read } = spool([http(url, { batchRecords: 1 })])
    put(record(1), record(2))
    expect(await send()).toBe(0)
    expect(received.at(-1)?.numbers).toEqual([2])
    expect(JSON.parse(read('dead-http-1.jsonl'))).toMatchObject({
      sink: 'http-1',
      line: JSON.stringify(record(1)),
    })
  })

  test.each([429, 500, 503])('%i: again, and not before it says', async (status) => {
    const { url, received } = await server(
      { status, headers: { 'Retry-After': '1' } },
      { status, body: 'not yet' },
    )
    const { put, send, exists } = spool([http(url)])
    put(record(1))
    const started = Date.now()
    expect(await send({ patienceMs: 20_000 })).toBe(0)
    expect(Date.now() - started).toBeGreaterThan(1000)
    expect(received.map(({ numbers }) => numbers)).toEqual([[1], [1], [1]])
    expect(exists('problem.json')).toBe(false)
  })

  test('400: the batch is put aside, with the reason, and the user is told', async () => {
    const { url, received } = await server({ status: 400, body: 'no such shape' })
    const { put, send, read } = spool([http(url, { batchRecords: 2 })])
    put(record(1), record(2), record(3))
    expect(await send()).toBe(0)
    expect(received.map(({ numbers }) => numbers)).toEqual([[1, 2], [3]])
    const dead = read('dead-http-1.jsonl').trimEnd().split('\n')
    expect(dead.map((line) => JSON.parse(line))).toMatchObject([
      { line: JSON.stringify(record(1)), why: 'the server answered 400: no such shape' },
      { line: JSON.stringify(record(2)) },
    ])
    expect(JSON.parse(read('problem.json'))).toMatchObject({
      message: expect.stringMatching(/http-1 \(http.*refused 2 records.*no such shape.*hookbox audit spool/),
    })
  })

  test.each([401, 403, 302])('%i: nothing is put aside; it waits for a person', async (status) => {
    const { url } = await server({ status, body: 'who are you?' })
    const { put, send, read, exists } = spool([http(url)])
    put(record(1))
    expect(await send()).toBe(1)
    expect(exists('dead-http-1.jsonl')).toBe(false)
    expect(read('problem.json')).toContain(`the server answered ${status}: who are you?`)
    expect(exists('wait')).toBe(true)
  })

  test('2xx with lines that it will not have: those alone are put aside', async () => {
    const { url } = await server({
      status: 200,
      body: { accepted: 2, duplicate: 0, rejected: [{ line: 2, error: 'no timestamp' }] },
    })
    const { put, send, read } = spool([http(url)])
    put(record(1), record(2), record(3))
    expect(await send()).toBe(0)
    expect(JSON.parse(read('dead-http-1.jsonl'))).toMatchObject({
      why: 'no timestamp',
      line: JSON.stringify(record(2)),
    })
    expect(JSON.parse(read('state.json'))).toMatchObject({ sent: { 'http-1': { records: 2 } } })
  })

  test('2xx with a web page: it was a login or a portal, and nothing is taken for delivered', async () => {
    const page = { status: 200, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: '<html>' }
    const { url, received } = await server(page)
    const { put, send, read } = spool([http(url)])
    put(record(1))
    expect(await send()).toBe(1)
    expect(read('problem.json')).toContain('answered with a web page')
    expect(await send()).toBe(0)
    expect(received.map(({ numbers }) => numbers)).toEqual([[1], [1]])
  })

  test('2xx with lines that were not in the batch, or named twice', async () => {
    const rejected = [
      { line: 2, error: 'no' },
      { line: 2, error: 'no' },
      { line: 99 },
      { line: -1 },
      { line: 1.5 },
    ]
    const { url } = await server({ status: 200, body: { rejected } })
    const { put, send, read } = spool([http(url)])
    put(record(1), record(2), record(3))
    expect(await send()).toBe(0)
    expect(JSON.parse(read('dead-http-1.jsonl'))).toMatchObject({
      why: 'no',
      line: JSON.stringify(record(2)),
    })
    expect(JSON.parse(read('state.json'))).toMatchObject({ sent: { 'http-1': { records: 2 } } })
  })

  test('a missing token is for a person, and is read again', async () => {
    const { url, received } = await server()
    const { put, send, read, file, exists } = spool([])
    fs.writeFileSync(
      file('sinks.json'),
      `${JSON.stringify([http(url, { token: { file: file('token') } })])}\n`,
    )
    put(record(1))
    expect(await send()).toBe(1)
    expect(received).toEqual([])
    expect(read('problem.json')).toMatch(/token can't be read \(ENOENT\)/)
    fs.writeFileSync(file('token'), 'x')
    expect(await send()).toBe(0)
    expect(received).toHaveLength(1)
    expect(exists('problem.json')).toBe(false)
  })
})
