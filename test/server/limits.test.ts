import * as net from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { MemoryStore } from '../../src/server/store/memory.ts'
import type { Row } from '../../src/server/store/row.ts'
import type { Inserted } from '../../src/server/store/store.ts'
import { batch, sentRecord, startServer } from './start.ts'

/** A store whose inserts wait until they are let go. */
class SlowStore extends MemoryStore {
  #open: () => void = () => {}
  #gate: Promise<void> = Promise.resolve()
  close_(): void {
    this.#gate = new Promise((resolve) => {
      this.#open = resolve
    })
  }
  open(): void {
    this.#open()
  }
  override async insert(rows: readonly Row[]): Promise<Inserted> {
    await this.#gate
    return super.insert(rows)
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function until(what: () => boolean | Promise<boolean>, most = 200): Promise<void> {
  for (let tries = 0; tries < most; tries++) {
    if (await what()) return
    await pause(20)
  }
  throw new Error('it did not happen')
}

/** Sends the text and resolves with all that comes back until the connection ends. */
function raw(url: string, text: string): Promise<string> {
  const { port } = new URL(url)
  return new Promise((resolve) => {
    let said = ''
    const socket = net.connect(Number(port), '127.0.0.1', () => socket.write(text))
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk
    })
    socket.on('close', () => resolve(said))
    socket.on('error', () => {})
  })
}

test.each([
  ['in its head', 'POST /v1/records HTTP/1.1\r\nHost: localhost\r\nX-Slow: 1\r\n'],
  ['in its body', 'POST /v1/records HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"a"'],
])('a request that never ends, %s, is cut off, and the others go on', async (_title, text) => {
  const server = await startServer({ limits: { requestMs: 400 } })
  const started = Date.now()
  const slow = Promise.all(Array.from({ length: 50 }, () => raw(server.url, text)))
  expect((await server.post('/v1/records', batch(sentRecord()))).status).toBe(200)
  for (const said of await slow) expect(said).toMatch(/^HTTP\/1\.1 408 /)
  expect(Date.now() - started).toBeLessThan(5000)
  await until(async () => (await server.get('/metrics')).text.includes('hookbox_waiting_bytes 0\n'))
})

test('connections on which nothing is asked take no place from those who ask', async () => {
  const server = await startServer({ limits: { requestMs: 500 } })
  const port = Number(new URL(server.url).port)
  let closed = 0
  const silent = Array.from({ length: 700 }, () => {
    const socket = net.connect(port, '127.0.0.1')
    socket.resume().on('close', () => closed++)
    socket.on('error', () => {})
    return socket
  })
  onTestFinished(() => {
    for (const socket of silent) socket.destroy()
  })
  await until(() => closed >= 200)
  expect((await server.post('/v1/records', batch(sentRecord()))).status).toBe(200)
  // The others as soon as they had their time; one that has asked stays.
  await until(() => closed === 700, 1000)
  expect((await server.get('/health')).status).toBe(200)
})

test('hundreds that come at once, each with something to ask, are all answered', async () => {
  const server = await startServer()
  const port = Number(new URL(server.url).port)
  const ask = () =>
    new Promise<string>((resolve) => {
      let said = ''
      const socket = net.connect(port, '127.0.0.1')
      socket.end('GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
      socket.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
      socket.on('close', () => resolve(said.slice(0, 15)))
      socket.on('error', () => {})
    })
  const answers = await Promise.all(Array.from({ length: 900 }, ask))
  expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 200 OK']))
})

test('what is no HTTP is answered as such', async () => {
  const server = await startServer()
  expect(await raw(server.url, 'hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
  const long = `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`
  expect(await raw(server.url, long)).toMatch(/^HTTP\/1\.1 4\d\d /)
  const nowhere = 'GET // HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
  expect(await raw(server.url, nowhere)).toMatch(/^HTTP\/1\.1 400 /)
})

test('with too much waiting to be stored, a sender is asked to come again', async () => {
  const store = new SlowStore()
  const server = await startServer({ limits: { waitingBytes: 3000 }, parts: { store } })
  store.close_()
  const body = (id: string) => batch(sentRecord({ id, tool_input: { command: 'x'.repeat(1000) } }))
  const first = [server.post('/v1/records', body('1')), server.post('/v1/records', body('2'))]
  await until(
    async () => Number(/hookbox_waiting_bytes (\d+)/.exec((await server.get('/metrics')).text)?.[1]) > 2000,
  )
  const turned = await server.post('/v1/records', body('3'))
  expect([turned.status, turned.headers.get('retry-after')]).toEqual([503, '2'])
  store.open()
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200])
  expect((await server.post('/v1/records', body('3'))).json()).toMatchObject({ accepted: 1 })
})

test('a store that fails: 503, nothing is lost that was said to be kept, and the log says why', async () => {
  const store = new MemoryStore()
  const server = await startServer({ parts: { store } })
  const insert = store.insert.bind(store)
  store.insert = async () => {
    throw new Error('the disk is full')
  }
  const answer = await server.post('/v1/records', batch(sentRecord()))
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  expect(answer.text).not.toContain('disk')
  expect(server.log.join('\n')).toContain('the disk is full')
  // A harness's event: not 2xx, so that OpenHarness, and Claude Code with onFailure, know.
  expect(
    (await server.post('/v1/events', JSON.stringify({ hook_event_name: 'Stop', cwd: '/' }))).status,
  ).toBe(503)
  store.ready = () => store.insert([]).then(() => {})
  expect((await server.get('/ready')).status).toBe(503)
  store.insert = insert
  expect((await server.get('/ready')).status).toBe(200)
  expect((await server.post('/v1/records', batch(sentRecord()))).json()).toMatchObject({ accepted: 1 })
})

test('one that stops ends what goes on, and takes nothing new', async () => {
  const store = new SlowStore()
  const server = await startServer({ parts: { store } })
  store.close_()
  const going = server.post('/v1/records', batch(sentRecord()))
  await until(async () => (await server.get('/metrics')).text.includes('hookbox_waiting_records 1\n'))
  const stopped = server.stop()
  await pause(50)
  await expect(server.get('/health')).rejects.toThrow()
  store.open()
  expect((await going).json()).toMatchObject({ accepted: 1 })
  await stopped
  expect(await store.size()).toBe(1)
})

test('a refusal whose agent has its answer is stored before one stops', async () => {
  const store = new SlowStore()
  const server = await startServer({ parts: { store } })
  store.close_()
  const call = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'sudo ls' }, cwd: '/' })
  expect((await server.post('/hooks/block-sudo,audit-tool-call', call)).status).toBe(403)
  const stopped = server.stop()
  await pause(50)
  store.open()
  expect(await stopped).toBe(true)
  expect((await store.records({}, { limit: 9 })).map(({ stage }) => stage).sort()).toEqual([
    'attempt',
    'verdict',
  ])
})

test('one whose store hangs says so, and stops all the same', async () => {
  const store = new SlowStore()
  const server = await startServer({ parts: { store }, limits: { stopMs: 300 } })
  store.close_()
  const hanging = server.post('/v1/records', batch(sentRecord())).catch(() => 'no answer')
  await until(async () => (await server.get('/metrics')).text.includes('hookbox_waiting_records 1\n'))
  const started = Date.now()
  expect(await server.stop()).toBe(false)
  expect(Date.now() - started).toBeLessThan(3000)
  expect(await hanging).toBe('no answer')
})

test('the live stream tells of new records, and ends with the server', async () => {
  const server = await startServer()
  const response = await fetch(`${server.url}/v1/live`)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  await server.post('/v1/records', batch(sentRecord(), sentRecord({ id: 'b', tool_name: '<script>' })))
  let text = ''
  await until(async () => {
    text += (await reader?.read())?.value ?? ''
    return text.trim() !== ''
  })
  const { rows, more } = JSON.parse(text) as { rows: { tool: string }[]; more: number }
  expect([rows.map(({ tool }) => tool), more]).toEqual([['Bash', '<script>'], 0])
  expect((await server.get('/metrics')).text).toContain('hookbox_open_pages 1\n')
  await server.stop()
  for (;;) if ((await reader?.read())?.done !== false) break
})

test('figures for Prometheus', async () => {
  const server = await startServer()
  await server.post('/v1/records', `${batch(sentRecord(), sentRecord())}bad\n`)
  await server.post(
    '/hooks/block-sudo',
    JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'sudo ls' } }),
  )
  const { text, headers } = await server.get('/metrics')
  expect(headers.get('content-type')).toContain('text/plain')
  for (const line of [
    'hookbox_records_total{result="added"} ',
    'hookbox_records_total{result="duplicate"} 1',
    'hookbox_records_total{result="rejected"} 1',
    'hookbox_hook_verdicts_total{hook="block-sudo",verdict="deny"} 1',
    'hookbox_http_requests_total{route="/v1/records",status="200"} 1',
    'hookbox_hook_seconds_count 1',
  ]) {
    expect(text).toContain(line)
  }
  for (const line of text.trimEnd().split('\n')) {
    expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{(?:\w+="[^"]*",?)+\})? [\d.e+-]+)$/)
  }
})
