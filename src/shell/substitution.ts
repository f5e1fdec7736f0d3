import {
  type ArithmeticExpansionPart,
  type ArithmeticExpression,
  type CommandExpansionPart,
  forEachChild,
  type ProcessSubstitutionPart,
  type SyntaxNode,
} from 'unbash'
import { assignedInArithmetic } from './assign.ts'
import { expandPart } from './expand.ts'
import { type Here, inShell, place } from './here.ts'
import { copyState, type State } from './state.ts'
import { text, textOf, unknown, type Value } from './value.ts'

type Part = CommandExpansionPart | ArithmeticExpansionPart | ProcessSubstitutionPart

/** What a substitution becomes; the commands in it are read on the way. */
export function substituted(here: Here, part: Part, state: State): Value {
  if (part.type === 'ArithmeticExpansion') {
    if (part.expression) readArithmetic(here, part.expression, state)
    assignedInArithmetic(state, part.text)
    const literal = /^\$\(\(\s*(0|[1-9]\d{0,14})\s*\)\)$/.exec(part.text)
    return literal?.[1] === undefined ? [unknown('a number', { notEmpty: true })] : text(literal[1])
  }
  const { script } = part
  const nothing: Value = [unknown(`what ${part.text} says`)]
  if (!script) return nothing
  // A script in backticks with backslashes has a text of its own.
  const inner: Here =
    script.source === undefined ? here : { ...here, text: script.source, at: place(here, part.pos, part.end) }
  // A substitution does not inherit `set -e`.
  const result = inShell(inner, (inside) =>
    here.reading.run(inside, script.commands, { ...copyState(state), errexit: false }),
  )
  if (part.type === 'ProcessSubstitution') {
    const why = `the pipe ${part.text}`
    here.reading.pipes.set(why, result.output)
    return [unknown(why, { notEmpty: true })]
  }
  const known = textOf(result.output)
  if (known !== undefined) return text(known.replace(/\n+$/, '').replaceAll('\0', ''))
  return withoutLastLineEnds(result.output)
}

/** Without line ends at the end, also in front of what may be nothing. */
function withoutLastLineEnds(output: Value): Value {
  const parts = [...output]
  for (let at = parts.length - 1; at >= 0; at--) {
    const part = parts[at]
    if (part?.kind === 'text') {
      const text = part.text.replace(/\n+$/, '')
      if (text === '') parts.splice(at, 1)
      else parts[at] = { kind: 'text', text }
      if (text !== '') break
    } else if (part?.kind !== 'unknown' || part.notEmpty) break
  }
  return parts
}

/** Substitutions in an arithmetic expression run; its value is not followed. */
export function readArithmetic(here: Here, expression: ArithmeticExpression, state: State): void {
  here.reading.arithmetic = true
  const todo: SyntaxNode[] = [expression]
  for (let node = todo.pop(); node; node = todo.pop()) {
    if (node.type === 'ArithmeticCommandExpansion') {
      const { script } = node
      if (script) inShell(here, (inside) => here.reading.run(inside, script.commands, copyState(state)))
      continue
    }
    if (node.type === 'CommandExpansion' || node.type === 'ParameterExpansion') {
      expandPart(here, node, state, true)
      continue
    }
    forEachChild(node, (child) => {
      todo.push(child)
    })
  }
}
