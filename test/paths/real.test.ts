import * as fs from 'node:fs'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import { expandGlob, matchesPattern, type PathPiece } from '../../src/paths/expand.ts'
import { pathMatcher } from '../../src/paths/glob.ts'
import { realOf, realTarget } from '../../src/paths/real.ts'
import { testHost } from '../support/call.ts'
import { makeWorld, type World, worldEnv } from '../support/world.ts'

const hostOf = (world: World) => testHost({ env: worldEnv(world), cwd: world.project })

describe('where a path leads', () => {
  function linked() {
    const world = makeWorld({ files: { 'real/deep/a.txt': 'x' } })
    fs.symlinkSync(path.join(world.project, 'real/deep'), path.join(world.project, 'link'))
    fs.symlinkSync('/nowhere', path.join(world.project, 'broken'))
    const of = (written: string, followLast: boolean) =>
      path.relative(
        world.project,
        realTarget(hostOf(world), world.project, written, { followLast, windows: false }),
      )
    return { world, of }
  }

  test('a link itself, and what is behind it', () => {
    const { of } = linked()
    expect(of('link', false)).toBe('link')
    expect(of('link', true)).toBe('real/deep')
    expect(of('link/a.txt', false)).toBe('real/deep/a.txt')
    expect(of('./real/../link/new/x', false)).toBe('real/deep/new/x')
  })

  test('`..` goes up from where the link led', () => {
    const { of } = linked()
    expect(of('link/..', false)).toBe('real')
    expect(of('link/../..', false)).toBe('')
  })

  test('what does not exist stays as text', () => {
    const { world, of } = linked()
    expect(of('new/a/../b', false)).toBe('new/b')
    expect(realOf(hostOf(world), '/no/such/thing', false)).toBe('/no/such/thing')
    expect(of('broken', false)).toBe('broken')
  })

  test('Windows paths', () => {
    const { world } = linked()
    const of = (written: string) =>
      realTarget(hostOf(world), 'C:/work', written, { followLast: false, windows: true })
    expect(of('a\\b')).toBe('C:/work/a/b')
    expect(of('D:\\x\\..\\y')).toBe('D:/y')
    expect(of('/d/x')).toBe('D:/x')
  })
})

describe('globs on the disk', () => {
  const files = {
    'a.log': '',
    'b.log': '',
    '.hidden.log': '',
    'c.txt': '',
    'packages/one/dist/x': '',
    'packages/two/dist/x': '',
    '[odd]/x': '',
  }
  const pieces = (pattern: string): PathPiece[] =>
    pattern
      .split(/(\*|\?|\[[^\]]*\])/)
      .filter((piece) => piece !== '')
      .map((text) => ({ glob: /^[*?[]/.test(text), text }))

  test.each([
    ['*.log', ['a.log', 'b.log']],
    ['.*.log', ['.hidden.log']],
    ['?.txt', ['c.txt']],
    ['[ab].log', ['a.log', 'b.log']],
    ['[!a].log', ['b.log']],
    ['[a-c].log', ['a.log', 'b.log']],
    ['packages/*/dist', ['packages/one/dist', 'packages/two/dist']],
    ['packages/*/dist/', ['packages/one/dist/', 'packages/two/dist/']],
    ['*/dist', []],
    ['./*.txt', ['./c.txt']],
    ['nothing*', []],
  ])('%s', (pattern, found) => {
    const world = makeWorld({ files })
    expect(expandGlob(hostOf(world), world.project, pieces(pattern), 100, false)).toEqual({
      paths: found,
      tooMany: false,
    })
  })

  test('literal brackets, absolute patterns, a limit', () => {
    const world = makeWorld({ files })
    const host = hostOf(world)
    const literal: PathPiece[] = [
      { glob: false, text: '[odd]/' },
      { glob: true, text: '*' },
    ]
    expect(expandGlob(host, world.project, literal, 10, false).paths).toEqual(['[odd]/x'])
    const absolute: PathPiece[] = [
      { glob: false, text: `${world.project}/` },
      { glob: true, text: '*' },
      { glob: false, text: '.txt' },
    ]
    expect(expandGlob(host, '/', absolute, 10, false).paths).toEqual([`${world.project}/c.txt`])
    expect(expandGlob(host, world.project, pieces('*.log'), 1, false).tooMany).toBe(true)
  })

  test('many stars take no time', () => {
    expect(matchesPattern(`${'*a'.repeat(200)}b`, 'a'.repeat(2000), false)).toBe(false)
  })

  test('names', () => {
    expect(matchesPattern('*.egg-info', 'x.egg-info', false)).toBe(true)
    expect(matchesPattern('*.egg-info', '*.egg-info', false)).toBe(true)
    expect(matchesPattern('Build', 'build', true)).toBe(true)
    expect(matchesPattern('a[', 'a[', false)).toBe(true)
  })
})

test('patterns of the configuration: `./name` is the one in the base folder', async () => {
  const matches = await pathMatcher(['./data', 'cache'], { base: '/p', home: undefined, ignoreCase: false })
  expect(matches('/p/data')).toBe(true)
  expect(matches('/p/sub/data')).toBe(false)
  expect(matches('/p/sub/cache')).toBe(true)
})
