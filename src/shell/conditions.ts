import { forEachChild, type SyntaxNode, type TestCommand } from 'unbash'
import { hasSubscript } from './arithmetic-text.ts'
import { decidedExpression } from './decided.ts'
import { wholeValue } from './expand.ts'
import type { Here, Outcome } from './here.ts'
import type { State } from './state.ts'
import { textOf } from './value.ts'

/** `[[ ... ]]`: its words run their substitutions. */
export function readTest(here: Here, node: TestCommand, state: State): Outcome {
  const todo: SyntaxNode[] = [node.expression]
  for (let next = todo.pop(); next; next = todo.pop()) {
    const operator = next.type === 'TestUnary' || next.type === 'TestBinary' ? next.operator : ''
    const evaluates = /^-(?:v|R|eq|ne|l[te]|g[te])$/.test(operator)
    if (evaluates) here.reading.arithmetic = true
    if (next.type === 'Word') {
      const known = textOf(wholeValue(here, next, state))
      if (hasSubscript(known)) here.reading.subscript ??= next.text
    } else {
      forEachChild(next, (child) => {
        todo.push(child)
      })
    }
  }
  return decidedExpression(here, node.expression, state)
}
