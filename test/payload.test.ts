import { expect, test } from 'vitest'
import { jsonProblem } from '../src/text/json-problem.ts'

test.each([
  ['{"a": 1', 'unexpected end at byte 7'],
  ['{"a": NaN}', 'unexpected NaN at byte 6'],
  ['{"a": "x', 'unexpected end at byte 8'],
  ['{"é": tru', 'unexpected end at byte 10'],
  ['{"a" 1}', 'unexpected 1 instead of : at byte 5'],
  ['{"a": 1} x', 'unexpected x after the end of the value at byte 9'],
  ['{a: 1}', 'unexpected a instead of a key at byte 1'],
  ['[1, 2', 'unexpected end at byte 5'],
  ['{"a": "\\x"}', 'bad escape \\x at byte 7'],
])('%s', (text, problem) => {
  expect(jsonProblem(text)).toBe(problem)
})
