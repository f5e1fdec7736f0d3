import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLog } from '../../src/store/read-log.ts'

const record = { timestamp: '2027-01-31T12:00:00.000Z', stage: 'attempt' }
const line = JSON.stringify(record)

test('records, with empty lines between them', () => {
  expect(readLog(`${line}\n\n${line}\r\n \n${line}`)).toEqual({ records: [record, record, record], bad: [] })
})

test.each([
  ['half a line', line.slice(0, 20), 'it is not JSON'],
  ['two glued together', `${line}${line}`, 'it is not JSON'],
  ['a number', '1', 'it is no JSON object'],
  ['null', 'null', 'it is no JSON object'],
  ['a list', `[${line}]`, 'it is no JSON object'],
  ['another object', '{"a":1}', 'it has no stage or no timestamp'],
])('%s is counted and does not stop the reading', (_what, bad, problem) => {
  expect(readLog(`${line}\n${bad}\n${line}\n`)).toEqual({
    records: [record, record],
    bad: [{ line: 2, problem }],
  })
})

test('whatever the text, it never throws', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.constant(line))), (lines) => {
      const { records, bad } = readLog(lines.join('\n'))
      expect(records.length + bad.length).toBeLessThanOrEqual(lines.join('\n').split('\n').length)
    }),
  )
})
