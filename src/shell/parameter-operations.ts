import type { ParameterExpansionPart } from 'unbash'
import { wholeValue } from './expand.ts'
import type { Here } from './here.ts'
import type { Parameter } from './parameters.ts'
import type { State } from './state.ts'
import type { Value } from './value.ts'

/** The result of an operation on a known value; undefined when it can't be known. */
export function operate(
  here: Here,
  part: ParameterExpansionPart,
  _parameter: Parameter,
  state: State,
): Value | undefined {
  const { operation } = part
  if (!operation) return undefined
  switch (operation.type) {
    case 'Default':
    case 'Remove':
    case 'CaseModification':
      if (operation.operand) wholeValue(here, operation.operand, state)
      return undefined
    case 'Replace':
      wholeValue(here, operation.pattern, state)
      wholeValue(here, operation.replacement, state)
      return undefined
    case 'Slice':
      wholeValue(here, operation.offset, state)
      if (operation.length) wholeValue(here, operation.length, state)
      return undefined
    default:
      return undefined
  }
}
