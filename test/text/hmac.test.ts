import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hmacSha256 } from '../../src/text/hmac.ts'

test('is what Node makes of it, for keys shorter and longer than a block', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      (key, text) => {
        expect(hmacSha256(key, text)).toBe(createHmac('sha256', key).update(text).digest('hex'))
      },
    ),
  )
})
