import * as path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAbsolute, isWithin, parentOf, relativeTo, resolvePath } from '../../src/paths/written.ts'

describe('POSIX', () => {
  test.each([
    ['/a/b', './.env', '/a/b/.env'],
    ['/a/b', 'src/../.env', '/a/b/.env'],
    ['/a/b', '../../../../x', '/x'],
    ['/a/b', '/x//y/./z/', '/x/y/z'],
    ['/a/b', '', '/a/b'],
    ['/', '..', '/'],
    ['/a', 'b\\c', '/a/b\\c'],
    ['/a', 'x. ', '/a/x. '],
  ])('%s + %s', (base, written, resolved) => {
    expect(resolvePath(base, written, false)).toBe(resolved)
  })

  test('agrees with the system', () => {
    const part = fc.constantFrom('a', 'b', '..', '.', '', 'c d')
    fc.assert(
      fc.property(fc.array(part), fc.array(part), fc.boolean(), (base, written, absolute) => {
        const from = `/${base.join('/')}`
        const to = (absolute ? '/' : '') + written.join('/')
        expect(resolvePath(from, to, false)).toBe(path.posix.resolve(from, to))
      }),
    )
  })
})

describe('Windows', () => {
  test.each([
    ['C:\\work', 'src\\..\\.env', 'C:/work/.env'],
    ['C:/work', 'D:\\x', 'D:/x'],
    ['c:\\work', '\\x', 'C:/x'],
    ['C:/work', '.env.', 'C:/work/.env'],
    ['C:/work', '.env. . ', 'C:/work/.env'],
    ['C:/work', '.env::$DATA', 'C:/work/.env'],
    ['C:/work', '/d/x', 'D:/x'],
    ['C:/work', '..', 'C:/'],
    ['\\\\server\\share\\a', '..\\..\\b', '//server/share/b'],
  ])('%s + %s', (base, written, resolved) => {
    expect(resolvePath(base, written, true)).toBe(resolved)
  })

  test('what is absolute', () => {
    for (const written of ['C:\\x', 'c:/x', '\\\\server\\share', '/x'])
      expect(isAbsolute(written, true)).toBe(true)
    for (const written of ['x', '.\\x', 'C:x']) expect(isAbsolute(written, true)).toBe(false)
  })
})

test('inside means whole parts', () => {
  expect(isWithin('/repo2', '/repo', false)).toBe(false)
  expect(isWithin('/repo/a', '/repo', false)).toBe(true)
  expect(isWithin('/repo', '/repo', false)).toBe(true)
  expect(isWithin('/x', '/', false)).toBe(true)
  expect(isWithin('/Repo/a', '/repo', false)).toBe(false)
  expect(isWithin('/Repo/a', '/repo', true)).toBe(true)
  expect(relativeTo('/repo/a/b', '/repo', false)).toBe('a/b')
  expect(relativeTo('/repo', '/repo', false)).toBe('')
  expect(relativeTo('/a', '/', false)).toBe('a')
  expect(relativeTo('/b', '/repo', false)).toBeUndefined()
})

test('parents', () => {
  expect(parentOf('/a/b')).toBe('/a')
  expect(parentOf('/a')).toBe('/')
  expect(parentOf('/')).toBeUndefined()
  expect(parentOf('C:/a')).toBe('C:/')
  expect(parentOf('C:/')).toBeUndefined()
  const part = fc.constantFrom('a', '.b', 'c d')
  fc.assert(
    fc.property(fc.array(part, { minLength: 1 }), (parts) => {
      expect(parentOf(`/${parts.join('/')}`)).toBe(path.posix.dirname(`/${parts.join('/')}`))
    }),
  )
})

test('resolving twice changes nothing', () => {
  fc.assert(
    fc.property(fc.string(), fc.boolean(), (written, windows) => {
      const base = windows ? 'C:/work' : '/work'
      const once = resolvePath(base, written, windows)
      expect(resolvePath(base, once, windows)).toBe(once)
    }),
  )
})
