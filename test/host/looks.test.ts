import * as fs from 'node:fs'
import * as path from 'node:path'
import { expect, test } from 'vitest'
import { rememberingLooks } from '../../src/host/looks.ts'
import { nodeHost } from '../../src/host/node.ts'
import { makeWorld } from '../support/world.ts'

const world = makeWorld({ files: { 'a/b/file.txt': 'x', 'plain.txt': 'x' } })
const at = (name: string) => path.join(world.project, name)
fs.symlinkSync('a', at('to-a'))
fs.symlinkSync('nowhere', at('dangling'))
fs.symlinkSync('to-a/b', at('twice'))
fs.symlinkSync('turns', at('turns'))

const PATHS = [
  ...[
    '',
    'a',
    'a/b/file.txt',
    'to-a',
    'to-a/b',
    'to-a/b/file.txt',
    'twice/file.txt',
    'dangling',
    'dangling/x',
  ],
  ...['turns', 'turns/x', 'plain.txt/x', 'none', 'none/none', 'a/../plain.txt', 'to-a/../plain.txt', 'a//b'],
  ...['a/.', 'a/..', './a', 'a/', 'plain.txt/', 'none/..', '.', `${'x/'.repeat(3000)}x`],
]

test.each(PATHS)('sees %s as the system does, first and again', (name) => {
  const host = rememberingLooks(nodeHost)
  const whole = `${world.project}/${name}`
  const looks = (from: typeof host) => ({
    real: from.realpath(whole),
    link: from.readLink(whole),
    stat: from.stat(whole),
    lstat: from.lstat(whole),
    list: from.list(whole),
  })
  expect(looks(host)).toEqual(looks(nodeHost))
  expect(looks(host)).toEqual(looks(nodeHost))
})

test('the roots, and relative paths', () => {
  const host = rememberingLooks(nodeHost)
  for (const one of ['/', '//', '/.', '.', '..', '', 'none', '/none'])
    expect([one, host.realpath(one)]).toEqual([one, nodeHost.realpath(one)])
})

test('asks the system once, until something is written, run or waited for', async () => {
  let asked = 0
  const host = rememberingLooks({
    ...nodeHost,
    lstat: (name) => {
      asked++
      return nodeHost.lstat(name)
    },
  })
  const file = at('new.txt')
  expect([host.lstat(file), host.lstat(file), asked]).toEqual([undefined, undefined, 1])
  host.replace(file, 'x', 0o600)
  expect([host.lstat(file)?.kind, host.lstat(file)?.kind, asked]).toEqual(['file', 'file', 2])
  fs.rmSync(file)
  await host.sleep(1)
  expect(host.lstat(file)).toBe(undefined)
  fs.writeFileSync(file, 'x')
  await host.run(['true'], { cwd: world.project, timeoutMs: 5000, maxOutputBytes: 10 })
  expect(host.lstat(file)?.kind).toBe('file')
})
