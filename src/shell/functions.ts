import type { Function as FunctionNode } from 'unbash'
import type { Word } from './command.ts'
import { runNode } from './evaluate.ts'
import { doubt, type Here, type Outcome } from './here.ts'
import { copyState, joinStates, type ShellFunction, type State, type Variable } from './state.ts'
import { EMPTY } from './value.ts'

const MAX_CALLS = 12

export function defineFunction(here: Here, node: FunctionNode, state: State): void {
  const defined: ShellFunction = { body: node.body, text: here.text, at: here.at, aside: here.aside }
  state.functions.set(node.name.value, { bodies: [defined], certain: true })
  here.reading.defined.add(defined)
  // Bash calls this one by itself, for any name it does not find.
  if (node.name.value === 'command_not_found_handle') callFunction(here, defined, [], copyState(state))
}

/** Runs a function that the text defined, with these arguments. */
export function callFunction(
  here: Here,
  called: ShellFunction,
  args: readonly Word[] | undefined,
  state: State,
): Outcome {
  if (here.calls >= MAX_CALLS) {
    doubt(here, 'limit', 'functions call each other too deeply', '')
    return { ok: state, fail: state, output: EMPTY }
  }
  here.reading.defined.delete(called)
  const outer = state.args
  const frame = { returned: undefined as State | undefined, locals: new Map<string, Variable | undefined>() }
  state.args = args
  const { at: _at, loop: _loop, aside: _aside, ...rest } = here
  const inside: Here = {
    ...rest,
    text: called.text,
    calls: here.calls + 1,
    frame,
    ...(called.at ? { at: called.at } : {}),
    ...(called.aside ? { aside: called.aside } : {}),
  }
  const result = runNode(inside, called.body, state)
  const restore = (end: State | undefined) => {
    if (!end) return undefined
    end.args = outer
    for (const [name, before] of frame.locals) {
      if (before) end.variables.set(name, before)
      else end.variables.delete(name)
    }
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

/**
 * Functions that nothing known calls, when something unknown is called that may be them.
 */
export function callTheRest(here: Here, state: State): void {
  const { commands, defined, doubts } = here.reading
  const open =
    doubts.some(({ kind }) => kind === 'unknown-code') ||
    commands.some(
      ({ argv: [name, option] }) =>
        name?.value === undefined || (name.value === 'export' && option?.value === '-f'),
    )
  if (!open) return
  for (const one of [...defined]) callFunction(here, one, undefined, copyState(state))
}
