import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoTime } from '../../src/text/iso-time.ts'

test.each([
  [0, '1970-01-01T00:00:00.000Z'],
  [951_782_400_000, '2000-02-29T00:00:00.000Z'],
  [1_735_689_599_999, '2024-12-31T23:59:59.999Z'],
  [-1, '1969-12-31T23:59:59.999Z'],
])('%s is %s', (ms, text) => {
  expect(isoTime(ms)).toBe(text)
})

test('is what Date says', () => {
  const min = new Date('0000-01-01T00:00:00.000Z').getTime()
  const max = new Date('9999-12-31T23:59:59.999Z').getTime()
  fc.assert(fc.property(fc.integer({ min, max }), (ms) => isoTime(ms) === new Date(ms).toISOString()))
})
