import type { Handler } from '../settings/read.ts'
import { splitShellWords } from './shell-line.ts'

/** What a handler of ours starts. */
export interface Own {
  readonly handler: Handler
  readonly hooks: readonly string[]
  /** Options behind the names. */
  readonly options: readonly string[]
  /** The program and the words up to the names. */
  readonly program: readonly string[]
}

/**
 * Reads a handler that starts hookbox and nothing else: `node .../bin/hookbox run a b --mode ask`,
 * `.../bin/block-sudo`, in exec or shell form. Undefined for everybody else's. `names`: our hooks.
 */
export function ownHandler(handler: Handler, names: readonly string[]): Own | undefined {
  const words = wordsOf(handler)
  if (!words) return undefined
  const at = isNode(words[0] ?? '') ? 1 : 0
  const program = baseOf(words[at] ?? '')
  const rest = words.slice(at + 1)
  if (names.includes(program)) {
    return { handler, hooks: [program], options: rest, program: words.slice(0, at + 1) }
  }
  if (program !== 'hookbox') return undefined
  const [first = '', ...others] = rest
  if (names.includes(first)) {
    return { handler, hooks: [first], options: others, program: words.slice(0, at + 1) }
  }
  if (first !== 'run') return undefined
  const end = others.findIndex((word) => !/^\w[\w-]*$/.test(word))
  const hooks = end < 0 ? others : others.slice(0, end)
  return { handler, hooks, options: end < 0 ? [] : others.slice(end), program: words.slice(0, at + 1) }
}

/** The words of the command; undefined when it is more than one simple command, or no command. */
function wordsOf({ fields }: Handler): readonly string[] | undefined {
  const { command, args } = fields
  if (typeof command !== 'string') return undefined
  if (Array.isArray(args)) return [command, ...args.filter((one) => typeof one === 'string')]
  return splitShellWords(command)
}

function isNode(word: string): boolean {
  return /^node(?:js)?$/.test(baseOf(word))
}

function baseOf(word: string): string {
  const base = word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1)
  return base.replace(/\.(?:exe|cmd|cjs|js)$/i, '')
}
