import { assign, unset } from './assign.ts'
import { joinTexts, runCode } from './code.ts'
import type { Word } from './command.ts'
import { changeDirectory, popDirectory, pushDirectory } from './directories.ts'
import type { Here, Outcome } from './here.ts'
import { simpleParameter, workingDirectory } from './parameters.ts'
import { absolutePath } from './redirects.ts'
import type { Call } from './simple.ts'
import { copyState, joinStates, type State } from './state.ts'
import { concat, EMPTY, text, unknown, type Value } from './value.ts'

type Builtin = (here: Here, call: Call, state: State) => Outcome

const done = (state: State, output: Value = EMPTY): Outcome => ({ ok: state, fail: state, output })
const succeeds = (state: State): Outcome => ({ ok: state, fail: undefined, output: EMPTY })
const ended: Outcome = { ok: undefined, fail: undefined, output: EMPTY }

/** Builtins that change what the shell knows. */
export const BUILTINS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ['cd', changeDirectory],
  ['chdir', changeDirectory],
  ['pushd', pushDirectory],
  ['popd', popDirectory],
  ['pwd', (_here, _call, state) => done(state, concat(workingDirectory(state), text('\n')))],
  [':', (_here, _call, state) => succeeds(state)],
  ['true', (_here, _call, state) => succeeds(state)],
  ['false', (_here, _call, state) => ({ ok: undefined, fail: state, output: EMPTY })],
  ['exit', () => ended],
  ['logout', () => ended],
  ['return', leave],
  ['break', leave],
  ['continue', leave],
  ['export', (here, call, state) => declare(here, call, state, true)],
  ['readonly', (here, call, state) => declare(here, call, state, undefined)],
  ['declare', declareByOptions],
  ['typeset', declareByOptions],
  ['local', declareByOptions],
  [
    'unset',
    (_here, call, state) => {
      for (const word of call.argv.slice(1)) {
        if (word.value === undefined) continue
        if (state.variables.has(word.value) || /^[A-Za-z_]\w*$/.test(word.value)) unset(state, word.value)
        state.functions.delete(word.value)
      }
      return done(state)
    },
  ],
  ['read', readInput],
  ['mapfile', readInput],
  ['readarray', readInput],
  ['getopts', readInput],
  ['set', setOptions],
  ['shift', shift],
  [
    'alias',
    (_here, call, state) => {
      for (const word of call.argv.slice(1)) {
        const match = /^([^=]+)=(.*)$/s.exec(word.value ?? '')
        if (match?.[1] !== undefined && match[2] !== undefined) state.aliases.set(match[1], match[2])
      }
      return done(state)
    },
  ],
  [
    'eval',
    (here, call, state) =>
      runCode(here, call, state, {
        code: joinTexts(call.argv.slice(1)),
        same: true,
        own: call.argv.slice(0, 1),
      }),
  ],
  ['trap', trap],
  ['source', source],
  ['.', source],
])

function leave(here: Here, call: Call, state: State): Outcome {
  const [name] = call.argv
  if (name?.value === 'return') {
    if (!here.frame) return done(state)
    here.frame.returned = joinStates(here.frame.returned, state)
    return ended
  }
  if (!here.loop) return done(state)
  if (name?.value === 'break') here.loop.broke = joinStates(here.loop.broke, state)
  else here.loop.continued = joinStates(here.loop.continued, state)
  return ended
}

function declareByOptions(here: Here, call: Call, state: State): Outcome {
  const exported = call.argv.some((word) => /^-[a-zA-Z]*x/.test(word.value ?? ''))
  return declare(here, call, state, exported ? true : undefined)
}

/** `export a=1 b`, `declare`, `local`, `readonly`. */
function declare(here: Here, call: Call, state: State, exported: boolean | undefined): Outcome {
  const changes = call.argv.some((word) => /^-[a-zA-Z]*[ilunaA]/.test(word.value ?? ''))
  for (const word of call.argv.slice(1)) {
    const [first, ...rest] = word.parts
    if (first?.kind !== 'text') continue
    const match = /^([A-Za-z_]\w*)(\+?=)?/.exec(first.text)
    const name = match?.[1]
    if (name === undefined || first.text.startsWith('-')) continue
    if (match?.[2] === undefined) {
      const before = simpleParameter(here, name, state)
      if (state.variables.has(name) || before.set) {
        assign(state, name, before.value, exported === undefined ? {} : { exported })
      }
      continue
    }
    const value: Value = concat(text(first.text.slice(match[0].length)), rest)
    const whole = match[2] === '+=' ? concat(simpleParameter(here, name, state).value, value) : value
    const known = changes && !/^-[xgr]+$/.test(call.argv[1]?.value ?? '') ? [unknown(`$${name}`)] : whole
    assign(state, name, known, exported === undefined ? {} : { exported })
  }
  return done(state)
}

function readInput(_here: Here, call: Call, state: State): Outcome {
  const name = call.argv[0]?.value ?? ''
  const names = call.argv.slice(1).filter((word) => /^[A-Za-z_]\w*$/.test(word.value ?? ''))
  for (const word of names) {
    if (word.value !== undefined) assign(state, word.value, [unknown(`what ${name} reads`)])
  }
  const none = name === 'read' ? 'REPLY' : name === 'getopts' ? 'OPTARG' : 'MAPFILE'
  if (names.length === 0 || name === 'getopts') assign(state, none, [unknown(`what ${name} reads`)])
  return done(state)
}

function setOptions(_here: Here, call: Call, state: State): Outcome {
  const args = call.argv.slice(1)
  for (const [index, word] of args.entries()) {
    const value = word.value
    if (value === '--' || value === '-') {
      state.args = args.slice(index + 1)
      return done(state)
    }
    if (value === undefined) {
      state.args = undefined
      return done(state)
    }
    if (/^[-+]/.test(value)) {
      const on = value.startsWith('-')
      if (/^[-+][a-zA-Z]*e/.test(value) || (/^[-+]o$/.test(value) && args[index + 1]?.value === 'errexit'))
        state.errexit = on
      continue
    }
    if (/^[-+][a-zA-Z]*o$/.test(args[index - 1]?.value ?? '')) continue
    state.args = args.slice(index)
    return done(state)
  }
  return done(state)
}

function shift(_here: Here, call: Call, state: State): Outcome {
  const by = call.argv[1]
  const count = by === undefined ? 1 : /^\d{1,4}$/.test(by.value ?? '') ? Number(by.value) : undefined
  const uncertain = state.args?.some((word) =>
    word.parts.some((part) => part.kind === 'unknown' && part.splits),
  )
  state.args = count === undefined || !state.args || uncertain ? undefined : state.args.slice(count)
  return done(state)
}

function trap(here: Here, call: Call, state: State): Outcome {
  const args = call.argv.slice(1).filter((word) => word.value !== '--')
  const [code] = args
  if (!code || args.length < 2 || /^-[lp]?$/.test(code.value ?? '')) return done(state)
  runCode(here, call, copyState(state), { code: code.parts, same: true, own: call.argv.slice(0, 1) })
  return done(state)
}

/** `source file`: its text runs in this shell. */
function source(here: Here, call: Call, state: State): Outcome {
  const file = call.argv.slice(1).find((word) => word.value !== '--')
  if (!file) return done(state)
  const path = absolutePath(file, state)
  const written = path === undefined ? undefined : state.files.get(path)
  const known =
    written ?? (path === undefined || here.elsewhere ? undefined : here.reading.world.script?.(path))
  if (known === undefined) return done(state)
  const args: readonly Word[] = call.argv.slice(2)
  const before = state.args
  if (args.length > 0) state.args = args
  const frame: NonNullable<Here['frame']> = { returned: undefined }
  const outcome = runCode({ ...here, frame }, call, state, { code: text(known), same: true, own: call.argv })
  for (const end of [outcome.ok, outcome.fail]) if (end) end.args = before
  const ok = joinStates(outcome.ok, frame.returned)
  return { ...outcome, ok, fail: joinStates(outcome.fail, frame.returned) }
}
