import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { base64 } from '../../src/text/base64.ts'
import { sha256 } from '../../src/text/sha256.ts'
import { utf8Bytes, utf8Length } from '../../src/text/utf8.ts'

const reference = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')
const anyText = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ unit: 'grapheme' }))
/** Half surrogate pairs as well, which no `fc.string` makes. */
const brokenText = fc
  .array(fc.integer({ min: 0xd700, max: 0xe010 }))
  .map((codes) => String.fromCharCode(...codes))

test('every length around the ends of a block', () => {
  for (let length = 0; length < 200; length++) {
    const text = 'a'.repeat(length)
    expect(sha256(text)).toBe(reference(text))
  }
})

test('any text has the hash that node:crypto gives it', () => {
  fc.assert(fc.property(fc.oneof(anyText, brokenText), (text) => sha256(text) === reference(text)))
})

test('utf8Bytes and utf8Length agree with Buffer', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, brokenText), (text) => {
      expect(Buffer.from(utf8Bytes(text)).equals(Buffer.from(text, 'utf8'))).toBe(true)
      expect(utf8Length(text)).toBe(Buffer.byteLength(text, 'utf8'))
    }),
  )
})

test('base64 agrees with Buffer', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(base64(bytes)).toBe(Buffer.from(bytes).toString('base64').replaceAll('=', ''))
    }),
  )
})

test('three megabytes take well under a second', () => {
  const text = 'Grüße, '.repeat(400_000)
  const started = performance.now()
  expect(sha256(text)).toBe(reference(text))
  expect(performance.now() - started).toBeLessThan(1000)
})
