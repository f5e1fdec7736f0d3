import type { Command, Word } from './command.ts'

/**
 * A command for `--explain`: what it came through, its words as far as they are known, and the
 * folder it runs in when that is not `cwd`.
 */
export function shownCommand(command: Command, cwd: string): string {
  const words = command.argv.map(shownWord).join(' ')
  const through = command.via.map(({ name }) => `${name} > `).join('')
  const place =
    command.cwd === cwd
      ? ''
      : command.cwd === undefined
        ? '  (in an unknown folder)'
        : `  (in ${command.cwd})`
  const line = words.replace(/\s+/g, ' ')
  return `${through}${line.length > 200 ? `${line.slice(0, 197)}...` : line}${place}`
}

/** The same for machines: words that are not known are null. */
export function commandDetail(command: Command) {
  return {
    command: command.argv.map(({ value }) => value ?? null),
    through: command.via.map(({ name }) => name),
    cwd: command.cwd ?? null,
    source: command.source,
  }
}

function shownWord(word: Word): string {
  const { value } = word
  if (value !== undefined) return /^[\w./:=@%+,~^-]+$/.test(value) ? value : JSON.stringify(value)
  const known = word.parts.some((part) => part.kind === 'text' && /\s/.test(part.text))
  const written = word.parts.map((part) => (part.kind === 'unknown' ? `{${part.why}}` : part.text)).join('')
  return known ? `"${written}"` : written
}
