import type { Word } from './command.ts'
import { MAX_VARIABLES, type State } from './state.ts'
import { either, likely, unknown, type Value } from './value.ts'

/** Sets a variable. Its export stays as it was unless `exported` says otherwise. */
export function assign(
  state: State,
  name: string,
  value: Value,
  more: { readonly exported?: boolean; readonly array?: readonly Word[]; readonly fixed?: boolean } = {},
): void {
  const before = state.variables.get(name)
  if (!before && state.variables.size >= MAX_VARIABLES) {
    state.open = true
    return
  }
  const exported = more.exported ?? before?.exported ?? false
  if (before?.fixed) {
    // An error; whether the shell goes on after it depends on the shell.
    const joined = either(before.value, value, `$${name}, which is read-only`)
    state.variables.set(name, { value: joined, exported, fixed: true })
    return
  }
  state.variables.set(name, {
    value,
    exported,
    ...(more.array ? { array: more.array } : {}),
    ...(more.fixed ? { fixed: true } : {}),
  })
}

export function unset(state: State, name: string): void {
  if (!state.variables.get(name)?.fixed)
    state.variables.set(name, { value: [], exported: false, unset: true })
}

/** Any variable may have been set: what is known of them is only likely from here on. */
export function assignAny(state: State): void {
  for (const [name, { value, exported }] of state.variables) {
    const maybe = likely(value)
    const why = `$${name}, which may have been set anew`
    state.variables.set(name, { value: [unknown(why, maybe.length > 0 ? { maybe } : {})], exported })
  }
  state.open = true
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
