import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excerpt } from '../../../hooks/verify-before-stop/excerpt.ts'
import { plainOutput } from '../../../src/text/output.ts'
import { fixture } from '../../support/table.ts'

/** Output captured from real runs: what has to be in the excerpt, and what not. */
test.each<[string, string[], string[]]>([
  ['node-spec', ['✖ failing tests:', 'a.test.js:2:1', '2 !== 3'], ['ok 10', 'node:internal', 'duration_ms']],
  ['node-tap', ['not ok 1 - adds', "location: '", '2 !== 3'], ['ok 2 - ok', 'node:internal', 'duration_ms']],
  [
    'pytest',
    ['FAILED tests/test_a.py::test_add - assert 0 == 2', '>       assert add(1,1)==2', 'tests/test_a.py:8'],
    ['session starts', 'collected 3 items'],
  ],
  ['unittest', ['FAIL: test_add', 'AssertionError: 2 != 3'], []],
  ['go', ['--- FAIL: TestAdd', 'a_test.go:3: Add(1,1) = 0, want 2', 'a_test.go:5: boom'], []],
  ['go-build', ['./a.go:2:33: undefined: c'], []],
  [
    'cargo',
    ['adds', 'panicked at src/lib.rs:2:19', 'left: 0', '1 failed'],
    ['rustc', 'running 2 tests', 'Compiling'],
  ],
  [
    'cargo-build',
    ['error[E0425]: cannot find value `c` in this scope', '--> src/lib.rs:1:32'],
    ['Compiling'],
  ],
  ['vitest', ['FAIL  a.test.ts > adds', 'expected 2 to be 3', 'a.test.ts:2:30'], ['Start at', '\u001b']],
  ['jest', ['● sum › adds', 'Received:', 't/sum.test.js:3:40'], ['at Object.log', 'Ran all test suites']],
  ['mocha', ['1) sum', '2 !== 3', 't/sum.test.js:3:40'], ['is fine']],
])('%s', (name, present, absent) => {
  const text = excerpt(plainOutput(fixture(`test-output/${name}.txt`)), 3000)
  for (const part of present) expect(text).toContain(part)
  for (const part of absent) expect(text).not.toContain(part)
})

test('the list of failures stands before their details', () => {
  const text = excerpt(plainOutput(fixture('test-output/pytest.txt')), 3000)
  expect(text.indexOf('FAILED tests/test_a.py::test_add')).toBeLessThan(text.indexOf('>       assert'))
})

test('without sections that are known, the last whole lines', () => {
  const lines = Array.from({ length: 500 }, (_, line) => `line ${line}`).join('\n')
  const text = excerpt(lines, 100)
  expect(text.endsWith('line 499')).toBe(true)
  expect(text.startsWith('line ')).toBe(true)
  expect(text.length).toBeLessThanOrEqual(100)
})

test('failures among ten thousand lines of passes', () => {
  const passes = (from: number) =>
    Array.from(
      { length: 5000 },
      (_, line) => `ok ${from + line} - fine\n  ---\n  duration_ms: 1\n  ...`,
    ).join('\n')
  const text = excerpt(`${passes(1)}\nnot ok 5001 - adds\n  ---\n  error: 'no'\n  ...\n${passes(5002)}`, 3000)
  expect(text).toBe("not ok 5001 - adds\n  ---\n  error: 'no'\n  ...")
})

test('never longer than asked, whatever the output', () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'not ok 1 - x',
      '  ...',
      'failures:',
      '--- FAIL: x',
      '=== FAILURES ===',
      '  ● x',
      'error: x',
    ),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 80 }), fc.integer({ min: 100, max: 400 }), (lines, limit) => {
      expect(excerpt(plainOutput(lines.join('\n')), limit).length).toBeLessThanOrEqual(limit)
    }),
  )
})
