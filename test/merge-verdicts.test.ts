import { expect, test } from 'vitest'
import type { Verdict } from '../src/hook.ts'
import { mergeVerdicts } from '../src/merge-verdicts.ts'

const said = (...verdicts: readonly Verdict[]) =>
  mergeVerdicts(verdicts.map((verdict, at) => ({ name: `hook-${at}`, verdict })))

test('contexts are joined; what they tell the user and the first name of the session go with them', () => {
  const merged = said(
    { kind: 'context', text: 'a', message: 'no b' },
    { kind: 'report', message: 'c is down' },
    { kind: 'context', text: 'd', title: 'PAY-1: One' },
    { kind: 'context', text: 'e', title: 'PAY-2: Two' },
  )
  expect(merged).toEqual({
    kind: 'context',
    text: 'a\n\nd\n\ne',
    message: 'no b\nc is down',
    title: 'PAY-1: One',
  })
})

test('beside a refusal only what is for the user stays', () => {
  expect(
    said({ kind: 'deny', reason: 'no' }, { kind: 'context', text: 'a', message: 'b', title: 'c' }),
  ).toEqual({
    kind: 'deny',
    reason: 'hook-0: no',
    message: 'b',
  })
})
