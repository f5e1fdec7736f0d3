import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import * as path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { appendChained } from '../../src/chain/append.ts'
import { keyedHasher } from '../../src/chain/key.ts'
import { PLAIN, splitLink } from '../../src/chain/link.ts'
import { nodeHost } from '../../src/host/node.ts'
import { takeLockFile } from '../../src/store/lock.ts'
import { logFiles } from '../../src/store/rotate.ts'
import { makeWorld, type World } from '../support/world.ts'
import { appendNumbers, checkLog, kinds } from './chained-log.ts'

const logOf = (world: World): string => path.join(world.project, 'logs/x.jsonl')

/** A log of ten records and the seam before them. */
async function ten(): Promise<{ world: World; file: string; lines: string[] }> {
  const world = makeWorld()
  const file = logOf(world)
  for (let n = 0; n < 10; n++) await appendNumbers(file, [n])
  return { world, file, lines: fs.readFileSync(file, 'utf8').trimEnd().split('\n') }
}

const put = (file: string, lines: readonly string[]) => fs.writeFileSync(file, `${lines.join('\n')}\n`)

test('a log that nobody touched is valid, and its first line is a seam', async () => {
  const { file, lines } = await ten()
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    stage: 'seam',
    reason: 'start',
    records: 0,
    chain: { seq: 1 },
  })
  expect(checkLog(file)).toMatchObject({ valid: true, records: 11, first: 1, last: { seq: 11 }, notes: [] })
})

test('what is hashed is as documented', async () => {
  const { lines } = await ten()
  const { link, content } = splitLink(lines[4] ?? '') ?? {}
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  const before = splitLink(lines[3] ?? '')?.link
  expect(link?.prev).toBe(before?.hash)
  expect(link?.hash).toBe(sha256(`hookbox-chain-1\n5\n${before?.hash}\n${sha256(content ?? '')}`))
  expect(Object.keys(JSON.parse(lines[4] ?? '')).at(-1)).toBe('chain')
})

test('the checkpoints take no more room than they need', async () => {
  const world = makeWorld()
  for (let n = 0; n < 900; n++) await appendNumbers(logOf(world), [n])
  expect(fs.statSync(`${logOf(world)}.chain`).size).toBeLessThan(66_000)
  expect(checkLog(logOf(world))).toMatchObject({ valid: true, records: 901 })
})

test('several records at once are links of their own', async () => {
  const world = makeWorld()
  await appendNumbers(logOf(world), [1, 2, 3])
  expect(checkLog(logOf(world))).toMatchObject({ valid: true, records: 4 })
})

describe('what is done to a log is found', () => {
  test.each<[string, (lines: string[]) => readonly string[], string]>([
    ['an edit', (lines) => lines.map((line) => line.replace('"n":4', '"n":5')), 'changed'],
    ['an edit of a number', (lines) => lines.map((line) => line.replace('"seq":6', '"seq":7')), 'changed'],
    ['a record taken out', (lines) => lines.toSpliced(5, 1), 'missing'],
    ['two records swapped', ([a = '', b = '', c = '', ...rest]) => [a, c, b, ...rest], 'misplaced'],
    ['a record copied', (lines) => lines.toSpliced(5, 0, lines[2] ?? ''), 'misplaced'],
    ['a record put in', (lines) => lines.toSpliced(5, 0, '{"stage":"attempt"}'), 'unlinked'],
    ['half a line', (lines) => lines.toSpliced(5, 0, '{"sta'), 'unlinked'],
    ['the end cut off', (lines) => lines.slice(0, -2), 'cut'],
    ['the start cut off', (lines) => lines.slice(2), 'removed'],
    ['nothing left', () => [], 'cut'],
  ])('%s', async (_what, change, kind) => {
    const { file, lines } = await ten()
    put(file, change(lines))
    const report = checkLog(file)
    expect(report.valid).toBe(false)
    expect(kinds(report)).toContain(kind)
  })

  test('a hash that was made to fit betrays itself at the next record', async () => {
    const { file, lines } = await ten()
    const other = makeWorld()
    for (const n of [0, 1, 99]) await appendNumbers(logOf(other), [n])
    const forged = fs.readFileSync(logOf(other), 'utf8').split('\n')[3] ?? ''
    put(file, lines.toSpliced(3, 1, forged))
    expect(kinds(checkLog(file))).toEqual(['changed'])
  })

  test('bytes that a reader of UTF-8 would not tell apart', async () => {
    const world = makeWorld()
    const file = logOf(world)
    await appendChained(
      nodeHost,
      { path: file, maxBytes: 0, keep: 3 },
      ['{"stage":"attempt","text":"\ufffd"}'],
      PLAIN,
      () => '{"stage":"seam"}',
    )
    const genuine = fs.readFileSync(file)
    expect(checkLog(file).valid).toBe(true)
    fs.writeFileSync(
      file,
      Buffer.from(genuine.toString('latin1').replace('\u00ef\u00bf\u00bd', '\u00ff'), 'latin1'),
    )
    expect(kinds(checkLog(file))).toEqual(['changed'])
    fs.writeFileSync(file, Buffer.concat([Buffer.from('\ufeff'), genuine]))
    expect(kinds(checkLog(file))).toEqual(['changed'])
  })

  test('all of it written anew, by the checkpoint, or by what was noted before', async () => {
    const { file } = await ten()
    const noted = checkLog(file).last
    const forged = makeWorld()
    for (let n = 20; n < 30; n++) await appendNumbers(logOf(forged), [n])
    fs.copyFileSync(logOf(forged), file)
    expect(kinds(checkLog(file))).toEqual(['replaced'])
    fs.copyFileSync(`${logOf(forged)}.chain`, `${file}.chain`)
    expect(checkLog(file).valid).toBe(true) // the chain alone can't tell
    expect(kinds(checkLog(file, undefined, noted))).toEqual(['replaced'])
  })

  test('its checkpoint taken away, then and later', async () => {
    const { file, lines } = await ten()
    fs.rmSync(`${file}.chain`)
    put(file, lines.slice(0, -2))
    expect(kinds(checkLog(file))).toEqual(['checkpoint'])
    await appendNumbers(file, [11])
    expect(kinds(checkLog(file))).toEqual(['checkpoint'])
  })

  test('a copy without its checkpoint is proven by what was noted', async () => {
    const { file } = await ten()
    const noted = checkLog(file).last
    fs.rmSync(`${file}.chain`)
    const report = checkLog(file, undefined, noted)
    expect(report.valid).toBe(true)
    expect(report.notes.join()).toContain('There is no checkpoint')
  })

  test.each<[string, (file: string, lines: readonly string[]) => void]>([
    ['cut', (file, lines) => put(file, lines.slice(0, -2))],
    ['emptied', (file) => fs.truncateSync(file)],
    ['removed', (file) => fs.rmSync(file)],
  ])('a log that was %s and goes on keeps the gap', async (_what, harm) => {
    const { file, lines } = await ten()
    harm(file, lines)
    await appendNumbers(file, [10, 11])
    const report = checkLog(file)
    expect(report.valid).toBe(false)
    expect(kinds(report).some((kind) => kind === 'missing' || kind === 'removed')).toBe(true)
    expect(fs.readFileSync(file, 'utf8')).toContain('"reason":"lost"')
  })

  test('any change of any byte, any line left out, any two lines swapped', async () => {
    const { file } = await ten()
    const whole = fs.readFileSync(file)
    const place = fc.integer({ min: 0, max: whole.length - 2 })
    fc.assert(
      fc.property(place, fc.integer({ min: 1, max: 255 }), (at, by) => {
        const changed = Buffer.from(whole)
        changed[at] = (changed[at] ?? 0) ^ by
        fs.writeFileSync(file, changed)
        expect(checkLog(file).valid).toBe(false)
      }),
      { numRuns: 300 },
    )
    const lines = whole.toString('utf8').trimEnd().split('\n')
    const line = fc.integer({ min: 0, max: lines.length - 1 })
    fc.assert(
      fc.property(line, line, (a, b) => {
        const swapped = [...lines]
        swapped[a] = lines[b] ?? ''
        swapped[b] = lines[a] ?? ''
        put(file, a === b ? lines.toSpliced(a, 1) : swapped)
        expect(checkLog(file).valid).toBe(false)
      }),
    )
  })
})

describe('a process that died', () => {
  test('behind its record and before the checkpoint', async () => {
    const { file } = await ten()
    const before = fs.readFileSync(`${file}.chain`)
    await appendNumbers(file, [10])
    fs.writeFileSync(`${file}.chain`, before)
    await appendNumbers(file, [11])
    expect(checkLog(file)).toMatchObject({ valid: true, records: 13 })
  })

  test('while it wrote the checkpoint', async () => {
    const { file } = await ten()
    fs.truncateSync(`${file}.chain`, fs.statSync(`${file}.chain`).size - 40)
    expect(checkLog(file).valid).toBe(true)
    await appendNumbers(file, [10])
    await appendNumbers(file, [11])
    expect(checkLog(file)).toMatchObject({ valid: true, records: 13 })
  })

  test('with the lock', async () => {
    const { file } = await ten()
    fs.writeFileSync(`${file}.chain.lock`, '')
    const long = new Date(Date.now() - 60_000)
    fs.utimesSync(`${file}.chain.lock`, long, long)
    await appendNumbers(file, [10])
    expect(checkLog(file).valid).toBe(true)
  })

  test('or was stopped for so long with the lock that another one took it', async () => {
    const { file } = await ten()
    let now = Date.now()
    const slow = { ...nodeHost, now: () => now }
    const lock = await takeLockFile(slow, `${file}.chain.lock`, { waitMs: 0, staleMs: 6000 })
    now += 60_000
    fs.utimesSync(`${file}.chain.lock`, new Date(0), new Date(0))
    const other = await takeLockFile(nodeHost, `${file}.chain.lock`, { waitMs: 1000, staleMs: 6000 })
    if (lock.kind === 'taken') lock.release()
    expect(fs.existsSync(`${file}.chain.lock`)).toBe(true)
    if (other.kind === 'taken') other.release()
    expect(fs.existsSync(`${file}.chain.lock`)).toBe(false)
  })

  test('between the renaming and the new file', async () => {
    const { file } = await ten()
    fs.renameSync(file, `${file}.1`)
    await appendNumbers(file, [10])
    expect(checkLog(file)).toMatchObject({ valid: true, records: 13 })
    expect(fs.readFileSync(file, 'utf8')).toContain('"reason":"rotation"')
  })
})

describe('rotation', () => {
  const rotating = { maxBytes: 1500, keep: 2 }

  test('the chain goes on in the new file, behind a seam', async () => {
    const world = makeWorld()
    const file = logOf(world)
    for (let n = 0; n < 30; n++) await appendNumbers(file, [n], rotating)
    const files = logFiles(nodeHost, file)
    expect(files.map((one) => path.basename(one))).toEqual(['x.jsonl.2', 'x.jsonl.1', 'x.jsonl'])
    for (const one of files)
      expect(fs.readFileSync(one, 'utf8')).toMatch(/^[^\n]*"reason":"rotation","records":\d+/)
    const report = checkLog(file)
    expect(report).toMatchObject({ valid: true })
    expect(report.first).toBeGreaterThan(1)
    expect(report.notes.join()).toMatch(/^records 1 to \d+ are no longer here: rotation/)
  })

  test.each([
    ['the oldest file', 2, 'removed'],
    ['a file between', 1, 'missing'],
  ])('%s taken away is no rotation', async (_what, number, kind) => {
    const world = makeWorld()
    const file = logOf(world)
    for (let n = 0; n < 30; n++) await appendNumbers(file, [n], rotating)
    fs.rmSync(`${file}.${number}`)
    expect(kinds(checkLog(file))).toEqual([kind])
  })

  test('what is too old is removed, and that is no change', async () => {
    const world = makeWorld()
    const file = logOf(world)
    const rules = { maxBytes: 1500, keep: 20, keepDays: 1 }
    for (let n = 0; n < 12; n++) await appendNumbers(file, [n], rules)
    const long = new Date(Date.now() - 3 * 86_400_000)
    for (const one of logFiles(nodeHost, file).slice(0, -1)) fs.utimesSync(one, long, long)
    for (let n = 12; n < 24; n++) await appendNumbers(file, [n], rules)
    expect(checkLog(file).first).toBeGreaterThan(1)
    expect(checkLog(file).valid).toBe(true)
  })
})

describe('a key', () => {
  const secret = (world: World, text: string) => keyedHasher(nodeHost, world.put('key', text))

  test('makes hashes that nobody without it can make or check', async () => {
    const world = makeWorld()
    const file = logOf(world)
    const hasher = secret(world, 'a key of 16 bytes or more\n')
    for (const n of [1, 2, 3]) await appendNumbers(file, [n], {}, hasher)
    expect(checkLog(file, [hasher]).valid).toBe(true)
    const unknown = checkLog(file)
    expect(unknown.valid).toBe(false)
    expect(unknown.notes.join()).toMatch(/made with the key [0-9a-f]{8}, which is not at hand/)
    const line = fs.readFileSync(file, 'utf8').replace('"n":2', '"n":7')
    fs.writeFileSync(file, line)
    expect(kinds(checkLog(file, [hasher]))).toEqual(['changed'])
    expect(checkLog(file, [secret(world, 'another key of 16 bytes')]).valid).toBe(false)
  })

  test('can not be left out by who writes the log anew, or goes on with it, without one', async () => {
    const world = makeWorld()
    const file = logOf(world)
    const hasher = secret(world, 'a key of 16 bytes or more\n')
    for (const n of [1, 2]) await appendNumbers(file, [n], {}, hasher)
    const forged = logOf(makeWorld())
    for (const n of [1, 7]) await appendNumbers(forged, [n])
    await appendNumbers(file, [3])
    expect(kinds(checkLog(file, [PLAIN, hasher]))).toEqual(['unkeyed'])
    expect(kinds(checkLog(forged, [PLAIN, hasher]))).toEqual(['unkeyed'])
  })

  test('covers what came before it was there', async () => {
    const world = makeWorld()
    const file = logOf(world)
    const hasher = secret(world, 'a key of 16 bytes or more\n')
    await appendNumbers(file, [1])
    await appendNumbers(file, [2], {}, hasher)
    expect(checkLog(file, [PLAIN, hasher]).valid).toBe(true)
  })

  test('that is too short is none', () => {
    expect(() => secret(makeWorld(), 'short\n')).toThrow(/shorter than 16 bytes/)
  })
})

test('a chain that begins in a log covers what comes from then on', async () => {
  const world = makeWorld({ files: { 'logs/x.jsonl': '{"stage":"attempt","timestamp":"x"}\n' } })
  await appendNumbers(logOf(world), [1])
  const report = checkLog(logOf(world))
  expect(report.valid).toBe(true)
  expect(report.notes.join()).toBe('1 line from before the chain began is not covered.')
})

test('a log without a chain is told so', () => {
  const world = makeWorld({ files: { 'logs/x.jsonl': '{"stage":"attempt","timestamp":"x"}\n' } })
  const report = checkLog(logOf(world))
  expect(report.valid).toBe(false)
  expect(report.problems.map(({ message }) => message)).toEqual([
    'this log has no chain: set chain to true in hookbox.json',
  ])
})
