import type { Word } from '../../src/shell/command.ts'

/** One argument; its value is undefined when any part of it is not known. */
export interface Argument {
  readonly value: string | undefined
  readonly source: string
  /** It may become several arguments or none: an unquoted or `"$@"` expansion. */
  readonly open: boolean
}

interface Flag {
  /** With its dashes: `--env`, `-e`. */
  readonly name: string
  /** Undefined: it stands alone. */
  readonly value: Argument | undefined
}

/** A command's arguments, sorted. */
export interface Arguments {
  readonly flags: readonly Flag[]
  readonly operands: readonly Argument[]
  /** What stands after `--`; part of the operands too. */
  readonly rest: readonly Argument[]
}

export function argumentOf(word: Word): Argument {
  return {
    value: word.value,
    source: word.source,
    open: word.value === undefined && word.parts.some((part) => part.kind === 'unknown' && part.splits),
  }
}

export function known(value: string): Argument {
  return { value, source: value, open: false }
}

/** The text a word surely starts with. */
function knownStart(word: Word): string {
  let start = ''
  for (const part of word.parts) {
    if (part.kind === 'unknown') break
    start += part.text
  }
  return start
}

/**
 * Sorts the words after a program's name. `valued` holds the flags whose value is the next
 * word. Of `--name=value` the value may be unknown; a short flag may have its value attached.
 * With `guess` a long flag that is not in `valued` takes a value too, in front of all operands.
 */
export function readArguments(
  words: readonly Word[],
  valued: ReadonlySet<string>,
  { guess = false }: { readonly guess?: boolean } = {},
): Arguments {
  const flags: Flag[] = []
  const operands: Argument[] = []
  const rest: Argument[] = []
  let onlyOperands = false
  for (let index = 0; index < words.length; index++) {
    const word = words[index]
    if (!word) break
    const start = word.value ?? knownStart(word)
    if (onlyOperands || !start.startsWith('-') || start === '-') {
      operands.push(argumentOf(word))
      if (onlyOperands) rest.push(argumentOf(word))
      continue
    }
    if (start === '--' && word.value !== undefined) {
      onlyOperands = true
      continue
    }
    const attached = attachedValue(word, start, valued)
    if (attached) {
      flags.push(attached)
      continue
    }
    const next = words[index + 1]
    const guessed =
      guess && operands.length === 0 && start.startsWith('--') && !(next?.value ?? '').startsWith('-')
    if ((valued.has(start) || guessed) && next) {
      flags.push({ name: start, value: argumentOf(next) })
      index++
    } else flags.push({ name: start, value: undefined })
  }
  return { flags, operands, rest }
}

function attachedValue(word: Word, start: string, valued: ReadonlySet<string>): Flag | undefined {
  const equals = start.indexOf('=')
  const cut = (length: number): Argument => ({
    value: word.value?.slice(length),
    source: word.source,
    open: false,
  })
  if (equals > 0) return { name: start.slice(0, equals), value: cut(equals + 1) }
  const short = start.slice(0, 2)
  if (!start.startsWith('--') && valued.has(short) && (start.length > 2 || word.value === undefined)) {
    return { name: short, value: cut(2) }
  }
  return undefined
}

/** The base name of a program as it is written: without folders and a Windows ending. */
export function programName(written: string): string {
  const name = written.slice(Math.max(written.lastIndexOf('/'), written.lastIndexOf('\\')) + 1)
  return name.replace(/\.(?:exe|cmd|bat)$/i, '')
}
