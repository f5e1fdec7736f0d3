import type { Word } from '../../src/shell/command.ts'
import { knownText } from './deletion.ts'

/** A command line split into options and operands, the way most programs read theirs. */
export interface Options {
  /** Letters of short options and names of long ones, without dashes and values. */
  readonly given: ReadonlySet<string>
  /** Values of options that take one, by name. */
  readonly values: ReadonlyMap<string, readonly Word[]>
  readonly operands: readonly Word[]
  /** A word that is not known may itself be an option. */
  readonly unknownOption: boolean
}

/**
 * Splits the words behind the program's name. `valued` names the options (letters and long
 * names) whose value is the next word or glued to it. Options may stand behind operands, as
 * GNU programs allow, and long names may be shortened when `long` lists them.
 */
export function splitOptions(
  words: readonly Word[],
  how: { readonly valued?: readonly string[]; readonly long?: readonly string[] } = {},
): Options {
  const valued = new Set(how.valued ?? [])
  const given = new Set<string>()
  const values = new Map<string, Word[]>()
  const operands: Word[] = []
  let unknownOption = false
  const take = (name: string, value: Word | undefined) => {
    given.add(name)
    if (value) values.set(name, [...(values.get(name) ?? []), value])
  }
  for (let index = 0; index < words.length; index++) {
    const word = words[index]
    if (!word) break
    const start = word.parts[0]
    if (start?.kind === 'unknown') unknownOption = true
    const text = start?.kind === 'text' ? knownText(word) : ''
    if (text === '--') {
      operands.push(...words.slice(index + 1))
      break
    }
    if (!text.startsWith('-') || text === '-') {
      operands.push(word)
    } else if (text.startsWith('--')) {
      const [name = '', ...rest] = text.slice(2).split('=')
      const full = complete(name, how.long ?? [])
      if (rest.length > 0) take(full, cut(word, 3 + name.length))
      else take(full, valued.has(full) ? words[++index] : undefined)
    } else {
      const letters = text.slice(1)
      for (const [at, letter] of [...letters].entries()) {
        if (!valued.has(letter)) {
          given.add(letter)
          continue
        }
        take(letter, at + 1 < letters.length ? cut(word, at + 2) : words[++index])
        break
      }
    }
  }
  return { given, values, operands, unknownOption }
}

/** The full name of a shortened long option. */
function complete(name: string, long: readonly string[]): string {
  if (long.includes(name) || name === '') return name
  const fitting = long.filter((full) => full.startsWith(name))
  return fitting.length === 1 ? (fitting[0] ?? name) : name
}

/** The word without its first characters, which have to be text. */
export function cut(word: Word, length: number): Word {
  const [first, ...rest] = word.parts
  if (first?.kind !== 'text') return word
  const kept = first.text.slice(length)
  return {
    value: word.value?.slice(length),
    parts: kept === '' ? rest : [{ kind: 'text', text: kept }, ...rest],
    source: word.source.startsWith(first.text.slice(0, length)) ? word.source.slice(length) : word.source,
  }
}
