import type { Function as FunctionNode } from 'unbash'
import type { Word } from './command.ts'
import { runNode } from './evaluate.ts'
import { doubt, type Here, type Outcome } from './here.ts'
import { joinStates, type ShellFunction, type State } from './state.ts'
import { EMPTY } from './value.ts'

const MAX_CALLS = 12

export function defineFunction(here: Here, node: FunctionNode, state: State): void {
  state.functions.set(node.name.value, { body: node.body, text: here.text, at: here.at, certain: true })
}

/** Runs a function that the text defined, with these arguments. */
export function callFunction(
  here: Here,
  called: ShellFunction,
  args: readonly Word[],
  state: State,
): Outcome {
  if (here.calls >= MAX_CALLS) {
    doubt(here, 'limit', 'functions call each other too deeply', '')
    return { ok: state, fail: state, output: EMPTY }
  }
  const outer = state.args
  const frame: NonNullable<Here['frame']> = { returned: undefined }
  state.args = args
  const { at: _at, loop: _loop, ...rest } = here
  const inside: Here = {
    ...rest,
    text: called.text,
    calls: here.calls + 1,
    frame,
    ...(called.at ? { at: called.at } : {}),
  }
  const result = runNode(inside, called.body, state)
  const restore = (end: State | undefined) => {
    if (end) end.args = outer
    return end
  }
  const { returned } = frame
  if (!returned) return { ok: restore(result.ok), fail: restore(result.fail), output: result.output }
  return {
    ok: restore(joinStates(result.ok, returned)),
    fail: restore(joinStates(result.fail, returned)),
    output: result.output,
  }
}
