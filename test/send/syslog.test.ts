import * as dgram from 'node:dgram'
import * as fs from 'node:fs'
import * as net from 'node:net'
import * as path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as tls from 'node:tls'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { SyslogSink } from '../../src/audit/sinks/sinks.ts'
import { syslogMessage } from '../../src/send/syslog-message.ts'
import { record, spool } from './spool-folder.ts'

const tlsFile = (name: string) => path.resolve(import.meta.dirname, '../fixtures/tls', name)
const SINK: SyslogSink = { type: 'syslog', url: 'udp://localhost:514' }

/** RFC 5424 section 6, as far as hookbox uses it. */
const MESSAGE =
  /^<(\d{1,3})>1 (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z|-) ([!-~]{1,255}) ([!-~]{1,48}) - ([!-~]{1,32}) (\[hookbox@32473(?: [!#-<>-\\^-~]{1,32}="(?:[^"\\\]]|\\["\\\]])*")*\]) \ufeff(.*)$/s

function parsed(message: Buffer) {
  const match = MESSAGE.exec(message.toString('utf8'))
  expect(match, message.toString('utf8').slice(0, 300)).not.toBeNull()
  const [, pri, timestamp, host, app, id, data = '', text = ''] = match ?? []
  return { pri: Number(pri), timestamp, host, app, id, data, text }
}

describe('a message', () => {
  test('has the record, and what a filter needs beside it', () => {
    const full = record(1, {
      session_id: 's',
      tool_name: 'Bash',
      user: 'dev',
      tool_input: { command: 'ls\nä' },
    })
    const { pri, timestamp, app, id, data, text } = parsed(syslogMessage(full, SINK))
    expect([pri, timestamp, app, id]).toEqual([13 * 8 + 6, full.timestamp, 'hookbox', 'attempt'])
    expect(data).toBe(`[hookbox@32473 id="${full.id}" session_id="s" tool_name="Bash" user="dev"]`)
    expect(JSON.parse(text)).toEqual(full)
  })

  test.each([
    [{ stage: 'verdict', verdict: 'deny' }, 4],
    [{ stage: 'verdict', verdict: 'ask' }, 5],
    [{ stage: 'failure' }, 4],
    [{ stage: 'success' }, 6],
    [{ stage: 'seam', reason: 'rotation' }, 6],
    [{ stage: 'seam', reason: 'lost' }, 4],
  ])('%o has the severity %i', (fields, severity) => {
    expect(parsed(syslogMessage(record(1, fields), { ...SINK, facility: 16 })).pri).toBe(16 * 8 + severity)
  })

  test('is never longer than it may be, never two lines, and always to be read', () => {
    const value = fc.string({ unit: 'grapheme', maxLength: 3000 })
    fc.assert(
      fc.property(value, value, fc.integer({ min: 480, max: 9000 }), (text, name, maxBytes) => {
        const full = record(1, { tool_name: name, user: 'a"b]c\\d\n', tool_input: { text } })
        const message = syslogMessage(full, { ...SINK, maxBytes })
        expect(message.length).toBeLessThanOrEqual(Math.max(maxBytes, 1100))
        expect(message.includes(0x0a)).toBe(false)
        parsed(message)
      }),
    )
  })

  test('that is too long has its texts cut, with their hash, and stays JSON', () => {
    const full = record(1, { tool_input: { content: 'x'.repeat(100_000) } })
    const { text } = parsed(syslogMessage(full, SINK))
    expect(JSON.parse(text)).toMatchObject({
      id: full.id,
      tool_input: { content: expect.stringMatching(/^x+\[CUT: 100000 bytes, sha256 [0-9a-f]{64}\]x+$/) },
    })
  })
})

/** Messages of a stream in RFC 6587's octet counting. */
function octets(bytes: Buffer): Buffer[] {
  const messages: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(0x20, at)
    const length = Number(bytes.toString('latin1', at, space))
    messages.push(bytes.subarray(space + 1, space + 1 + length))
    at = space + 1 + length
  }
  return messages
}

async function streamServer(isTls = false) {
  let bytes = Buffer.alloc(0)
  const take = (socket: net.Socket) => {
    socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk])
    })
    socket.on('error', () => {})
  }
  const one = isTls
    ? tls.createServer(
        { key: fs.readFileSync(tlsFile('key.pem')), cert: fs.readFileSync(tlsFile('cert.pem')) },
        take,
      )
    : net.createServer(take)
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void one.close())
  return { port: (one.address() as net.AddressInfo).port, bytes: () => bytes, close: () => one.close() }
}

const numbers = (messages: readonly Buffer[]) =>
  messages.map((one) => (JSON.parse(parsed(one).text) as { n: number }).n)

describe('deliveries', () => {
  test('by UDP', async () => {
    const socket = dgram.createSocket('udp4')
    const messages: Buffer[] = []
    socket.on('message', (message) => messages.push(message))
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
    onTestFinished(() => void socket.close())
    const { put, send } = spool([{ ...SINK, url: `udp://127.0.0.1:${socket.address().port}` }])
    put(record(1), record(2))
    expect(await send()).toBe(0)
    expect(numbers(messages)).toEqual([1, 2])
  })

  test('by TCP, counted', async () => {
    const { port, bytes } = await streamServer()
    const { put, send } = spool([{ ...SINK, url: `tcp://127.0.0.1:${port}` }])
    put(record(1), record(2, { text: 'ä\nb' }))
    expect(await send()).toBe(0)
    expect(numbers(octets(bytes()))).toEqual([1, 2])
  })

  test('by TCP, a line each', async () => {
    const { port, bytes } = await streamServer()
    const { put, send } = spool([{ ...SINK, url: `tcp://127.0.0.1:${port}`, framing: 'newline' }])
    put(record(1), record(2, { text: 'a\nb' }))
    expect(await send()).toBe(0)
    const lines = bytes().toString('utf8').trimEnd().split('\n')
    expect(numbers(lines.map((line) => Buffer.from(line)))).toEqual([1, 2])
  })

  test('by TLS, to a server whose certificate is trusted', async () => {
    const { port, bytes } = await streamServer(true)
    const sink = { ...SINK, url: `tls://localhost:${port}`, caFile: tlsFile('cert.pem') }
    const { put, send } = spool([sink])
    put(record(1), record(2))
    expect(await send()).toBe(0)
    expect(numbers(octets(bytes()))).toEqual([1, 2])
  })

  test('by TLS, not to any other', async () => {
    const { port, bytes } = await streamServer(true)
    const { put, send } = spool([{ ...SINK, url: `tls://localhost:${port}` }])
    put(record(1))
    expect(await send({ patienceMs: 400 })).toBe(1)
    expect(bytes()).toHaveLength(0)
  })

  test.each(['udp', 'tcp', 'tls'])('%s: nobody is there, then somebody is', async (scheme) => {
    const { port, close } = await streamServer()
    close()
    const { put, send, exists } = spool([{ ...SINK, url: `${scheme}://127.0.0.1:${port}` }])
    put(record(1))
    expect(await send({ patienceMs: 400 })).toBe(1)
    await sleep(1)
    expect(exists('state.json')).toBe(false)
  })
})
