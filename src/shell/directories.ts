import { isWithin } from '../paths/written.ts'
import { assign } from './assign.ts'
import type { Word } from './command.ts'
import { type Here, type Outcome, pathFrom } from './here.ts'
import { simpleParameter, workingDirectory } from './parameters.ts'
import type { Call } from './simple.ts'
import { copyState, type State } from './state.ts'
import { EMPTY, text, textOf, unknown, type Value } from './value.ts'

type Directory = string | undefined

const SAID: Value = [unknown('the directory it says')]

/** `cd`: after success elsewhere, after failure where it was. */
export function changeDirectory(here: Here, call: Call, state: State): Outcome {
  const args = call.argv.slice(1).filter((word, index, all) => !isOption(word, index, all))
  const [target] = args
  const to = target === undefined ? textOf(simpleParameter(here, 'HOME', state).value) : target.value
  if (to === '-') {
    const before = textOf(simpleParameter(here, 'OLDPWD', state).value)
    const outcome = went(
      here,
      state,
      state.cwds.map(() => before),
    )
    return { ...outcome, output: before === undefined ? SAID : text(`${before}\n`) }
  }
  if (to === '') return { ok: state, fail: state, output: EMPTY }
  const outcome = went(here, state, directories(here, state, to))
  // Only a directory found by CDPATH is said.
  return simpleParameter(here, 'CDPATH', state).set === true ? { ...outcome, output: SAID } : outcome
}

function isOption(word: Word, index: number, all: readonly Word[]): boolean {
  return (
    /^-(?:[LPe@]+|-)$/.test(word.value ?? '') &&
    all.slice(0, index).every((one) => /^-[LPe@]+$/.test(one.value ?? ''))
  )
}

function directories(here: Here, state: State, to: string | undefined): Directory[] {
  if (to === undefined || here.elsewhere) return [undefined]
  const search = simpleParameter(here, 'CDPATH', state)
  const searched = search.set === true && search.value.length > 0 && !/^(?:\/|\.{1,2}(?:\/|$))/.test(to)
  if (searched) return [...state.cwds.map((cwd) => pathFrom(here, cwd, to)), undefined]
  return state.cwds.map((cwd) => pathFrom(here, cwd, to))
}

function went(here: Here, state: State, to: readonly Directory[]): Outcome {
  const ok = copyState(state)
  const cwds = [...new Set(to)]
  assign(ok, 'OLDPWD', workingDirectory(state), { exported: true })
  const certain = !here.elsewhere && cwds.every((cwd) => cwd !== undefined && isThere(here, state, cwd))
  ok.cwds = cwds
  ok.variables.delete('PWD')
  return { ok, fail: certain ? undefined : state, output: EMPTY }
}

/** A directory that is known to exist: `cd` to it succeeds. */
function isThere(here: Here, state: State, path: string): boolean {
  if (state.cwds.every((cwd) => cwd !== undefined && isWithin(cwd, path, false))) return true
  return here.reading.world.directory?.(path) ?? false
}

export function pushDirectory(here: Here, call: Call, state: State): Outcome {
  const args = call.argv.slice(1).filter((word) => word.value !== '-n' && word.value !== '--')
  const [target] = args
  const rotates = target === undefined || /^[-+]\d+$/.test(target.value ?? '')
  const outcome = went(here, state, rotates ? [undefined] : directories(here, state, target.value))
  if (outcome.ok) outcome.ok.stack = rotates ? [] : [state.cwds, ...state.stack].slice(0, 50)
  return { ...outcome, output: SAID }
}

export function popDirectory(here: Here, call: Call, state: State): Outcome {
  const [top, ...rest] = state.stack
  const outcome = went(here, state, call.argv.length > 1 || !top ? [undefined] : top)
  if (outcome.ok) outcome.ok.stack = call.argv.length > 1 ? [] : rest
  return { ...outcome, output: SAID }
}
