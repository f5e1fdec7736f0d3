import type { ParameterExpansionPart, SimpleExpansionPart } from 'unbash'
import { RUNNER_KNOWS } from '../tasks/text.ts'
import type { Word } from './command.ts'
import { wholeValue } from './expand.ts'
import type { Piece } from './fields.ts'
import type { Here } from './here.ts'
import { defaulted } from './parameter-defaults.ts'
import { operate } from './parameter-operations.ts'
import type { State } from './state.ts'
import { EMPTY, likely, quoted, text, textOf, unknown, type Value } from './value.ts'

export interface Parameter {
  readonly value: Value
  /** Undefined: it can't be known whether it is set. */
  readonly set: boolean | undefined
}

/** `$x`, `${x}` and all the operations on it. */
export function expandParameter(
  here: Here,
  part: SimpleExpansionPart | ParameterExpansionPart,
  state: State,
  inQuotes: boolean,
): Piece[] {
  const finish = (value: Value): Piece[] => [{ value: inQuotes ? quoted(value) : value, split: !inQuotes }]
  const name = part.type === 'SimpleExpansion' ? part.text.slice(1) : part.parameter
  const index = part.type === 'ParameterExpansion' ? part.index?.text : undefined
  const many = manyWords(state, name, index)
  if (part.type === 'SimpleExpansion' || (!part.operation && !part.prefix)) {
    if (many === 'unknown') {
      const value: Value = [unknown(`the values of $${name}`, { splits: true })]
      // "$@" may be several words, or none, in quotes too.
      return name === '*' || index === '*' ? finish(value) : [{ value, split: true }]
    }
    if (many) return allWords(many, inQuotes, name === '*' || index === '*', state)
    if (index !== undefined) return finish(element(here, name, index, state))
    return finish(simpleParameter(here, name, state).value)
  }
  if (part.index) wholeValue(here, part.index, state)
  if (part.prefix || many || index !== undefined) {
    visitOperands(here, part, state)
    const names = part.prefix === '!' && part.text.endsWith('@}')
    if (names || name === '@' || index === '@') {
      return [{ value: [unknown(`the values of ${part.text}`, { splits: true })], split: true }]
    }
    return finish(
      special(here, part, name, state) ?? [unknown(`the value of ${part.text}`, { splits: true })],
    )
  }
  if (part.operation?.type === 'Default') return defaulted(here, part, part.operation, state, inQuotes)
  const parameter = simpleParameter(here, name, state)
  return finish(operate(here, part, parameter, state) ?? [unknown(`the value of ${part.text}`)])
}

/** Words of `$@`, `$*`, `${a[@]}`; undefined when the name is a single value. */
function manyWords(
  state: State,
  name: string,
  index: string | undefined,
): readonly Word[] | 'unknown' | undefined {
  const all = name === '@' || name === '*'
  if (!all && index !== '@' && index !== '*') return undefined
  const words = all ? state.args : state.variables.get(name)?.array
  // How many there are must be known.
  const several = words?.some((one) =>
    one.parts.some((part) => part.kind === 'glob' || (part.kind === 'unknown' && part.splits)),
  )
  return several ? 'unknown' : (words ?? 'unknown')
}

function allWords(words: readonly Word[], inQuotes: boolean, joined: boolean, state: State): Piece[] {
  if (joined && inQuotes) {
    const ifs = state.variables.get('IFS')
    const separator = !ifs || ifs.unset ? ' ' : textOf(ifs.value)?.slice(0, 1)
    const between: Value = separator === undefined ? [unknown('the separator')] : text(separator)
    const value = words.flatMap((one, index) => (index > 0 ? [...between, ...one.parts] : one.parts))
    return [{ value: quoted(value), split: false }]
  }
  return words.flatMap((one, index): Piece[] => [
    ...(index > 0 ? (['break'] as const) : []),
    { value: one.parts, split: !inQuotes },
  ])
}

function element(here: Here, name: string, index: string, state: State): Value {
  const variable = state.variables.get(name)
  const number = /^\d{1,6}$/.test(index) ? Number(index) : undefined
  if (number === undefined || !variable?.array) {
    if (number === 0 && variable) return variable.value
    const maybe = likely(variable?.value ?? EMPTY)
    return [unknown(`$${name}[${index}]`, { splits: true, ...(maybe.length > 0 ? { maybe } : {}) })]
  }
  // Words before it that may be several would shift it.
  const exact = variable.array.every((one) => one.value !== undefined)
  const found = variable.array[number]
  if (!exact) return [unknown(`$${name}[${index}]`, { splits: true })]
  void here
  return found?.parts ?? EMPTY
}

const UNKNOWN_SPECIAL: Readonly<Record<string, string>> = {
  '?': 'an exit code',
  $: 'a process id',
  '!': 'a process id',
  '-': 'the shell options',
  '#': 'the number of arguments',
  RANDOM: 'a number',
  SECONDS: 'a number',
  LINENO: 'a number',
  BASHPID: 'a process id',
  PPID: 'a process id',
  UID: 'a user id',
  EUID: 'a user id',
}

/** One variable or positional parameter by name. */
export function simpleParameter(here: Here, name: string, state: State): Parameter {
  if (/^\d+$/.test(name)) return positional(Number(name), state)
  if (name === '#' && state.args?.every((one) => one.value !== undefined)) {
    return { value: text(String(state.args.length)), set: true }
  }
  const special = UNKNOWN_SPECIAL[name]
  if (special !== undefined)
    return { value: [unknown(special, { notEmpty: name !== '!' && name !== '-' })], set: true }
  const variable = state.variables.get(name)
  if (variable) return variable.unset ? { value: EMPTY, set: false } : { value: variable.value, set: true }
  if (name === '_') return { value: [unknown('the last argument before')], set: true }
  if (name === 'PWD') return { value: workingDirectory(state), set: true }
  if (name === 'IFS') return { value: text(' \t\n'), set: true }
  const { world } = here.reading
  const fromWorld = here.elsewhere || state.open ? undefined : name === 'HOME' ? world.home : world.env(name)
  if (fromWorld !== undefined) return { value: text(fromWorld), set: true }
  if (name === 'BASH' || name === 'SHELL') {
    return { value: [unknown(`$${name}`, { notEmpty: true, maybe: ['/bin/bash'] })], set: true }
  }
  if (name.startsWith('npm_')) return { value: [unknown(RUNNER_KNOWS)], set: undefined }
  return { value: [unknown(`$${name}, which is not set here`)], set: undefined }
}

export function workingDirectory(state: State): Value {
  const [only] = state.cwds
  if (state.cwds.length === 1 && only !== undefined) return text(only)
  const maybe = state.cwds.filter((cwd) => cwd !== undefined)
  return [unknown('the working directory', { notEmpty: true, ...(maybe.length > 0 ? { maybe } : {}) })]
}

function positional(number: number, state: State): Parameter {
  if (number === 0) {
    const value: Value = [unknown('the name of the shell', { notEmpty: true, maybe: ['bash'] })]
    return { value: state.zero?.parts ?? value, set: true }
  }
  if (!state.args) return { value: [unknown(`the argument $${number}`)], set: undefined }
  const before = state.args.slice(0, number)
  if (
    before.some((one) =>
      one.parts.some((part) => part.kind === 'glob' || (part.kind === 'unknown' && part.splits)),
    )
  ) {
    return { value: [unknown(`the argument $${number}`)], set: undefined }
  }
  const found = state.args[number - 1]
  return found ? { value: found.parts, set: true } : { value: EMPTY, set: false }
}

function visitOperands(here: Here, part: ParameterExpansionPart, state: State): void {
  operate(here, part, { value: [unknown('')], set: undefined }, state)
}

/** `${#x}`, `${!x}`. */
function special(here: Here, part: ParameterExpansionPart, name: string, state: State): Value | undefined {
  if (part.prefix === '#') {
    const known = part.index ? undefined : textOf(simpleParameter(here, name, state).value)
    const length = known === undefined ? undefined : [...known].length
    return length === undefined ? [unknown('a length', { notEmpty: true })] : text(String(length))
  }
  if (part.prefix === '!' && !part.operation && !part.index) {
    const target = textOf(simpleParameter(here, name, state).value)
    if (target !== undefined && /^[A-Za-z_]\w*$/.test(target))
      return simpleParameter(here, target, state).value
  }
  return undefined
}
