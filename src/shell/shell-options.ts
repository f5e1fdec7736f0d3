import { doubt, type Here, type Outcome } from './here.ts'
import type { Call } from './simple.ts'
import type { State } from './state.ts'
import { EMPTY } from './value.ts'

/** `set -e`, `set -- a b` and the like. */
export function setOptions(here: Here, call: Call, state: State): Outcome {
  const after: Outcome = { ok: state, fail: state, output: EMPTY }
  const args = call.argv.slice(1)
  for (const [index, word] of args.entries()) {
    const value = word.value
    if (value === '--' || value === '-') {
      state.args = args.slice(index + 1)
      return after
    }
    if (value === undefined) {
      state.args = undefined
      return after
    }
    if (/^[-+][a-zA-Z]*o$/.test(args[index - 1]?.value ?? '')) {
      if (value === 'errexit') state.errexit = args[index - 1]?.value?.startsWith('-') ?? false
      if (/^(?:braceexpand|keyword|posix)$/.test(value)) oddOption(here, call)
      continue
    }
    if (/^[-+]/.test(value)) {
      if (value.includes('e')) state.errexit = value.startsWith('-')
      if (/^\+[a-zA-Z]*B|^-[a-zA-Z]*k/.test(value)) oddOption(here, call)
      continue
    }
    state.args = args.slice(index)
    return after
  }
  return after
}

function oddOption(here: Here, call: Call): void {
  doubt(here, 'unreadable', 'an option that changes how words are read', call.source)
}

export function shift(_here: Here, call: Call, state: State): Outcome {
  const after: Outcome = { ok: state, fail: state, output: EMPTY }
  const by = call.argv[1]
  const count = by === undefined ? 1 : /^\d{1,4}$/.test(by.value ?? '') ? Number(by.value) : undefined
  const uncertain = state.args?.some((word) =>
    word.parts.some((part) => part.kind === 'unknown' && part.splits),
  )
  state.args = count === undefined || !state.args || uncertain ? undefined : state.args.slice(count)
  return after
}

export function setAlias(_here: Here, call: Call, state: State): Outcome {
  const after: Outcome = { ok: state, fail: state, output: EMPTY }
  for (const word of call.argv.slice(1)) {
    const match = /^([^=]+)=(.*)$/s.exec(word.value ?? '')
    if (match?.[1] !== undefined && match[2] !== undefined) state.aliases.set(match[1], match[2])
  }
  return after
}
