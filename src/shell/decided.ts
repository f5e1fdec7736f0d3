import type { Case, CaseItem, TestExpression, Word as WordNode } from 'unbash'
import type { Word } from './command.ts'
import { wholeValue } from './expand.ts'
import type { Here, Outcome } from './here.ts'
import { patternOf, prefixLengths } from './patterns.ts'
import type { State } from './state.ts'
import { EMPTY, textOf } from './value.ts'

/**
 * Conditions whose words are all known decide what is read, where the world asks for it
 * (`ShellWorld.decides`). Without it every branch counts, which is what a guard wants.
 */
function decides(here: Here): boolean {
  // In a loop that turns an unknown number of times a word is known for its first turn only.
  return here.reading.world.decides === true && !here.turning && !here.elsewhere
}

/** The items of a `case` that can run; undefined: all of them. */
export function decidedItems(here: Here, node: Case, state: State): readonly CaseItem[] | undefined {
  if (!decides(here) || node.items.some(({ terminator }) => terminator?.includes('&'))) return undefined
  const subject = textOf(wholeValue(here, node.word, state))
  if (subject === undefined) return undefined
  for (const item of node.items) {
    for (const pattern of item.pattern) {
      const matches = matchesWhole(here, subject, pattern, state)
      if (matches === undefined) return undefined
      if (matches) return [item]
    }
  }
  return []
}

/** Whether a text is what a pattern says. Undefined: it can't be told. */
function matchesWhole(here: Here, subject: string, node: WordNode, state: State): boolean | undefined {
  const pattern = patternOf(wholeValue(here, node, state, { globs: true }))
  const chars = [...subject]
  return pattern && prefixLengths(chars, pattern)?.includes(chars.length)
}

/** `[ ... ]` and `test`: what comes after it. */
export function decidedTest(here: Here, argv: readonly Word[], state: State): Outcome {
  const last = argv.at(-1)?.value
  const words = argv.slice(1, argv[0]?.value === '[' && last === ']' ? -1 : undefined)
  const values = words.map(({ value }) => value)
  const known = values.filter((value) => value !== undefined)
  return after(decides(here) && known.length === values.length ? holds(known) : undefined, state)
}

/** `[[ ... ]]`, when it is a single comparison. */
export function decidedExpression(here: Here, node: TestExpression, state: State): Outcome {
  if (!decides(here)) return after(undefined, state)
  if (node.type === 'TestUnary') {
    const operand = textOf(wholeValue(here, node.operand, state))
    return after(operand === undefined ? undefined : holds([node.operator, operand]), state)
  }
  if (node.type !== 'TestBinary') return after(undefined, state)
  const left = textOf(wholeValue(here, node.left, state))
  const negative = node.operator === '!='
  if (left === undefined || !(negative || /^==?$/.test(node.operator))) return after(undefined, state)
  const same = matchesWhole(here, left, node.right, state)
  return after(same === undefined ? undefined : same !== negative, state)
}

function after(result: boolean | undefined, state: State): Outcome {
  return {
    ok: result === false ? undefined : state,
    fail: result === true ? undefined : state,
    output: EMPTY,
  }
}

/** The expressions of test(1) about texts and numbers; undefined: another one. */
function holds(words: readonly string[]): boolean | undefined {
  const [first = '', second = '', third = ''] = words
  if (words.length > 1 && first === '!') {
    const inner = holds(words.slice(1))
    return inner === undefined ? undefined : !inner
  }
  if (words.length === 1) return first !== ''
  if (words.length === 2) return first === '-n' ? second !== '' : first === '-z' ? second === '' : undefined
  if (words.length !== 3) return undefined
  if (second === '=' || second === '==') return first === third
  if (second === '!=') return first !== third
  return compares(first, second, third)
}

function compares(left: string, operator: string, right: string): boolean | undefined {
  if (![left, right].every((text) => /^-?\d{1,9}$/.test(text))) return undefined
  const by = Number(left) - Number(right)
  switch (operator) {
    case '-eq':
      return by === 0
    case '-ne':
      return by !== 0
    case '-lt':
      return by < 0
    case '-le':
      return by <= 0
    case '-gt':
      return by > 0
    case '-ge':
      return by >= 0
    default:
      return undefined
  }
}
