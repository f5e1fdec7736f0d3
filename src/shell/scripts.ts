import { runCode } from './code.ts'
import type { Word } from './command.ts'
import { fileTexts } from './files.ts'
import type { Frame, Here, Outcome } from './here.ts'
import { joinOutcomes } from './outcomes.ts'
import type { Call } from './simple.ts'
import { copyState, joinStates, type State } from './state.ts'
import { EMPTY, type Value } from './value.ts'

const STANDARD_INPUT = new Set(['/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'])

/**
 * What a script's file may hold: written earlier in the text, a pipe, or on the disk. Empty:
 * nothing is known of it.
 */
export function scriptTexts(here: Here, file: Word, state: State): Value[] {
  if (STANDARD_INPUT.has(file.value ?? '')) return here.stdin ? [here.stdin] : []
  const descriptor = here.reading.pipes.get(file.value?.replace(/^\/proc\/self\/fd\//, '/dev/fd/') ?? '')
  if (descriptor) return [descriptor]
  const [only] = file.parts
  if (file.parts.length === 1 && only?.kind === 'unknown') {
    const pipe = here.reading.pipes.get(only.why)
    return pipe ? [pipe] : []
  }
  return fileTexts(here, file, state)
}

/** `source file`: its text runs in this shell. */
export function source(here: Here, call: Call, state: State): Outcome {
  const words = call.argv.slice(1).filter((word, index) => index > 0 || word.value !== '--')
  const [file, ...args] = words
  const texts = file ? scriptTexts(here, file, state).filter((one) => one.length > 0) : []
  if (texts.length === 0) return { ok: state, fail: state, output: EMPTY }
  const before = state.args
  if (args.length > 0) state.args = args
  const { loop: _loop, ...rest } = here
  const outcomes = texts.map((code, index): Outcome => {
    const frame: Frame = { returned: undefined, ...(here.frame?.locals ? { locals: here.frame.locals } : {}) }
    const from = index === 0 ? state : copyState(state)
    const outcome = runCode({ ...rest, frame }, call, from, { code, same: true, own: call.argv })
    return {
      ...outcome,
      ok: joinStates(outcome.ok, frame.returned),
      fail: joinStates(outcome.fail, frame.returned),
    }
  })
  const joined = joinOutcomes(outcomes)
  for (const end of new Set([joined.ok, joined.fail])) if (end) end.args = before
  return joined
}
