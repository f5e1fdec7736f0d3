import type { Command, Word, WordPart } from './command.ts'

/**
 * The command with slashes for backslashes and with its wildcards as globs: programs of Windows
 * expand them themselves, in quotes too.
 */
export function slashed(command: Command): Command {
  return { ...command, argv: command.argv.map(slashedWord) }
}

/** One word as `slashed` has it. */
export function slashedWord(word: Word): Word {
  const parts: WordPart[] = []
  for (const [index, part] of word.parts.entries()) {
    if (part.kind !== 'text') {
      parts.push(part)
      continue
    }
    const slashes = part.text.replaceAll('\\', '/')
    // `\\\\?\\C:\\x` is C:\\x without the checks for its length.
    const path = index === 0 ? slashes.replace(/^\/\/[?.]\//, '') : slashes
    for (const piece of path.split(/([*?])/)) {
      if (piece !== '') parts.push({ kind: /^[*?]$/.test(piece) ? 'glob' : 'text', text: piece })
    }
  }
  const known = parts.every((part) => part.kind === 'text')
  return {
    value: known ? parts.map((part) => (part.kind === 'text' ? part.text : '')).join('') : undefined,
    parts,
    source: word.source,
  }
}
