import type { Assignment, Command as CommandNode } from 'unbash'
import { assign } from './assign.ts'
import type { Word } from './command.ts'
import { codeVariable } from './declare.ts'
import { expandWords, wholeValue } from './expand.ts'
import { emit, type Here, type Outcome } from './here.ts'
import { noteWritten, type Redirects } from './redirects.ts'
import { copyState, type State, type Variable } from './state.ts'
import { concat, EMPTY, likely, plainWord, unknown, type Value, word } from './value.ts'

interface Where {
  readonly source: string
  readonly start: number
  readonly end: number
}

/** Assignments and redirections without a command. */
export function runAssignments(
  here: Here,
  assignments: readonly Assignment[],
  redirects: Redirects,
  where: Where,
  state: State,
): Outcome {
  const before = assignments.some((assignment) => /[$`]/.test(assignment.text)) ? copyState(state) : undefined
  let fresh = false
  for (const assignment of assignments) {
    const { value, array } = readAssignment(here, assignment, state)
    fresh ||= value.some((part) => part.kind === 'unknown' && part.fresh === true)
    assign(state, assignment.name, value, array ? { array } : {})
    codeVariable(here, { ...where, environment: {} }, assignment.name, value, state)
  }
  noteWritten(here, redirects, state, EMPTY)
  if (redirects.all.length > 0) {
    emit(here, state, {
      argv: [plainWord(':')],
      redirects: redirects.all,
      environment: {},
      wraps: false,
      moreOperands: false,
      ...where,
    })
  }
  if (!before) return { ok: state, fail: undefined, output: EMPTY }
  if (!fresh) return { ok: state, fail: state, output: EMPTY }
  // When mktemp succeeded, its name is not empty.
  const ok = copyState(state)
  for (const { name } of assignments) {
    const variable = ok.variables.get(name)
    const [only] = variable?.value ?? []
    if (variable?.value.length === 1 && only?.kind === 'unknown' && only.fresh) {
      ok.variables.set(name, { ...variable, value: [{ ...only, notEmpty: true }] })
    }
  }
  return { ok, fail: state, output: EMPTY }
}

export function readAssignment(
  here: Here,
  assignment: Assignment,
  state: State,
): { readonly value: Value; readonly array?: readonly Word[] } {
  if (assignment.index) wholeValue(here, assignment.index, state)
  const before = state.variables.get(assignment.name)
  if (assignment.value.type === 'ArrayValue') {
    const elements = expandWords(here, assignment.value.elements, state)
    const keyed = assignment.value.elements.some((element) => element.text.startsWith('['))
    if (keyed || (assignment.append && !before?.array)) {
      const maybe = elements.flatMap(({ value }) => value?.replace(/^\[[^\]]*\]=/, '') ?? []).slice(0, 8)
      return { value: [unknown(`$${assignment.name}`, { splits: true, maybe })] }
    }
    const array = assignment.append ? [...(before?.array ?? []), ...elements] : elements
    return { value: array[0]?.parts ?? EMPTY, array }
  }
  const value = wholeValue(here, assignment.value, state, { assigned: true })
  if (assignment.index) return elementSet(assignment, value, before)
  if (!assignment.append) return { value }
  if (before?.array) return { value: [unknown(`$${assignment.name}`, { splits: true })] }
  return { value: concat(before ? before.value : [unknown(`$${assignment.name} as it was`)], value) }
}

/** `a[1]=x`: exact where it continues a known list. */
function elementSet(
  { name, index, append }: Assignment,
  value: Value,
  before: Variable | undefined,
): { readonly value: Value; readonly array?: readonly Word[] } {
  const at = /^\d{1,3}$/.test(index?.text ?? '') ? Number(index?.text) : undefined
  const array = before ? before.array : []
  if (at !== undefined && array && at <= array.length && !append) {
    const elements = [...array.slice(0, at), word(value, name), ...array.slice(at + 1)]
    return { value: elements[0]?.parts ?? EMPTY, array: elements }
  }
  const maybe = [...new Set([...likely(before?.value ?? EMPTY), ...likely(value)])].slice(0, 8)
  return { value: [unknown(`$${name}`, { splits: true, ...(maybe.length > 0 ? { maybe } : {}) })] }
}

/** `declare a=(x y)`: the words as they would be assigned. */
export function assignArrays(here: Here, node: CommandNode, state: State): void {
  for (const part of node.args) {
    if (part.type !== 'Assignment' || part.value.type !== 'ArrayValue') continue
    const { value, array } = readAssignment(here, part, state)
    assign(state, part.name, value, array ? { array } : {})
  }
}
