import type { Outcome } from './here.ts'
import { joinStates, type State } from './state.ts'
import { concat, EMPTY, type Value } from './value.ts'

/** One of several ways was taken. */
export function joinOutcomes(outcomes: readonly Outcome[], before: Value = EMPTY): Outcome {
  let ok: State | undefined
  let fail: State | undefined
  for (const outcome of outcomes) {
    ok = joinStates(ok, outcome.ok)
    fail = joinStates(fail, outcome.fail)
  }
  const outputs = outcomes.map((outcome) => outcome.output)
  const [first = EMPTY] = outputs
  const same = outputs.every((output) => JSON.stringify(output) === JSON.stringify(first))
  const output = same ? first : notKnown
  return { ok, fail, output: concat(before, output) }
}

const notKnown: Value = [
  { kind: 'unknown', why: 'what one of several ways says', notEmpty: false, splits: false },
]
