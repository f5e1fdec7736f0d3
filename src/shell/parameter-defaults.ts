import type { ParameterExpansionPart, Word as WordNode } from 'unbash'
import { assign } from './assign.ts'
import { expandPart, wholeValue } from './expand.ts'
import type { Piece } from './fields.ts'
import type { Here } from './here.ts'
import { withMarkers } from './markers.ts'
import { simpleParameter } from './parameters.ts'
import type { State } from './state.ts'
import { EMPTY, likely, neverEmpty, quoted, text, textOf, unknown, type Value } from './value.ts'

/** `${x:-w}`, `:=`, `:+` and `:?`. */
type Default = Extract<NonNullable<ParameterExpansionPart['operation']>, { type: 'Default' }>

export function defaulted(
  here: Here,
  part: ParameterExpansionPart,
  operation: Default,
  state: State,
  inQuotes: boolean,
): Piece[] {
  const name = part.parameter
  const { value, set } = simpleParameter(here, name, state)
  const colon = operation.operator.startsWith(':')
  const known = textOf(value)
  const there =
    set === false || (colon && set && known === '')
      ? false
      : set === undefined || (colon && !neverEmpty(value))
        ? undefined
        : true
  const own = (more: Value): Piece[] => [{ value: inQuotes ? quoted(more) : more, split: !inQuotes }]
  const operand = (): Piece[] => operandPieces(here, operation.operand, state, inQuotes)
  switch (operation.operator.replace(':', '')) {
    case '-':
      if (there === true) return own(value)
      if (there === false) return operand()
      return own(uncertain(colon ? undefined : value, value, joined(operand()), part.text))
    case '=': {
      if (there === true) return own(value)
      const pieces = operand()
      const result =
        there === false
          ? joined(pieces)
          : uncertain(colon ? undefined : value, value, joined(pieces), part.text)
      assign(state, name, result)
      return own(result)
    }
    case '+':
      if (there === false) return own(EMPTY)
      if (there === true) return operand()
      return own(uncertain(EMPTY, EMPTY, joined(operand()), part.text))
    default:
      operand()
      // `?`: the shell ends when it is not there, so what follows sees it set.
      if (there === true) return own(value)
      return own([unknown(`$${name}`, { notEmpty: colon, ...freshOf(value) })])
  }
}

function freshOf(value: Value): { fresh?: boolean } {
  const [only] = value
  return value.length === 1 && only?.kind === 'unknown' && only.fresh ? { fresh: true } : {}
}

/** Either what the variable has or what stands in for it. `bare`: what it may be as it is, empty too. */
function uncertain(bare: Value | undefined, value: Value, other: Value, source: string): Value {
  const maybe = [...likely(value), ...likely(other)]
  return [
    unknown(`the value of ${source}`, {
      notEmpty: neverEmpty(other) && (bare === undefined || neverEmpty(bare)),
      ...(maybe.length > 0 ? { maybe } : {}),
    }),
  ]
}

function joined(pieces: readonly Piece[]): Value {
  return pieces.flatMap((piece) => (piece === 'break' ? text(' ') : piece.value))
}

function operandPieces(here: Here, operand: WordNode, state: State, inQuotes: boolean): Piece[] {
  if (!operand.parts) {
    const written = operand.value === '~' || operand.value.startsWith('~/')
    const value = written && !inQuotes ? wholeValue(here, operand, state) : withMarkers(here, operand.value)
    return [{ value, split: !inQuotes }]
  }
  return operand.parts.flatMap((part) => {
    const pieces = expandPart(here, part, state, inQuotes)
    if (part.type !== 'Literal' || inQuotes) return pieces
    return pieces.map((piece) => (piece === 'break' ? piece : { ...piece, split: true }))
  })
}
