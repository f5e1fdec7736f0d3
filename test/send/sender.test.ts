import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { Segments } from '../../src/send/segments.ts'
import { record, server, spool } from './spool-folder.ts'

const MB = 1024 * 1024

test('what came while the server was away arrives when it is back', async () => {
  const first = await server()
  const { put, send, setSinks } = spool([{ type: 'http', url: first.url }])
  await first.close()
  put(record(1))
  expect(await send({ patienceMs: 500 })).toBe(1)
  put(record(2))
  const second = await server()
  setSinks([{ type: 'http', url: second.url }])
  expect(await send()).toBe(0)
  expect(second.received.map(({ numbers }) => numbers)).toEqual([[1, 2]])
})

test('when nothing gets through it gives up, and says until when to wait', async () => {
  const { close, url } = await server()
  await close()
  const { put, send, file } = spool([{ type: 'http', url }])
  put(record(1))
  expect(await send({ patienceMs: 400, waitMs: 60_000 })).toBe(1)
  const until = fs.statSync(file('wait')).mtimeMs - Date.now()
  expect(until).toBeGreaterThan(50_000)
  expect(until).toBeLessThan(61_000)
})

test('two sinks have places of their own', async () => {
  const up = await server()
  const down = await server()
  await down.close()
  const { put, send, read } = spool([
    { type: 'http', url: down.url, name: 'far' },
    { type: 'http', url: up.url, name: 'near' },
  ])
  put(record(1))
  expect(await send({ patienceMs: 500 })).toBe(1)
  expect(up.received.map(({ numbers }) => numbers)).toEqual([[1]])
  const { cursors } = JSON.parse(read('state.json')) as { cursors: Record<string, unknown> }
  expect(Object.keys(cursors)).toEqual(['near'])
})

test('a sink that changes while it is at work is used at once', async () => {
  const away = await server()
  await away.close()
  const { put, send, setSinks } = spool([{ type: 'http', url: away.url }])
  put(record(1))
  const sending = send({ patienceMs: 20_000 })
  await sleep(300)
  const here = await server()
  setSinks([{ type: 'http', url: here.url }])
  expect(await sending).toBe(0)
  expect(here.received.map(({ numbers }) => numbers)).toEqual([[1]])
})

test('a line that is no record is put aside', async () => {
  const { url, received } = await server()
  const { put, send, file, read } = spool([{ type: 'http', url }])
  put(record(1))
  fs.appendFileSync(file('current.jsonl'), '{"torn": \n')
  put(record(2))
  expect(await send()).toBe(0)
  expect(received.flatMap(({ numbers }) => numbers)).toEqual([1, 2])
  expect(JSON.parse(read('dead-http-1.jsonl'))).toMatchObject({ line: '{"torn": ', why: 'it is no record' })
})

test('half a line that nobody ends does not keep it at work', async () => {
  const { url, received } = await server()
  const { put, send, file } = spool([{ type: 'http', url }])
  put(record(1))
  fs.appendFileSync(file('current.jsonl'), '{"half')
  expect(await send()).toBe(0)
  put(record(2)) // begins a new line
  expect(await send()).toBe(0)
  expect(received.flatMap(({ numbers }) => numbers)).toEqual([1, 2])
})

test('a line that is being written is left until it is whole', async () => {
  const { url, received } = await server()
  const { put, send, file } = spool([{ type: 'http', url }])
  put(record(1))
  const line = `${JSON.stringify(record(2))}\n`
  fs.appendFileSync(file('current.jsonl'), line.slice(0, 20))
  const sending = send({ idleMs: 1500 })
  await sleep(600)
  fs.appendFileSync(file('current.jsonl'), line.slice(20))
  expect(await sending).toBe(0)
  expect(received.flatMap(({ numbers }) => numbers)).toEqual([1, 2])
})

describe('one sender at a time', () => {
  test('a second one leaves at once', async () => {
    const { url, received } = await server()
    const { put, send } = spool([{ type: 'http', url }])
    put(record(1))
    const started = Date.now()
    const [first, second] = await Promise.all([send(), send().then(() => Date.now() - started)])
    expect(first).toBe(0)
    expect(second).toBeLessThan(250)
    expect(received).toHaveLength(1)
  })

  test.each([
    ['whose process is gone', 999_999_999, 0],
    ['of an earlier start of the machine, its number used again', process.pid, 3_600_000],
  ])(
    'a lock %s is taken over',
    async (_what, pid, agoMs) => {
      const { url, received } = await server()
      const { put, send, file, exists } = spool([{ type: 'http', url }])
      put(record(1))
      const time = new Date(Date.now() - agoMs)
      fs.writeFileSync(file('sender.lock'), String(pid))
      fs.utimesSync(file('sender.lock'), time, time)
      expect(await send()).toBe(0)
      expect(received).toHaveLength(1)
      expect(exists('sender.lock')).toBe(false)
    },
    20_000,
  )

  test('one that lost its lock stops', async () => {
    const { url } = await server()
    const { put, send, file } = spool([{ type: 'http', url }])
    put(record(1))
    const sending = send({ watch: true })
    await sleep(400)
    fs.writeFileSync(file('sender.lock'), '1')
    expect(await sending).toBe(0)
    expect(fs.readFileSync(file('sender.lock'), 'utf8')).toBe('1')
  })
})

describe('segments', () => {
  test('a large file is renamed, delivered, and removed when nobody can write to it any more', async () => {
    const { url, received } = await server()
    const { put, send, folder } = spool([{ type: 'http', url }])
    const numbers = Array.from({ length: 50 }, (_, index) => index + 1)
    for (const n of numbers) put(record(n, { text: 'x'.repeat(100_000) }))
    expect(await send({ idleMs: 2500 })).toBe(0)
    expect(fs.readdirSync(folder)).toContain('0000000001.jsonl')
    put(record(51))
    // Long ago, by the clock and by the file.
    const long = new Date(Date.now() - 3_600_000)
    fs.utimesSync(path.join(folder, '0000000001.jsonl'), long, long)
    expect(await send()).toBe(0)
    expect(fs.readdirSync(folder)).not.toContain('0000000001.jsonl')
    expect(received.flatMap((one) => one.numbers)).toEqual([...numbers, 51])
  })

  test('what was appended to a segment late is delivered too', async () => {
    const { url, received } = await server()
    const { put, send, folder } = spool([{ type: 'http', url }])
    put(record(1, { text: 'x'.repeat(5 * MB) }))
    expect(await send({ idleMs: 2500 })).toBe(0)
    put(record(2))
    expect(await send()).toBe(0)
    const segment = path.join(folder, '0000000001.jsonl')
    fs.appendFileSync(segment, `${JSON.stringify(record(3))}\n`)
    const long = new Date(Date.now() - 3_600_000)
    fs.utimesSync(segment, long, long)
    expect(await send()).toBe(0)
    expect(received.flatMap((one) => one.numbers)).toEqual([1, 2, 3])
    expect(fs.existsSync(segment)).toBe(false)
  })

  test('a lost state costs deliveries twice, and no record', async () => {
    const { url, received } = await server()
    const { put, send, file } = spool([{ type: 'http', url }])
    put(record(1), record(2))
    await send()
    fs.rmSync(file('state.json'))
    put(record(3))
    await send()
    expect(received.map(({ numbers }) => numbers)).toEqual([
      [1, 2],
      [1, 2, 3],
    ])
  })

  test.each([
    'null',
    '{"cur',
    '{"current":"x","cursors":"abc","ends":5,"sent":null}',
    '{"current":1,"cursors":{"http-1":{"segment":"x","offset":null}}}',
    '{"current":1,"cursors":{"http-1":{"segment":7,"offset":5}}}',
    '{"current":1,"cursors":{"http-1":{"segment":1,"offset":99999}}}',
  ])('so does a damaged one: %s', async (state) => {
    const { url, received } = await server()
    const { put, send, file } = spool([{ type: 'http', url }])
    put(record(1), record(2))
    fs.writeFileSync(file('state.json'), state)
    expect(await send()).toBe(0)
    expect(received.map(({ numbers }) => numbers)).toEqual([[1, 2]])
  })

  test('how much waits is known by sink', () => {
    const { put, folder } = spool([])
    put(record(1))
    const bytes = `${JSON.stringify(record(1))}\n`.length
    expect(new Segments(folder).waitingBytes('any')).toBe(bytes)
  })
})

test('killed and started again at any moment: every record arrives, and twice only by its id', async () => {
  const { url, received } = await server()
  const { put, folder } = spool([{ type: 'http', url, batchRecords: 7 }])
  const hookbox = path.resolve(import.meta.dirname, '../../bin/hookbox')
  const start = () =>
    spawn(process.execPath, [hookbox, 'audit', 'send', '--spool', folder, '--idle-ms', '500'], {
      stdio: 'ignore',
    })
  let n = 0
  for (let round = 0; round < 6; round++) {
    for (let count = 0; count < 50; count++) put(record(++n))
    const sender = start()
    const gone = new Promise((resolve) => sender.once('exit', resolve))
    await sleep(150 + 90 * round)
    sender.kill('SIGKILL')
    await gone
  }
  await new Promise((resolve) => start().once('exit', resolve))
  const ids = received.flatMap(({ text }) => [...text.matchAll(/"id":"([^"]+)"/g)].map((match) => match[1]))
  expect(new Set(ids).size).toBe(n)
  // In order, but for what was sent again.
  const firsts = [...new Set(received.flatMap(({ numbers }) => numbers))]
  expect(firsts).toEqual([...firsts].sort((a, b) => a - b))
}, 90_000)
