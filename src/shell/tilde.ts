import type { Here } from './here.ts'
import { withMarkers } from './markers.ts'
import { simpleParameter } from './parameters.ts'
import type { State } from './state.ts'
import { concat, quoted, text, textOf, unknown, type Value } from './value.ts'

/** Tilde at the start, and in an assigned value after each `:`. */
export function tildes(here: Here, value: string, written: string, state: State, assigned: boolean): Value {
  if (!written.includes('~')) return withMarkers(here, value)
  const assignment = assigned ? undefined : /^[A-Za-z_]\w*\+?=/.exec(written)?.[0]
  if (assignment !== undefined) {
    const rest = tildes(here, value.slice(assignment.length), written.slice(assignment.length), state, true)
    return concat(text(assignment), rest)
  }
  if (value !== written && !/^~[\w.+-]*\//.test(written)) return withMarkers(here, value)
  if (!assigned) return value.startsWith('~') ? tilde(here, value, state) : withMarkers(here, value)
  return concat(
    ...value
      .split(':')
      .map((piece, index) => concat(index > 0 ? text(':') : [], orTilde(here, piece, state))),
  )
}

export function laterTildes(here: Here, value: string, written: string, state: State): Value {
  if (value !== written || !value.includes(':~')) return withMarkers(here, value)
  const [first = '', ...rest] = value.split(':')
  return concat(
    withMarkers(here, first),
    ...rest.map((piece) => concat(text(':'), orTilde(here, piece, state))),
  )
}

function orTilde(here: Here, piece: string, state: State): Value {
  return piece.startsWith('~') ? tilde(here, piece, state) : withMarkers(here, piece)
}

function tilde(here: Here, written: string, state: State): Value {
  const slash = written.indexOf('/')
  const name = slash < 0 ? written.slice(1) : written.slice(1, slash)
  const rest = slash < 0 ? '' : written.slice(slash)
  const named: Readonly<Record<string, string>> = { '': 'HOME', '+': 'PWD', '-': 'OLDPWD' }
  const variable = named[name]
  if (variable === undefined) {
    return /^[\w.-]+$/.test(name)
      ? concat([unknown(`the home of ${name}`, { notEmpty: true })], withMarkers(here, rest))
      : withMarkers(here, written)
  }
  const value = quoted(simpleParameter(here, variable, state).value)
  // A home of `/` does not make `//x`.
  return concat(textOf(value) === '/' && rest !== '' ? [] : value, withMarkers(here, rest))
}
