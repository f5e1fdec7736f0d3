/**
 * A reader for the plainest texts, so that most calls need no parser: commands of literal
 * words, separated by `;`, `&&`, `||`, `|`, `&` and line ends. Undefined when there is
 * anything that could mean more. Where it answers, `readShell` finds the same words.
 */
export function plainWords(text: string): string[][] | undefined {
  if (text.length > MAX_PLAIN || !PLAIN.test(text)) return undefined
  const commands: string[][] = []
  const lines = text.split('\n')
  for (const line of lines) {
    const simple = line.split(/&&|\|\||[;|&]/)
    const only = simple.length === 1
    for (const [index, one] of simple.entries()) {
      const words = one.split(/[ \t]+/).filter((word) => word !== '')
      const [name] = words
      if (name === undefined) {
        // Nothing between two separators is a mistake, except after a last `;` or `&`.
        const last = index === simple.length - 1
        if (only || (last && /[^;&|][;&][ \t]*$/.test(line) && index > 0)) continue
        return undefined
      }
      if (RESERVED.has(name) || name.includes('=')) return undefined
      commands.push(words)
    }
  }
  return commands
}

const MAX_PLAIN = 4096

/** Letters, digits and what never means anything to a shell inside a word; separators; blanks. */
const PLAIN = /^[A-Za-z0-9_./:,@%+=\-;&| \t\n]*$/

/** Names that begin a construct, or change how the rest is read or where it runs. */
const RESERVED = new Set([
  'if',
  'then',
  'elif',
  'else',
  'fi',
  'for',
  'while',
  'until',
  'do',
  'done',
  'case',
  'esac',
  'select',
  'function',
  'in',
  'time',
  'coproc',
  'cd',
  'pushd',
  'popd',
  'alias',
  'eval',
  'source',
  '.',
  'exec',
  'exit',
  'return',
  'break',
  'continue',
  'export',
  'declare',
  'typeset',
  'local',
  'readonly',
  'set',
  'unset',
  'shift',
  'trap',
  'read',
  'false',
  'command',
  'builtin',
  'logout',
  'enable',
  'shopt',
])
