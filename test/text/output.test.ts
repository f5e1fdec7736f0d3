import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainOutput } from '../../src/text/output.ts'

test.each([
  ['plain\ntext\t.', 'plain\ntext\t.'],
  ['\u001b[31mred\u001b[0m', 'red'],
  ['\u001b[38;5;12;1mx\u001b[K', 'x'],
  ['a\u001b(Bb', 'ab'],
  ['\u001b]8;;http://x\u0007link\u001b]8;;\u0007', 'link'],
  ['\u001b]0;title\u001b\\x', 'x'],
  ['a\r\nb\r\n', 'a\nb\n'],
  ['10%\r50%\r100%\nnext', '100%\nnext'],
  ['bell\u0007 back\b \u202e\u2066bidi', 'bell back bidi'],
])('%j', (text, plain) => {
  expect(plainOutput(text)).toBe(plain)
})

test('nothing that a terminal acts on is left, and it is done once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const plain = plainOutput(text)
      expect(plain).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/)
      expect(plainOutput(plain)).toBe(plain)
    }),
  )
})

test.each(['x', '\u001b[', '\u001b]', '\r', ' '])('a megabyte of %j takes no time', (unit) => {
  const begun = Date.now()
  for (const end of ['', 'x']) plainOutput(`${unit.repeat(1_000_000 / unit.length)}${end}`)
  expect(Date.now() - begun).toBeLessThan(1000)
})
