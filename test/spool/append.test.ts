import * as fs from 'node:fs'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Sink } from '../../src/audit/sinks/sinks.ts'
import type { Host } from '../../src/host/host.ts'
import { nodeHost } from '../../src/host/node.ts'
import { type Spool, spoolRecords } from '../../src/spool/append.ts'
import { makeWorld } from '../support/world.ts'

const SINKS: readonly Sink[] = [{ type: 'http', url: 'https://audit.example/v1/records' }]

function scene(more: Partial<Spool> = {}, isThere = true) {
  const world = makeWorld()
  const folder = path.join(world.home, 'spool')
  const started: (readonly string[])[] = []
  const host: Host = {
    ...nodeHost,
    startOwn: async (words) => {
      started.push(words)
      return isThere
    },
  }
  const spool = { folder, maxBytes: 1_000_000, sinks: SINKS, ...more }
  return {
    folder,
    started,
    put: (lines: readonly string[], again: Partial<Spool> = {}) =>
      spoolRecords(host, { ...spool, ...again }, lines),
    read: (name: string) => fs.readFileSync(path.join(folder, name), 'utf8'),
    touch: (name: string, agoMs: number) => {
      const time = new Date(Date.now() - agoMs)
      fs.writeFileSync(path.join(folder, name), '')
      fs.utimesSync(path.join(folder, name), time, time)
    },
  }
}

test('records wait in a folder of the user alone, with the sinks beside them', async () => {
  const { put, read, folder } = scene()
  expect(await put(['{"n":1}'])).toBeUndefined()
  expect(await put(['{"n":2}', '{"n":3}'])).toBeUndefined()
  expect(read('current.jsonl')).toBe('{"n":1}\n{"n":2}\n{"n":3}\n')
  expect(JSON.parse(read('sinks.json'))).toEqual(SINKS)
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700)
  for (const name of fs.readdirSync(folder)) {
    expect(fs.statSync(path.join(folder, name)).mode & 0o777, name).toBe(0o600)
  }
})

test('other sinks replace those of before', async () => {
  const { put, read } = scene()
  await put(['{"n":1}'])
  const others: readonly Sink[] = [{ type: 'syslog', url: 'udp://log.example:514' }]
  await put(['{"n":2}'], { sinks: others })
  expect(JSON.parse(read('sinks.json'))).toEqual(others)
})

describe('a sender is started', () => {
  test('when none is at work, and not twice while it begins', async () => {
    const { put, started, folder } = scene()
    await put(['{"n":1}'])
    await put(['{"n":2}'])
    expect(started).toEqual([['audit', 'send', '--spool', folder]])
  })

  test('again when the one that was started never began', async () => {
    const { put, started, touch } = scene()
    await put(['{"n":1}'])
    touch('starting', 11_000)
    await put(['{"n":2}'])
    expect(started).toHaveLength(2)
  })

  test.each([
    ['while one is at work', 'sender.lock', 5000, 0],
    ['while the last one said to wait', 'wait', -60_000, 0],
    ['when the one at work died', 'sender.lock', 20_000, 1],
    ['when the wait is over', 'wait', 1000, 1],
  ])('or not: %s', async (_what, name, agoMs, times) => {
    const { put, started, folder, touch } = scene()
    fs.mkdirSync(folder)
    touch(name, agoMs)
    await put(['{"n":1}'])
    expect(started).toHaveLength(times)
  })

  test('and where there is none to start, the user is told', async () => {
    const { put, read } = scene({}, false)
    expect(await put(['{"n":1}'])).toMatch(/no hookbox that could deliver them .* run hookbox audit send$/)
    expect(read('current.jsonl')).toBe('{"n":1}\n')
  })
})

test('a full spool takes nothing more, and says so', async () => {
  const { put, read, folder } = scene({ maxBytes: 100 })
  await put(['{"n":1}'])
  fs.writeFileSync(path.join(folder, '0000000001.jsonl'), 'x'.repeat(90))
  await expect(put(['{"n":2}'])).rejects.toThrow(/^the spool .* is full: .* hookbox audit spool says why$/)
  expect(read('current.jsonl')).toBe('{"n":1}\n')
})

test('what the sender has to say comes back', async () => {
  const { put, folder } = scene()
  await put(['{"n":1}'])
  fs.writeFileSync(path.join(folder, 'problem.json'), '{"at":"x","message":"http-1 says 401"}')
  expect(await put(['{"n":2}'])).toBe('http-1 says 401')
  fs.writeFileSync(path.join(folder, 'problem.json'), 'torn')
  expect(await put(['{"n":3}'])).toBeUndefined()
})

test.each(['a file', 'nothing that may be written'])('a spool that is %s', async (what) => {
  const { put, folder } = scene()
  if (what === 'a file') fs.writeFileSync(folder, '')
  else fs.mkdirSync(path.join(folder, 'current.jsonl'), { recursive: true })
  await expect(put(['{"n":1}'])).rejects.toThrow(/^could not /)
})
