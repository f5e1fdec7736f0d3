import { expect, test } from 'vitest'
import { RENAMED, withoutVariables } from '../../scripts/pkg/renamed.ts'

/** C strings and one string as V8 keeps it: its length, and then its letters. */
const program = (names: readonly string[], more = '') =>
  Buffer.from(`\x7fELF\0${names.join('\0')}\0\x0f\0\0\0NODE_CHANNEL_FD\0more: NODE_OPTIONS${more}`, 'latin1')
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

test('every name becomes the empty one, in place; longer names and sentences stay', () => {
  const before = program([...RENAMED, 'LANGUAGE', 'NODE_PATHS'])
  const after = text(withoutVariables(before, false))
  expect(after.length).toBe(before.length)
  for (const name of RENAMED) expect(after).not.toContain(`\0${name}\0`)
  expect(after).toContain('\0\0ODE_OPTIONS\0')
  expect(after).toContain('\x0f\0\0\0\0ODE_CHANNEL_FD\0')
  expect(after).toContain('\0LANGUAGE\0NODE_PATHS\0')
  expect(after).toContain('\0more: NODE_OPTIONS')
})

test('a Node without one of them is not taken for safe', () => {
  const without = (name: string) => program(RENAMED.filter((one) => one !== name))
  expect(() => withoutVariables(without('OPENSSL_CONF'), false)).toThrow('this Node has no OPENSSL_CONF')
  expect(() => withoutVariables(without('LANG'), false)).toThrow('this Node has no LANG')
  // Windows asks the system for its locale, and each processor has its own name.
  expect(() => withoutVariables(without('LANG'), true)).not.toThrow()
  expect(() => withoutVariables(without('OPENSSL_armcap'), false)).not.toThrow()
})
