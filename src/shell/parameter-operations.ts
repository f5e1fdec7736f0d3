import type { ParameterExpansionPart, Word as WordNode } from 'unbash'
import { wholeValue } from './expand.ts'
import { type Here, inShell, place } from './here.ts'
import type { Parameter } from './parameters.ts'
import { type Pattern, patternOf, prefixLengths, suffixLengths } from './patterns.ts'
import { copyState, type State } from './state.ts'
import { text, textOf, type Value } from './value.ts'

type Operation = NonNullable<ParameterExpansionPart['operation']>
type Of<Type extends Operation['type']> = Extract<Operation, { type: Type }>

/**
 * The result of an operation on a value; undefined when it can't be known. Substitutions in
 * its operands are read in any case.
 */
export function operate(
  here: Here,
  part: ParameterExpansionPart,
  parameter: Parameter,
  state: State,
): Value | undefined {
  const { operation } = part
  const known = textOf(parameter.value)
  switch (operation?.type) {
    case 'Default':
      wholeValue(here, operation.operand, state)
      return undefined
    case 'Remove': {
      const pattern = readPattern(here, operation.operand, state)
      return known === undefined || !pattern ? undefined : remove(known, operation, pattern)
    }
    case 'Replace': {
      const pattern = readPattern(here, operation.pattern, state)
      const replacement = textOf(wholeValue(here, operation.replacement, state))
      if (known === undefined || !pattern || replacement === undefined || /[&\\]/.test(replacement))
        return undefined
      return replace(known, operation.operator, pattern, replacement)
    }
    case 'Slice': {
      const offset = textOf(wholeValue(here, operation.offset, state))
      const length = operation.length && textOf(wholeValue(here, operation.length, state))
      return known === undefined
        ? undefined
        : slice(known, offset, operation.length ? (length ?? '?') : undefined)
    }
    case 'CaseModification':
      if (operation.operand) wholeValue(here, operation.operand, state)
      return known === undefined || operation.operand ? undefined : changeCase(known, operation)
    case 'Transform':
      if (operation.operand.text === 'P') runPrompt(here, part, known, state)
      return known === undefined ? undefined : transform(known, operation.operand.text)
    default:
      return undefined
  }
}

/** `${x@P}`: substitutions in the value run, as in a prompt. */
function runPrompt(here: Here, part: ParameterExpansionPart, known: string | undefined, state: State): void {
  if (known === undefined || !/\$\(|`/.test(known)) return
  const code = `: "${known.replaceAll('"', '')}"`
  const at = place(here, part.pos, part.end)
  inShell(here, (inside) => here.reading.runText({ ...inside, text: code, at }, code, copyState(state)))
}

function readPattern(here: Here, node: WordNode, state: State): Pattern | undefined {
  return patternOf(wholeValue(here, node, state, { globs: true }))
}

function remove(known: string, operation: Of<'Remove'>, pattern: Pattern): Value | undefined {
  const chars = [...known]
  const fromEnd = operation.operator.startsWith('%')
  const lengths = fromEnd ? suffixLengths(chars, pattern) : prefixLengths(chars, pattern)
  if (!lengths) return undefined
  const length = (operation.operator.length === 2 ? lengths.at(-1) : lengths[0]) ?? 0
  return text((fromEnd ? chars.slice(0, chars.length - length) : chars.slice(length)).join(''))
}

function replace(known: string, operator: string, pattern: Pattern, by: string): Value | undefined {
  const chars = [...known]
  if (operator === '/#' || operator === '/%') {
    const lengths = operator === '/#' ? prefixLengths(chars, pattern) : suffixLengths(chars, pattern)
    const length = lengths?.at(-1)
    if (length === undefined) return lengths && text(known)
    return text(
      operator === '/#'
        ? by + chars.slice(length).join('')
        : chars.slice(0, chars.length - length).join('') + by,
    )
  }
  if (chars.length > 500) return undefined
  let result = ''
  let at = 0
  while (at < chars.length) {
    const length = prefixLengths(chars.slice(at), pattern)?.at(-1) ?? 0
    if (length === 0) {
      result += chars[at]
      at++
      continue
    }
    result += by
    at += length
    if (operator === '/') break
  }
  return text(result + chars.slice(at).join(''))
}

function slice(known: string, offset: string | undefined, length: string | undefined): Value | undefined {
  const whole = /^\s*-?\d{1,6}\s*$/
  if (offset === undefined || !whole.test(offset) || (length !== undefined && !whole.test(length)))
    return undefined
  const chars = [...known]
  const from = Number(offset) < 0 ? chars.length + Number(offset) : Number(offset)
  if (from < 0) return text('')
  if (length === undefined) return text(chars.slice(from).join(''))
  const end = Number(length) < 0 ? chars.length + Number(length) : from + Number(length)
  return end < from ? undefined : text(chars.slice(from, end).join(''))
}

function changeCase(known: string, operation: Of<'CaseModification'>): Value {
  const [first = '', ...rest] = [...known]
  switch (operation.operator) {
    case '^^':
      return text(known.toUpperCase())
    case ',,':
      return text(known.toLowerCase())
    case '^':
      return text(first.toUpperCase() + rest.join(''))
    default:
      return text(first.toLowerCase() + rest.join(''))
  }
}

function transform(known: string, kind: string): Value | undefined {
  if (kind === 'U') return text(known.toUpperCase())
  if (kind === 'L') return text(known.toLowerCase())
  return undefined
}
