import { baseName } from '../paths/written.ts'
import { assignAny } from './assign.ts'
import type { Word } from './command.ts'
import { doubt, type Here, type Outcome } from './here.ts'
import { type Call, list, runCall } from './simple.ts'
import { copyState, type State } from './state.ts'
import { plainWord, unknown } from './value.ts'

const MAX_GUESSES = 5

/** A command whose name is not known: itself, and what it is likely to be. */
export function runUnknown(here: Here, call: Call, first: Word, state: State): Outcome {
  list(here, call, state, false)
  const nothing: Outcome = { ok: state, fail: state, output: [unknown('what an unknown command says')] }
  const rest = call.argv.slice(1)
  // One guess behind the other leads nowhere.
  const guesses = here.via.length < MAX_GUESSES ? likelyNames(here, first, state) : []
  for (const names of guesses) {
    runCall(here, { ...call, argv: [...names.map(plainWord), ...rest] }, copyState(state))
  }
  // `eval "$name=value"`: which variable is set is not known.
  if (first.parts.some((part) => part.kind === 'text' && part.text.includes('='))) assignAny(state)
  const [only] = first.parts
  if (first.parts.length !== 1 || only?.kind !== 'unknown') return nothing
  for (const maybe of only.maybe ?? []) {
    const words = only.splits ? maybe.split(/[ \t\n]+/).filter((one) => one !== '') : [maybe]
    const argv = [...words.map(plainWord), ...rest]
    if (argv.length > 0) runCall(here, { ...call, argv }, copyState(state))
  }
  // An unquoted variable that is empty leaves the next word as the command.
  if (only.splits && !only.notEmpty && rest.length > 0)
    runCall(here, { ...call, argv: rest }, copyState(state))
  return nothing
}

/**
 * What a name with globs finds on the disk, the other words of it behind; and a name in which
 * something is not known, as if that were nothing: `r${x}m`, `$DIR/rm`.
 */
function likelyNames(here: Here, first: Word, state: State): (readonly string[])[] {
  const known = first.parts.filter((part) => part.kind !== 'unknown')
  if (known.length === 0) return []
  if (known.length < first.parts.length) return [[known.map((part) => part.text).join('')]]
  const written = known.map((part) => part.text).join('')
  const name = baseName(written)
  const byName = name !== written && !/[*?[]/.test(name) ? [[written]] : []
  const found = state.cwds.flatMap((cwd) => {
    const { world } = here.reading
    const found = world.glob?.(first.parts, cwd ?? '/')
    if (found === undefined && world.glob)
      doubt(here, 'unknown-code', 'what it finds is not known', first.source)
    return found && found.length > 0 ? [found] : []
  })
  return found.length > 0 ? found : byName
}
