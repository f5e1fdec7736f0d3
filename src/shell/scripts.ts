import { runCode } from './code.ts'
import type { Word } from './command.ts'
import type { Frame, Here, Outcome } from './here.ts'
import { absolutePath } from './redirects.ts'
import type { Call } from './simple.ts'
import { joinStates, type State } from './state.ts'
import { EMPTY, text, unknown, type Value } from './value.ts'

const STANDARD_INPUT = new Set(['/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'])

/** What a script's file holds: written earlier in the text, a pipe, or on the disk. Undefined: not known. */
export function scriptText(here: Here, file: Word, state: State): Value | undefined {
  if (STANDARD_INPUT.has(file.value ?? '')) return here.stdin
  const [only] = file.parts
  if (file.parts.length === 1 && only?.kind === 'unknown') return here.reading.pipes.get(only.why)
  const path = absolutePath(here, file, state)
  if (path === undefined) return undefined
  if (state.files.has(path)) {
    const written = state.files.get(path)
    return written === undefined ? [unknown(`what ${file.source} holds`)] : text(written)
  }
  const found = here.elsewhere ? undefined : here.reading.world.script?.(path)
  return found === undefined ? undefined : text(found)
}

/** `source file`: its text runs in this shell. */
export function source(here: Here, call: Call, state: State): Outcome {
  const words = call.argv.slice(1).filter((word, index) => index > 0 || word.value !== '--')
  const [file, ...args] = words
  const known = file && scriptText(here, file, state)
  if (!known || known.length === 0) return { ok: state, fail: state, output: EMPTY }
  const before = state.args
  if (args.length > 0) state.args = args
  const frame: Frame = { returned: undefined, ...(here.frame?.locals ? { locals: here.frame.locals } : {}) }
  const { loop: _loop, ...rest } = here
  const outcome = runCode({ ...rest, frame }, call, state, { code: known, same: true, own: call.argv })
  const end = (one: State | undefined) => {
    const joined = joinStates(one, frame.returned)
    if (joined) joined.args = before
    return joined
  }
  return { ...outcome, ok: end(outcome.ok), fail: end(outcome.fail) }
}
