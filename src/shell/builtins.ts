import { evaluatesSubscript } from './arithmetic-text.ts'
import { assign, assignAny, assignedInArithmetic, unset } from './assign.ts'
import { joinTexts, runCode } from './code.ts'
import { decidedTest } from './decided.ts'
import { declare, declareLocal } from './declare.ts'
import { changeDirectory, popDirectory, pushDirectory } from './directories.ts'
import { endShell, type Here, type Outcome } from './here.ts'
import { knownOutput } from './output.ts'
import { workingDirectory } from './parameters.ts'
import { readInput } from './read-input.ts'
import { source } from './scripts.ts'
import { setAlias, setOptions, shift } from './shell-options.ts'
import type { Call } from './simple.ts'
import { copyState, joinStates, type State } from './state.ts'
import { concat, EMPTY, text, unknown, type Value } from './value.ts'

type Builtin = (here: Here, call: Call, state: State) => Outcome

const done = (state: State, output: Value = EMPTY): Outcome => ({ ok: state, fail: state, output })
const ended: Outcome = { ok: undefined, fail: undefined, output: EMPTY }

/** Builtins that change what the shell knows or run something. */
export const BUILTINS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ['cd', changeDirectory],
  ['chdir', changeDirectory],
  ['pushd', pushDirectory],
  ['popd', popDirectory],
  ['pwd', (_here, _call, state) => done(state, concat(workingDirectory(state), text('\n')))],
  [':', (_here, _call, state) => ({ ok: state, fail: undefined, output: EMPTY })],
  ['true', (_here, _call, state) => ({ ok: state, fail: undefined, output: EMPTY })],
  ['false', (_here, _call, state) => ({ ok: undefined, fail: state, output: EMPTY })],
  ['exit', exit],
  ['logout', exit],
  ['return', leave],
  ['break', leave],
  ['continue', leave],
  ['export', (here, call, state) => declare(here, call, state, true)],
  ['readonly', (here, call, state) => declare(here, call, state, undefined)],
  ['declare', declareLocal],
  ['typeset', declareLocal],
  ['local', declareLocal],
  ['unset', unsetNames],
  ['read', readInput],
  ['mapfile', readInput],
  ['readarray', readInput],
  ['getopts', readInput],
  ['printf', printf],
  [
    'let',
    (here, call, state) => {
      here.reading.arithmetic = true
      evaluatesSubscript(here, call)
      for (const word of call.argv.slice(1)) assignedInArithmetic(state, word.value ?? word.source)
      return done(state)
    },
  ],
  ['test', condition],
  ['[', condition],
  ['compgen', completion],
  ['complete', completion],
  ['set', setOptions],
  ['shift', shift],
  ['alias', setAlias],
  ['hash', hashProgram],
  [
    'unalias',
    (_here, call, state) => {
      for (const word of call.argv.slice(1)) if (word.value === '-a') state.aliases.clear()
      for (const word of call.argv.slice(1)) state.aliases.delete(word.value ?? '')
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

function exit(here: Here, _call: Call, state: State): Outcome {
  endShell(here, state)
  return ended
}

function leave(here: Here, call: Call, state: State): Outcome {
  const [name] = call.argv
  if (name?.value === 'return') {
    if (!here.frame) return done(state)
    here.frame.returned = joinStates(here.frame.returned, copyState(state))
    return ended
  }
  if (!here.loop) return done(state)
  if (name?.value === 'break') here.loop.broke = joinStates(here.loop.broke, copyState(state))
  else here.loop.continued = joinStates(here.loop.continued, copyState(state))
  return ended
}

function unsetNames(here: Here, call: Call, state: State): Outcome {
  evaluatesSubscript(here, call)
  for (const word of call.argv.slice(1)) {
    if (word.value === undefined) assignAny(state)
    if (word.value === undefined) continue
    const functions = call.argv.some(({ value }) => value === '-f')
    const known = state.functions.get(word.value)
    if (functions) state.functions.delete(word.value)
    else if (known) state.functions.set(word.value, { ...known, certain: false })
    if (!functions && /^[A-Za-z_]\w*$/.test(word.value)) unset(state, word.value)
  }
  return done(state)
}

function printf(here: Here, call: Call, state: State): Outcome {
  const outcome = knownOutput(here, call, state) ?? done(state, [unknown('what printf says')])
  if (call.argv[1]?.value !== '-v') return outcome
  evaluatesSubscript(here, call)
  const name = call.argv[2]?.value
  if (name === undefined) assignAny(state)
  else if (/^[A-Za-z_]\w*$/.test(name)) assign(state, name, outcome.output)
  return done(state)
}

/** `test -v 'a[...]'` runs what stands in the subscript. */
function condition(here: Here, call: Call, state: State): Outcome {
  if (call.argv.some((word) => word.value === '-v' || word.value === '-R')) evaluatesSubscript(here, call)
  return decidedTest(here, call.argv, state)
}

/** `compgen -C command`, `-W 'words with $(...)'`. */
function completion(here: Here, call: Call, state: State): Outcome {
  call.argv.forEach((word, index) => {
    const next = call.argv[index + 1]
    if (!next) return
    const words = concat(text(': '), next.parts)
    const code =
      word.value === '-C' || word.value === '-F' ? next.parts : word.value === '-W' ? words : undefined
    if (!code) return
    const more = concat(code, text(' '), [unknown('what is completed', { splits: true })])
    runCode(here, call, copyState(state), {
      code: word.value === '-W' ? code : more,
      same: true,
      own: call.argv.slice(0, 1),
    })
  })
  return done(state)
}

/** `hash -p program name`: the name runs that program from then on. */
function hashProgram(_here: Here, call: Call, state: State): Outcome {
  const [, option, program, name] = call.argv
  if (option?.value === '-p' && program && name?.value !== undefined) {
    state.aliases.set(name.value, program.value ?? '$HOOKBOX_UNKNOWN')
  }
  return done(state)
}

function trap(here: Here, call: Call, state: State): Outcome {
  const args = call.argv.slice(1).filter((word) => word.value !== '--')
  const [code] = args
  if (!code || args.length < 2 || /^-[lp]?$/.test(code.value ?? '')) return done(state)
  const { parts } = code
  const run = (at: State) => {
    runCode(here, call, at, { code: parts, same: true, own: call.argv.slice(0, 1) })
  }
  const onlyAtEnd = args.slice(1).every((word) => /^(?:EXIT|0)$/i.test(word.value ?? ''))
  // A signal may come at any time; here stands for that.
  if (!onlyAtEnd) run(copyState(state))
  here.shell.traps.push(run)
  return done(state)
}
