import { expect, test } from 'vitest'
import { optionsIn, readOwnWords } from '../../src/command/own-words.ts'

const HELP = `Usage: x

Options:
  --list           all, not --some
  --minutes <n>    a number
  --break-glass    long
  -h, --help       this
`

test('the options are those of the help text', () => {
  expect([...optionsIn(HELP)]).toEqual([
    ['list', false],
    ['minutes', true],
    ['break-glass', false],
    ['help', false],
  ])
})

test.each([
  ['a --list b', ['a', 'b'], [['list', '']]],
  ['--minutes 3', [], [['minutes', '3']]],
  ['--minutes=3=4', [], [['minutes', '3=4']]],
  ['--minutes --list', [], [['minutes', '--list']]],
  ['--minutes 1 --minutes 2', [], [['minutes', '2']]],
  ['- -h -- --list', ['-', '--list'], [['help', '']]],
  ['-V', [], [['version', '']]],
] as const)('%s', (line, operands, values) => {
  const read = readOwnWords(line.split(' '), HELP)
  expect([read.operands, [...read.values], read.problem]).toEqual([operands, values, undefined])
})

test.each([
  ['--minutes', '--minutes needs a value'],
  ['--list=3', '--list takes no value'],
  ['--version=3', '--version takes no value'],
  ['--break-gass --nothing-like-it', 'unknown option --break-gass; did you mean --break-glass?'],
  ['--nothing-like-it', 'unknown option --nothing-like-it'],
  ['-l', 'unknown option -l'],
  ['--=3', 'unknown option --=3'],
])('%s is a mistake', (line, problem) => {
  expect(readOwnWords(line.split(' '), HELP).problem).toBe(problem)
})
