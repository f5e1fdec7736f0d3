import type { Command as CommandNode } from 'unbash'
import { baseName } from '../paths/written.ts'
import { assign } from './assign.ts'
import { assignArrays, readAssignment, runAssignments } from './assignments.ts'
import { BUILTINS } from './builtins.ts'
import { runCode } from './code.ts'
import type { InlineCode, Word } from './command.ts'
import { expandArguments } from './command-words.ts'
import { codeVariable } from './declare.ts'
import { callFunction } from './functions.ts'
import { doubt, emit, type Here, MAX_VIA, mayGoOn, type Outcome, place, sourceOf } from './here.ts'
import { joinOutcomes } from './outcomes.ts'
import { knownOutput } from './output.ts'
import { noteWritten, type Redirects, readRedirects } from './redirects.ts'
import { copyState, joinStates, type State } from './state.ts'
import { runUnknown } from './unknown-names.ts'
import { EMPTY, plainWord, text, textOf, unknown, word } from './value.ts'
import { runWrapped } from './wrapped.ts'

/** A simple command after expansion, on its way to be run. */
export interface Call {
  readonly argv: readonly Word[]
  readonly redirects: Redirects
  readonly environment: Readonly<Record<string, Word>>
  readonly source: string
  readonly start: number
  readonly end: number
  readonly moreOperands: boolean
  /**
   * What the name may be: `command` steps over functions, and what another program starts is
   * a program. Undefined: anything.
   */
  readonly only?: 'builtins' | 'programs'
  /** Started with another environment than the shell's (`env -i`, `sudo`). */
  readonly clean?: boolean
}

export function runSimple(here: Here, node: CommandNode, state: State): Outcome {
  const argv = node.name ? expandArguments(here, node.name, node, state) : []
  const assignments = node.prefix.filter((part) => part.type === 'Assignment')
  const redirects = readRedirects(here, node.redirects, state)
  const where = { source: sourceOf(here, node.pos, node.end), ...place(here, node.pos, node.end) }
  if (argv.length === 0) return runAssignments(here, assignments, redirects, where, state)
  const environment: Record<string, Word> = {}
  for (const assignment of assignments) {
    const { value } = readAssignment(here, assignment, state)
    environment[assignment.name] = word(value, assignment.text.slice(assignment.name.length + 1))
  }
  const call: Call = { argv, redirects, environment, moreOperands: false, ...where }
  for (const [name, value] of Object.entries(environment)) codeVariable(here, call, name, value.parts, state)
  readBehindGlued(here, node, call, state)
  const alias = node.name && !node.name.parts && node.name.text === node.name.value ? node.name.value : ''
  const beforeAlias = state.aliases.has(alias) ? copyState(state) : undefined
  let outcome = runCall({ ...here, ...redirects.stdin }, call, state)
  if (beforeAlias && node.name) {
    const rest = sourceOf(here, node.name.end, node.end)
    outcome = joinOutcomes([outcome, runAlias(here, call, alias, rest, beforeAlias)])
  }
  for (const end of new Set([outcome.ok, outcome.fail])) {
    if (end) noteWritten(here, redirects, end, outcome.output)
  }
  if (node.args.some((part) => part.type === 'Assignment')) assignArrays(here, node, state)
  const output = redirects.takesOutput ? EMPTY : outcome.output
  // A redirection that can't be made keeps anything from running, `exit` too.
  const fail = node.redirects.length > 0 ? joinStates(outcome.fail, state) : outcome.fail
  return { ...outcome, fail, output }
}

/** The parser takes the `<(x)` of `a=<(x) CMD` for the command; it is a part of the value. */
function readBehindGlued(here: Here, node: CommandNode, call: Call, state: State): void {
  const last = node.prefix.at(-1)
  if (last?.type !== 'Assignment' || node.name?.pos !== last.end) return
  const [value] = call.argv
  if (value) codeVariable(here, call, last.name, value.parts, state)
  let end = node.name.end
  const next = node.args.find((part) => {
    if (part.pos > end) return true
    end = part.end
    return false
  })
  if (!next) return
  const rest = here.text.slice(next.pos, node.end)
  here.reading.runText({ ...here, text: rest, at: place(here, next.pos, node.end) }, rest, copyState(state))
}

/**
 * Whether aliases are on is not known, so the command is read both ways. The alias may stand
 * for any text, so text is what is read.
 */
function runAlias(here: Here, call: Call, name: string, rest: string, state: State): Outcome {
  const value = state.aliases.get(name) ?? ''
  const [, blank = '', next = ''] = /^([ \t]+)([^\s;&|<>()$`"'\\]+)/.exec(rest) ?? []
  const second = /[ \t]$/.test(value) ? state.aliases.get(next) : undefined
  const more = second === undefined ? rest : `${blank}${second}${rest.slice(blank.length + next.length)}`
  state.aliases.delete(name)
  return runCode(here, call, state, { code: text(value + more), same: true, own: [plainWord('alias')] })
}

/** Runs a command whose words are known as far as they can be, and lists it. */
export function runCall(here: Here, call: Call, state: State): Outcome {
  const [first] = call.argv
  if (!first || !mayGoOn(here)) return { ok: state, fail: state, output: [unknown('what it says')] }
  if (here.via.length > MAX_VIA) {
    doubt(here, 'limit', 'too many programs run one another', call.source)
    return { ok: state, fail: state, output: [unknown('what it says')] }
  }
  const name = first.value
  if (name === undefined) return runUnknown(here, call, first, state)
  const real = here.reading.renamed.get(baseName(name))
  if (real !== undefined && baseName(real) !== baseName(name))
    runCall(here, { ...call, argv: [plainWord(real), ...call.argv.slice(1)] }, copyState(state))
  const called = name.includes('/') || call.only ? undefined : state.functions.get(name)
  if (!called) return runNamed(here, call, name, state)
  if (call.redirects.all.length > 0) list(here, { ...call, argv: [plainWord(':')] }, state, false)
  const before = copyState(state)
  const outcomes = called.bodies.map((body, index) => {
    const from = index === 0 ? state : copyState(before)
    return withEnvironment(call, from, () => callFunction(here, body, call.argv.slice(1), from))
  })
  return joinOutcomes(
    called.certain ? outcomes : [...outcomes, runNamed(here, call, name, copyState(before))],
  )
}

/** Assignments in front hold while the shell itself runs the command, and no longer. */
function withEnvironment(call: Call, state: State, run: () => Outcome): Outcome {
  const assignments = Object.entries(call.environment)
  if (assignments.length === 0) return run()
  const before = assignments.map(([name]) => [name, state.variables.get(name)] as const)
  for (const [name, value] of assignments) assign(state, name, value.parts, { exported: true })
  const outcome = run()
  for (const end of new Set([outcome.ok, outcome.fail])) {
    for (const [name, variable] of end ? before : []) {
      if (variable) end?.variables.set(name, variable)
      else end?.variables.delete(name)
    }
  }
  return outcome
}

function runNamed(here: Here, call: Call, name: string, state: State): Outcome {
  const builtin = name.includes('/') || call.only === 'programs' ? undefined : BUILTINS.get(name)
  if (builtin) {
    const { commands } = here.reading
    const own = commands.length
    list(here, call, state, false)
    const rest = commands.length
    const outcome = withEnvironment(call, state, () => builtin(here, call, state))
    // eval, source, trap: what they run has come after them.
    for (let at = own; at < rest && commands.length > rest; at++) {
      const command = commands[at]
      if (command) commands[at] = { ...command, wraps: true }
    }
    return outcome
  }
  // Zsh: the program of that name.
  if (/^=\w/.test(name))
    runCall(here, { ...call, argv: [plainWord(name.slice(1)), ...call.argv.slice(1)] }, copyState(state))
  const wrapped = runWrapped(here, call, state, (wraps, code) => list(here, call, state, wraps, code))
  if (wrapped) return wrapped
  return knownOutput(here, call, state) ?? { ok: state, fail: state, output: [unknown(`what ${name} says`)] }
}

export function list(here: Here, call: Call, state: State, wraps: boolean, code?: InlineCode): void {
  const input = here.stdin && textOf(here.stdin)
  emit(here, state, {
    argv: call.argv,
    redirects: call.redirects.all,
    environment: call.environment,
    wraps,
    moreOperands: call.moreOperands,
    ...(input === undefined ? {} : { input }),
    ...(code === undefined ? {} : { code }),
    source: call.source,
    start: call.start,
    end: call.end,
  })
}
