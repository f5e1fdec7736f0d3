import { forEachChild, type SyntaxNode, type TestCommand } from 'unbash'
import { wholeValue } from './expand.ts'
import type { Here, Outcome } from './here.ts'
import type { State } from './state.ts'
import { EMPTY } from './value.ts'

/** `[[ ... ]]`: its words run their substitutions. */
export function readTest(here: Here, node: TestCommand, state: State): Outcome {
  const todo: SyntaxNode[] = [node.expression]
  for (let next = todo.pop(); next; next = todo.pop()) {
    if (next.type === 'Word') wholeValue(here, next, state)
    else {
      forEachChild(next, (child) => {
        todo.push(child)
      })
    }
  }
  return { ok: state, fail: state, output: EMPTY }
}
