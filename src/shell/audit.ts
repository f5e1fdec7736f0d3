import { forEachChild, type ParsedScript, type SyntaxNode } from 'unbash'
import { doubt, type Here } from './here.ts'

/** Reports what the parser could not read, at every depth. */
export function audit(here: Here, script: ParsedScript): void {
  const todo: SyntaxNode[] = [script]
  for (let node = todo.pop(); node; node = todo.pop()) {
    if (node.type === 'Script') {
      const { errors } = node as ParsedScript
      for (const error of errors ?? []) {
        doubt(here, 'unreadable', error.message, here.text.slice(Math.max(0, error.pos - 20), error.pos + 40))
      }
    }
    forEachChild(node, (child) => {
      todo.push(child)
    })
  }
}
