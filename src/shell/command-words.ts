import { type Assignment, type Command as CommandNode, parse, type Word as WordNode } from 'unbash'
import { readAssignment } from './assignments.ts'
import { expandBraces } from './braces.ts'
import type { Word } from './command.ts'
import { expandWords } from './expand.ts'
import { type Here, place } from './here.ts'
import type { State } from './state.ts'
import { concat, text, word } from './value.ts'

/** The words of a simple command, its name first. */
export function expandArguments(here: Here, name: WordNode, node: CommandNode, state: State): Word[] {
  const nodes: WordNode[] = [name]
  const words: Word[] = []
  const targets = new Set(node.redirects.map((redirect) => redirect.end))
  for (const part of node.args) {
    if (targets.has(part.pos)) {
      // The parser takes <<<a<(b) for two words; it is all the redirection's.
      if (part.type === 'Word') expandWords(here, [part], state)
      continue
    }
    if (part.type === 'Word') {
      nodes.push(part)
      continue
    }
    words.push(...expandWords(here, nodes.splice(0), state))
    words.push(...declared(here, part, state))
  }
  return [...words, ...expandWords(here, nodes, state)]
}

/** `declare x={a,b}` is two words, though `x={a,b}` alone is one. */
function declared(here: Here, assignment: Assignment, state: State): Word[] {
  const pieces = assignment.text.includes('{') ? expandBraces(assignment.text) : undefined
  if (!pieces || pieces.length < 2) {
    const { value } = readAssignment(here, assignment, state)
    const sign = assignment.append ? '+=' : '='
    return [word(concat(text(`${assignment.name}${sign}`), value), assignment.text)]
  }
  const at = place(here, assignment.pos, assignment.end)
  return pieces.flatMap((piece) => {
    const source = `declare ${piece}`
    const command = parse(source).commands[0]?.command
    const inner = command?.type === 'Command' ? command.args.filter((arg) => arg.type === 'Assignment') : []
    return inner.flatMap((one) => declared({ ...here, text: source, at }, one, state))
  })
}
