import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hunks } from '../../src/text/hunks.ts'

test('one line around each change, changes that are near each other together', () => {
  const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].join('\n')
  const after = ['a', 'B', 'c', 'd', 'e', 'f', 'x', 'g', ''].join('\n')
  expect(hunks(before, after)).toEqual([
    ['@@ -1 +1 @@', ' a', '-b', '+B', ' c'].join('\n'),
    ['@@ -6 +6 @@', ' f', '+x', ' g', '-h', '+'].join('\n'),
  ])
})

test('the same text has none', () => {
  expect(hunks('a\nb', 'a\nb')).toEqual([])
})

test('a text that differs everywhere comes as one block', () => {
  const lines = (mark: string) => Array.from({ length: 1000 }, (_, line) => `${mark}${line}`).join('\n')
  const [only, ...more] = hunks(lines('a'), lines('b'))
  expect(more).toEqual([])
  expect(only?.split('\n').filter((line) => line.startsWith('-'))).toHaveLength(1000)
})

test('every removed line was there, every added one is, and their numbers fit', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 })
  fc.assert(
    fc.property(text, text, (a, b) => {
      const found = hunks(a.join('\n'), b.join('\n')).flatMap((hunk) => hunk.split('\n'))
      const removed = found.filter((line) => line.startsWith('-'))
      const added = found.filter((line) => line.startsWith('+'))
      const count = (lines: readonly string[]) => lines.join('\n').split('\n').length
      expect(added.length - removed.length).toBe(count(b) - count(a))
      for (const hunk of hunks(a.join('\n'), b.join('\n'))) {
        const [, from, to] = /^@@ -(\d+) \+(\d+) @@/.exec(hunk) ?? []
        const body = hunk.split('\n').slice(1)
        const old = body.filter((line) => line[0] !== '+').map((line) => line.slice(1))
        const now = body.filter((line) => line[0] !== '-').map((line) => line.slice(1))
        const inOld = a.join('\n').split('\n')
        const inNow = b.join('\n').split('\n')
        expect(inOld.slice(Number(from) - 1, Number(from) - 1 + old.length)).toEqual(old)
        expect(inNow.slice(Number(to) - 1, Number(to) - 1 + now.length)).toEqual(now)
      }
    }),
  )
})
