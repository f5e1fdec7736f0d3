import { expect, test } from 'vitest'
import { patternProblem } from '../../src/redact/pattern-check.ts'

test.each([
  '\\bACME-[0-9]{6}\\b',
  '(?i)project[ -]falcon',
  'CUST-\\d+-[A-Z]+',
  '(?:prod|dev)-[a-z0-9]{20}',
  '([A-Z0-9]{4}-){3}[A-Z0-9]{4}',
  '(?<=id=)[0-9a-f]{32}',
  '[(+*]x',
  'a\\(+b',
  '(?:https?)://internal',
])('%s is taken', (pattern) => {
  expect(patternProblem(pattern)).toBeUndefined()
})

test.each([
  ['(a+)+b', 'it repeats a group that repeats something itself'],
  ['(?:a*)*b', 'it repeats a group that repeats something itself'],
  ['((a+)b)+', 'it repeats a group that repeats something itself'],
  ['(?:x[0-9]{1,5}){2,}', 'it repeats a group that repeats something itself'],
  ['(a|ab)+c', 'it repeats a group that has alternatives'],
  ['((a|b)c){3}', 'it repeats a group that has alternatives'],
  ['(x)\\1', 'it refers back to a group'],
  ['(?<n>x)\\k<n>', 'it refers back to a group'],
  ['a+b+c+', 'it has more than 2 repeats without a limit'],
  ['a{1,100}b{2,}c*x', 'it has more than 2 repeats without a limit'],
  ['a*', 'it matches the empty text'],
  ['(a', 'it is not a regular expression'],
  ['a'.repeat(501), 'it is longer than 500 characters'],
])('%s is refused', (pattern, problem) => {
  expect(patternProblem(pattern)).toContain(problem)
})
