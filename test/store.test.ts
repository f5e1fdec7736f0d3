import * as fs from 'node:fs'
import * as path from 'node:path'
import { expect, test } from 'vitest'
import { pruneCache, readCache, writeCache } from '../src/store/cache.ts'
import { takeLock } from '../src/store/lock.ts'
import { testHost } from './support/call.ts'
import { makeWorld, worldEnv } from './support/world.ts'

function place() {
  const world = makeWorld()
  return { world, host: testHost({ env: worldEnv(world), cwd: world.project }) }
}

test('what is written is read; what is no object is nothing', () => {
  const { world, host } = place()
  expect(readCache(host, 'a/b.json')).toBeUndefined()
  expect(writeCache(host, 'a/b.json', { x: 1 })).toBe(true)
  expect(readCache(host, 'a/b.json')).toEqual({ x: 1 })
  const file = path.join(world.home, '.cache/hookbox/a/b.json')
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  expect(fs.statSync(path.dirname(file)).mode & 0o777).toBe(0o700)
  for (const text of ['[]', 'null', '{', '3', '']) {
    fs.writeFileSync(file, text)
    expect(readCache(host, 'a/b.json')).toBeUndefined()
  }
})

test('old files go, young ones and folders stay', () => {
  const { world, host } = place()
  const folder = path.join(world.home, '.cache/hookbox/a')
  for (const name of ['old', 'young']) writeCache(host, `a/${name}`, {})
  fs.mkdirSync(path.join(folder, 'folder'))
  const longAgo = new Date(Date.now() - 60_000)
  for (const name of ['old', 'folder']) fs.utimesSync(path.join(folder, name), longAgo, longAgo)
  pruneCache(host, 'a', 30_000)
  expect(fs.readdirSync(folder).sort()).toEqual(['folder', 'young'])
  pruneCache(host, 'nothing', 0)
})

test('a folder is looked through once in an eighth of the time its files are kept', () => {
  const { world, host } = place()
  const mark = path.join(world.home, '.cache/hookbox/pruned/a-b')
  const age = (file: string, seconds: number) => {
    const then = new Date(Date.now() - seconds * 1000)
    fs.utimesSync(file, then, then)
  }
  const isLookedAt = () => {
    writeCache(host, 'a/b/old', {})
    const file = path.join(world.home, '.cache/hookbox/a/b/old')
    age(file, 60)
    pruneCache(host, 'a/b', 40_000)
    return !fs.existsSync(file)
  }
  expect(isLookedAt()).toBe(true)
  expect(isLookedAt(), 'just looked at').toBe(false)
  age(mark, 4)
  expect(isLookedAt(), 'an eighth is not over').toBe(false)
  age(mark, 6)
  expect(isLookedAt(), 'it is over').toBe(true)
  age(mark, -60)
  expect(isLookedAt(), 'a mark of the future').toBe(true)
})

test('a lock is for one; released it is for the next; a stale one is taken over', async () => {
  const { world, host } = place()
  const how = { waitMs: 60, staleMs: 10_000 }
  const first = await takeLock(host, 'x', how)
  expect(first.kind).toBe('taken')
  expect((await takeLock(host, 'x', how)).kind).toBe('busy')
  expect((await takeLock(host, 'y', how)).kind).toBe('taken')
  if (first.kind === 'taken') first.release()
  expect((await takeLock(host, 'x', how)).kind).toBe('taken')
  const folder = path.join(world.home, '.cache/hookbox/locks')
  const longAgo = new Date(Date.now() - 20_000)
  for (const name of fs.readdirSync(folder)) fs.utimesSync(path.join(folder, name), longAgo, longAgo)
  expect((await takeLock(host, 'x', how)).kind).toBe('taken')
  expect((await takeLock({ ...host, home: () => undefined }, 'x', how)).kind).toBe('none')
})

test('a lock of a process that is gone is taken over at once; of one that lives it is not', async () => {
  const { world, host } = place()
  if (host.platform !== 'linux') return
  const how = { waitMs: 60, staleMs: 60_000 }
  await takeLock(host, 'x', how)
  const folder = path.join(world.home, '.cache/hookbox/locks')
  const [name = ''] = fs.readdirSync(folder)
  const file = path.join(folder, name)
  const mark = fs.readFileSync(file, 'utf8')
  expect((await takeLock(host, 'x', how)).kind, 'this very process').toBe('busy')
  // The same id, but started at another time: another process.
  fs.writeFileSync(file, mark.replace(/ \d+ /, ' 1 '))
  const taken = await takeLock(host, 'x', how)
  expect(taken.kind).toBe('taken')
  // In another space of process ids nothing can be said of it.
  fs.writeFileSync(file, '1 1 pid:[1]')
  expect((await takeLock(host, 'x', how)).kind).toBe('busy')
  // What somebody else has taken over is not given back.
  if (taken.kind === 'taken') taken.release()
  expect(fs.readFileSync(file, 'utf8')).toBe('1 1 pid:[1]')
  fs.writeFileSync(file, '')
  expect((await takeLock(host, 'x', how)).kind, 'a mark that can not be read').toBe('busy')
})
