import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commandLine, splitCommandLine } from '../../src/process/windows-command-line.ts'

// The examples of "Parsing C command-line arguments", and what programs are really given.
test.each([
  ['p "abc" d e', ['p', 'abc', 'd', 'e']],
  ['p a\\\\b d"e f"g h', ['p', 'a\\\\b', 'de fg', 'h']],
  ['p a\\\\\\"b c d', ['p', 'a\\"b', 'c', 'd']],
  ['p a\\\\\\\\"b c" d e', ['p', 'a\\\\b c', 'd', 'e']],
  ['p a"b"" c d', ['p', 'ab" c d']],
  ['"C:\\Program Files\\a\\" b', ['C:\\Program Files\\a\\', 'b']],
  ['"C:\\a"b\\c" d e', ['C:\\ab\\c d e']],
  ['p\t "" \t', ['p', '']],
  ['p a\\', ['p', 'a\\']],
  ['', ['']],
  [' a', ['', 'a']],
] as const)('%s', (line, words) => {
  expect(splitCommandLine(line)).toEqual(words)
})

test('what is put together comes apart the same', () => {
  const word = fc
    .array(fc.constantFrom('\\', '"', ' ', '\t', 'a', 'ß', '*', '%', '\u{1f600}'))
    .map((all) => all.join(''))
  const program = fc.constantFrom('p', 'C:\\Program Files\\p.exe', 'C:\\x\\')
  fc.assert(
    fc.property(program, fc.array(word), (name, words) => {
      expect(splitCommandLine(commandLine([name, ...words]))).toEqual([name, ...words])
    }),
    { numRuns: 2000 },
  )
})

test('words are quoted where it has to be', () => {
  expect(commandLine(['p', '/c', 'a b', ''])).toBe('p /c "a b" ""')
})

test('a command of the shell is not changed', () => {
  expect(commandLine(['cmd', '/d', '/s', '/c', 'node -e "1 + 1" && echo \\"'])).toBe(
    'cmd /d /s /c "node -e "1 + 1" && echo \\""',
  )
})
