import { baseName } from '../paths/written.ts'
import type { Word } from './command.ts'
import { doubt, type Here, inShell, type Outcome } from './here.ts'
import { marked } from './markers.ts'
import type { Call } from './simple.ts'
import { copyState, newState, type State } from './state.ts'
import { concat, text, unknown, type Value } from './value.ts'

/** Words joined by blanks, as `eval` and `ssh` do it. */
export function joinTexts(words: readonly Word[]): Value {
  return concat(...words.flatMap((word, index) => (index > 0 ? [text(' '), word.parts] : [word.parts])))
}

export interface Code {
  readonly code: Value
  /** True: it runs in this shell (eval), else in one of its own. */
  readonly same: boolean
  /** The wrapper's own words. */
  readonly own: readonly Word[]
  readonly elsewhere?: boolean
  /** `$1` ... of a shell of its own. */
  readonly args?: readonly Word[]
  /** `$0` of it. */
  readonly zero?: Word | undefined
}

/** The part of a call that a shell started by it knows of. */
export type Starts = Pick<Call, 'source' | 'start' | 'end' | 'environment' | 'clean'>

const MAX_DEPTH = 12

/** Reads text that the call runs as shell code. */
export function runCode(here: Here, call: Starts, state: State, run: Code): Outcome {
  const nothing: Outcome = { ok: state, fail: state, output: [unknown('what other code says')] }
  const [name] = run.own
  const label = baseName(name?.value ?? 'sh')
  if (run.code.every((part) => part.kind === 'unknown')) {
    if (run.code.length > 0) doubt(here, 'unknown-code', `what ${label} runs is not known`, call.source)
    return nothing
  }
  if (here.depth >= MAX_DEPTH) {
    doubt(here, 'limit', 'code in code in code is nested too deeply', call.source)
    return nothing
  }
  const elsewhere = here.elsewhere || (run.elsewhere ?? false)
  const { at: _at, stdin: _stdin, frame: _frame, loop: _loop, ...rest } = here
  const inner: Here = {
    ...(run.same ? here : rest),
    text: '',
    at: { start: call.start, end: call.end },
    depth: here.depth + 1,
    elsewhere,
    via: [...here.via, { name: label, words: run.own, elsewhere: run.elsewhere ?? false }],
  }
  const inside = run.same ? state : childState(here, state, call, run)
  const code = marked(here, run.code)
  if (run.same) return here.reading.runText(inner, code, inside)
  const outcome = inShell(inner, (shell) => here.reading.runText(shell, code, inside))
  return { ok: state, fail: state, output: outcome.output }
}

/** What a shell of its own knows: exported variables, the directory. */
function childState(here: Here, state: State, call: Starts, run: Code): State {
  const child = run.elsewhere ? newState(undefined) : copyState(state)
  if (!run.elsewhere) {
    for (const [name, variable] of child.variables) {
      // What came from outside stays exported.
      const kept = variable.exported || variable.unset || here.reading.world.env(name) !== undefined
      if (!kept || call.clean) child.variables.delete(name)
    }
    for (const [name, value] of Object.entries(call.environment)) {
      child.variables.set(name, { value: value.parts, exported: true })
    }
    for (const [name, one] of child.functions) child.functions.set(name, { ...one, certain: false })
    child.aliases.clear()
    child.errexit = false
    child.open ||= call.clean ?? false
  }
  child.args = run.args
  child.zero = run.zero
  return child
}
