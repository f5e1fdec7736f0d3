import { createHmac } from 'node:crypto'
import * as http from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { payloadLike } from '../support/table.ts'
import { batch, sentRecord, startServer } from './start.ts'

interface Taken {
  readonly accepted: number
  readonly duplicate: number
  readonly rejected: readonly { readonly line: number; readonly error: string }[]
}

const GZIP = { 'content-encoding': 'gzip' }

describe('batches', () => {
  test('records are kept with what they are found by', async () => {
    const server = await startServer()
    const answer = await server.post('/v1/records', batch(sentRecord()))
    expect([answer.status, answer.json<Taken>()]).toEqual([200, { accepted: 1, duplicate: 0, rejected: [] }])
    const [row] = await server.store.records({}, { limit: 10 })
    expect(row).toMatchObject({
      stage: 'attempt',
      session: 'session-1',
      call: 'call-1',
      tool: 'Bash',
      user: 'dev',
      summary: 'npm test',
      trouble: 0,
    })
    const kept = await server.store.record(row?.id ?? '')
    const { id: _id, ...sent } = sentRecord({ timestamp: JSON.parse(kept?.record ?? '{}').timestamp })
    expect(JSON.parse(kept?.record ?? '')).toEqual(sent)
  })

  test('a batch that comes again changes nothing', async () => {
    const server = await startServer()
    const body = batch(sentRecord(), sentRecord({ id: 'another' }))
    await server.post('/v1/records', body)
    expect((await server.post('/v1/records', body)).json()).toEqual({
      accepted: 0,
      duplicate: 2,
      rejected: [],
    })
    expect(await server.store.size()).toBe(2)
  })

  test('many senders at once with the same records: each is kept once', async () => {
    const server = await startServer()
    const body = batch(...Array.from({ length: 50 }, (_, index) => sentRecord({ id: `r${index}` })))
    const answers = await Promise.all(Array.from({ length: 8 }, () => server.post('/v1/records', body)))
    const sum = (key: 'accepted' | 'duplicate') =>
      answers.reduce((all, one) => all + one.json<Taken>()[key], 0)
    expect([sum('accepted'), sum('duplicate'), await server.store.size()]).toEqual([50, 350, 50])
  })

  test('a line without an id is known again by what it says', async () => {
    const server = await startServer()
    const { id: _id, ...record } = sentRecord()
    await server.post('/v1/records', batch(record))
    expect((await server.post('/v1/records', batch(record))).json<Taken>().duplicate).toBe(1)
  })

  test('lines that are no records are told apart, the others count', async () => {
    const server = await startServer()
    const lines = [
      JSON.stringify(sentRecord()),
      'not json',
      '[]',
      JSON.stringify({ stage: 'attempt' }),
      JSON.stringify(sentRecord({ v: 2, id: 'x' })),
      JSON.stringify(sentRecord({ id: 'has a space' })),
      '',
      JSON.stringify(sentRecord({ id: 'last' })),
    ]
    const { accepted, rejected } = (await server.post('/v1/records', lines.join('\n'))).json<Taken>()
    expect(accepted).toBe(2)
    expect(rejected).toEqual([
      { line: 2, error: 'it is not JSON' },
      { line: 3, error: 'it is no JSON object' },
      { line: 4, error: 'it has no timestamp' },
      { line: 5, error: 'its version (v) is 2, and this server knows 1; update hookbox on the server' },
      { line: 6, error: 'its id is no text of 1 to 200 ASCII characters without spaces' },
    ])
  })

  test('a batch of more rows than are made at once', async () => {
    const server = await startServer()
    const records = Array.from({ length: 4500 }, (_, index) => sentRecord({ id: `r${index}` }))
    const body = `${batch(...records.slice(0, 3000))}\n \nbad\n${batch(...records.slice(2900))}`
    expect((await server.post('/v1/records', body)).json()).toEqual({
      accepted: 4500,
      duplicate: 100,
      rejected: [{ line: 3003, error: 'it is not JSON' }],
    })
    expect(await server.store.size()).toBe(4500)
  })

  test('a batch of lines that are no records is turned away, and costs nobody else anything', async () => {
    const server = await startServer()
    const garbage = server.post('/v1/records', gzipSync('x\n'.repeat(30_000_000)), GZIP)
    const blank = server.post('/v1/records', gzipSync(Buffer.alloc(60_000_000, '\n')), GZIP)
    let slowest = 0
    let isDone = false
    const done = Promise.all([garbage, blank]).finally(() => {
      isDone = true
    })
    while (!isDone) {
      const asked = performance.now()
      await server.get('/health')
      slowest = Math.max(slowest, performance.now() - asked)
    }
    const [refused, empty] = await done
    expect([refused.status, refused.json()]).toEqual([
      413,
      { error: 'more than 1000 of its lines are no records, one of them line 1: it is not JSON' },
    ])
    expect(empty.json()).toEqual({ accepted: 0, duplicate: 0, rejected: [] })
    expect(slowest).toBeLessThan(2000)
  })

  test('bytes that are no UTF-8 concern their line alone', async () => {
    const server = await startServer()
    const body = Buffer.concat([
      Buffer.from('{"stage":"\xff"}\n', 'latin1'),
      Buffer.from(batch(sentRecord())),
    ])
    const { accepted, rejected } = (await server.post('/v1/records', body)).json<Taken>()
    expect([accepted, rejected]).toEqual([1, [{ line: 1, error: 'it is not UTF-8' }]])
  })

  test('gzip', async () => {
    const server = await startServer()
    const body = gzipSync(batch(sentRecord()))
    expect((await server.post('/v1/records', body, GZIP)).json<Taken>().accepted).toBe(1)
  })

  test.each([
    ['no gzip at all', Buffer.from('hello'), 400],
    ['cut gzip', gzipSync(batch(sentRecord())).subarray(0, 40), 400],
    ['a body that unpacks to 200 MB', gzipSync(Buffer.alloc(200 * 1024 * 1024)), 413],
  ])('%s', async (_title, body, status) => {
    const server = await startServer()
    expect((await server.post('/v1/records', body, GZIP)).status).toBe(status)
    // It still works, and holds nothing.
    expect((await server.post('/v1/records', batch(sentRecord()))).status).toBe(200)
    expect((await server.get('/metrics')).text).toContain('hookbox_waiting_bytes 0\n')
  })

  test('a body that is too large, said or not', async () => {
    const server = await startServer({ limits: { bodyBytes: 1000 } })
    const large = 'x'.repeat(2000)
    expect((await server.post('/v1/records', large)).status).toBe(413)
    const stream = new ReadableStream({
      start: (controller) => {
        for (let count = 0; count < 20; count++) controller.enqueue(new TextEncoder().encode(large))
        controller.close()
      },
    })
    const init = { method: 'POST', body: stream, duplex: 'half' } as RequestInit
    expect((await fetch(`${server.url}/v1/records`, init)).status).toBe(413)
  })

  test('one who sends all of it before it looks for the answer has the answer', async () => {
    const server = await startServer({ limits: { bodyBytes: 1000 } })
    const body = Buffer.alloc(8 * 1024 * 1024, 'x')
    for (const headers of [{ 'content-length': body.length }, {}]) {
      const status = await new Promise((resolve, reject) => {
        const request = http.request(`${server.url}/v1/records`, { method: 'POST', headers }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
        request.on('error', reject)
        request.end(body)
      })
      expect(status).toBe(413)
    }
  })

  test('an encoding that is not known', async () => {
    const server = await startServer()
    expect((await server.post('/v1/records', 'x', { 'content-encoding': 'br' })).status).toBe(415)
  })

  test('signatures', async () => {
    const secret = 'a secret of some length'
    const server = await startServer({ secret })
    const body = gzipSync(batch(sentRecord()))
    const sign = (key: string) => ({
      ...GZIP,
      'x-hookbox-signature': `sha256=${createHmac('sha256', key).update(body).digest('hex')}`,
    })
    expect((await server.post('/v1/records', body, sign(secret))).status).toBe(200)
    expect((await server.post('/v1/records', body, sign('another secret of it'))).status).toBe(401)
    expect((await server.post('/v1/records', body, GZIP)).status).toBe(401)
    const odd = { ...GZIP, 'x-hookbox-signature': 'sha256=zz' }
    expect((await server.post('/v1/records', body, odd)).status).toBe(401)
  })
})

describe('what is kept', () => {
  const kept = async (record: Record<string, unknown>) => {
    const server = await startServer()
    const answer = await server.post('/v1/records', batch(record))
    expect(answer.json<Taken>()).toMatchObject({ accepted: 1, rejected: [] })
    const [row] = await server.store.records({}, { limit: 1 })
    const found = await server.store.record(row?.id ?? '')
    return {
      row,
      text: found?.record ?? '',
      record: JSON.parse(found?.record ?? '') as Record<string, unknown>,
    }
  }

  test('secrets that a sender has left in are taken out', async () => {
    const { row, text } = await kept(
      sentRecord({ tool_input: { command: 'curl -H "Authorization: Bearer abcdefgh12345678"' } }),
    )
    expect(text).not.toContain('abcdefgh12345678')
    expect(row?.summary).not.toContain('abcdefgh12345678')
  })

  test('a prompt that its sender keeps as text stays', async () => {
    expect((await kept(sentRecord({ stage: 'prompt', prompt: 'Round it once' }))).record['prompt']).toBe(
      'Round it once',
    )
  })

  test('NUL and half a surrogate pair, which no database keeps', async () => {
    const { record } = await kept(sentRecord({ tool_input: { command: 'a\u0000b\ud800c', '\u0000': 1 } }))
    expect(record['tool_input']).toEqual({ command: 'a\u2400b\ufffdc', '\u2400': 1 })
  })

  test('an input that is nested without end is kept as the start of its text', async () => {
    let deep: unknown = 'end'
    for (let depth = 0; depth < 2000; depth++) deep = [deep]
    const { record, row } = await kept(sentRecord({ tool_input: deep }))
    expect(record['tool_input']).toMatch(/^\[NESTED TOO DEEPLY\] \[\[/)
    expect(row).toMatchObject({ tool: 'Bash', stage: 'attempt' })
  })

  test('an input nested more deeply than any engine writes', async () => {
    const server = await startServer()
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    const body = JSON.stringify(sentRecord({ tool_input: 0 })).replace(
      '"tool_input":0',
      `"tool_input":${deep}`,
    )
    const { accepted, rejected } = (await server.post('/v1/records', body)).json<Taken>()
    // Either is right, a crash is not.
    expect(accepted + rejected.length).toBe(1)
    expect((await server.get('/health')).status).toBe(200)
  })

  test.each([
    ['of next year', new Date(Date.now() + 366 * 86_400_000).toISOString()],
    ['of the year 9999', '9999-12-31T23:59:59.999Z'],
    ['of 1970', '1970-01-01T00:00:00.000Z'],
  ])('a time %s: the record says it, the list shows when it came', async (_title, timestamp) => {
    const { row, record } = await kept(sentRecord({ timestamp }))
    expect(record['timestamp']).toBe(timestamp)
    expect(Math.abs((row?.at ?? 0) - Date.now())).toBeLessThan(60_000)
  })

  test('a clock that is an hour ahead is believed', async () => {
    const at = Date.now() + 3_600_000
    expect((await kept(sentRecord({ timestamp: new Date(at).toISOString() }))).row?.at).toBe(at)
  })

  test('a long value is cut', async () => {
    const { record, text } = await kept(sentRecord({ tool_input: { content: 'x'.repeat(500_000) } }))
    expect(text.length).toBeLessThan(20_000)
    expect(JSON.stringify(record['tool_input'])).toContain('[CUT: 500000 bytes, sha256 ')
  })
})

describe('events as harnesses post them', () => {
  test('Claude Code', async () => {
    const server = await startServer()
    const payload = payloadLike('claude-code/PostToolUse.Bash.json')
    const answer = await server.post('/v1/events', JSON.stringify(payload), { 'x-hookbox-user': 'ada' })
    expect([answer.status, answer.json()]).toEqual([200, {}])
    const [row] = await server.store.records({}, { limit: 10 })
    expect(row).toMatchObject({ stage: 'success', tool: 'Bash', harness: 'claude-code', user: 'ada' })
  })

  test('OpenHarness', async () => {
    const server = await startServer()
    const payload = payloadLike('openharness/pre_tool_use.bash-rm-rf-build.json')
    const answer = await server.post('/v1/events', JSON.stringify({ event: 'pre_tool_use', payload }))
    expect(answer.status).toBe(200)
    const [row] = await server.store.records({}, { limit: 10 })
    expect(row).toMatchObject({ stage: 'attempt', tool: 'bash', harness: 'openharness' })
    expect(row?.session).toMatch(/^openharness \d{4}-\d\d-\d\d \S+ \//)
  })

  test('what is no event is refused and leaves a record', async () => {
    const server = await startServer()
    const answer = await server.post('/v1/events', '{"hook_event_name":')
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('is not JSON')])
    const [row] = await server.store.records({}, { limit: 10 })
    expect(row).toMatchObject({ stage: 'unreadable', trouble: 1 })
  })

  test('prompts are kept as hashes unless asked for otherwise', async () => {
    const server = await startServer()
    const payload = payloadLike('claude-code/UserPromptSubmit.json', { prompt: 'the words of the prompt' })
    await server.post('/v1/events', JSON.stringify(payload))
    const [row] = await server.store.records({}, { limit: 1 })
    expect((await server.store.record(row?.id ?? ''))?.record).not.toContain('the words of the prompt')
  })
})
