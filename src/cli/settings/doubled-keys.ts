import type { JSONPath, Node } from 'jsonc-parser'
import { parseTree } from 'jsonc-parser'
import type { Problem } from './read.ts'

/**
 * The keys that stand twice in one object, at the top of a settings file or in its `hooks`. Both
 * harnesses take the last of them, so what stands in the first counts for nothing
 * (test/e2e/claude-code/setup.test.ts).
 */
export function doubledKeys(text: string): Problem[] {
  const root = parseTree(text)
  return root ? doubledIn(root, []) : []
}

function doubledIn(node: Node, path: JSONPath): Problem[] {
  const children = node.children ?? []
  if (node.type === 'array') return children.flatMap((child, index) => doubledIn(child, [...path, index]))
  if (node.type !== 'object') return []
  const seen = new Set<string>()
  return children.flatMap(({ children: [key, value] = [] }) => {
    const name = String(key?.value)
    const at = [...path, name]
    const isDoubled = seen.has(name)
    seen.add(name)
    const text = `"${name}" stands twice in ${path.join('.') || 'the file'}: the last one counts, and nothing of those before`
    const inner = value && at[0] === 'hooks' ? doubledIn(value, at) : []
    return isDoubled ? [{ voids: 'ignored', path: at, text } as const, ...inner] : inner
  })
}
