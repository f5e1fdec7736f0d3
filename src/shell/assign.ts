import type { Word } from './command.ts'
import { MAX_VARIABLES, type State } from './state.ts'
import { unknown, type Value } from './value.ts'

/** Sets a variable. Its export stays as it was unless `exported` says otherwise. */
export function assign(
  state: State,
  name: string,
  value: Value,
  more: { readonly exported?: boolean; readonly array?: readonly Word[] } = {},
): void {
  const before = state.variables.get(name)
  if (!before && state.variables.size >= MAX_VARIABLES) return
  const full = !before && state.variables.size === MAX_VARIABLES - 1
  state.variables.set(name, {
    value: full ? [unknown('there are more variables than are followed')] : value,
    exported: more.exported ?? before?.exported ?? false,
    ...(more.array ? { array: more.array } : {}),
  })
}

export function unset(state: State, name: string): void {
  state.variables.set(name, { value: [], exported: false, unset: true })
}

/** Variables that an arithmetic text sets (`x=`, `x++`, `x+=`): their values are not followed. */
export function assignedInArithmetic(state: State, source: string): void {
  for (const match of source.matchAll(
    /([A-Za-z_]\w{0,100})\s{0,20}(?:\[[^\]]{0,100}\])?\s{0,20}(?:[-+*/%&|^]?=(?!=)|<<=|>>=|\+\+|--)/g,
  )) {
    if (match[1] !== undefined) assign(state, match[1], [unknown('a number', { notEmpty: true })])
  }
  for (const match of source.matchAll(/(?:\+\+|--)\s{0,20}([A-Za-z_]\w{0,100})/g)) {
    if (match[1] !== undefined) assign(state, match[1], [unknown('a number', { notEmpty: true })])
  }
}
