import type { Word } from '../../src/shell/command.ts'

/** The words behind a subcommand of git, as git reads them. */
export interface GitWords {
  /** True when one of these options is given: letters, or long names without dashes. */
  has(...names: readonly string[]): boolean
  /** The values given to an option, the last one last. */
  values(name: string): readonly Word[]
  /** Words that are no options and no values, without the `--`. */
  readonly operands: readonly Word[]
  /** How many operands stand before `--`; undefined when there is no `--`. */
  readonly before: number | undefined
  /** A word that is not known may itself be an option. */
  readonly unknownOption: boolean
}

/** Which options take a value in the next word, and the long names, for those that are cut short. */
export interface Spec {
  readonly valued?: string
  readonly long: string
}

/**
 * Splits the words. A long name that is cut short (`--har`) counts as every name it could be
 * short for, since git takes it when there is only one.
 */
export function gitWords(words: readonly Word[], { valued = '', long }: Spec): GitWords {
  const takesValue = new Set(valued.split(' '))
  const names = long.split(' ')
  const given = new Map<string, Word[]>()
  const operands: Word[] = []
  let before: number | undefined
  let unknownOption = false
  const give = (name: string, value?: Word) => {
    given.set(name, [...(given.get(name) ?? []), ...(value ? [value] : [])])
  }
  for (let index = 0; index < words.length; index++) {
    const word = words[index]
    if (!word) break
    const text = leading(word)
    if (text === '' && word.value === undefined) unknownOption = true
    if (text === '--' && word.value === '--') {
      before = operands.length
      operands.push(...words.slice(index + 1))
      break
    }
    if (!text.startsWith('-') || text === '-') operands.push(word)
    else if (text.startsWith('--')) {
      const [name = '', ...rest] = text.slice(2).split('=')
      if (rest.length === 0 && word.value === undefined) unknownOption = true
      const full = completions(name, names)
      const value = rest.length > 0 ? cut(word, 3 + name.length) : undefined
      const next = !value && full.every((one) => takesValue.has(one)) ? words[++index] : undefined
      for (const one of full) give(one, value ?? next)
    } else {
      if (word.value === undefined) unknownOption = true
      const letters = [...text.slice(1)]
      for (const [at, letter] of letters.entries()) {
        if (!takesValue.has(letter)) {
          give(letter)
          continue
        }
        give(letter, at + 1 < letters.length ? cut(word, at + 2) : words[++index])
        break
      }
    }
  }
  return {
    has: (...wanted) => wanted.some((name) => given.has(name)),
    values: (name) => given.get(name) ?? [],
    operands,
    before,
    unknownOption,
  }
}

function completions(name: string, names: readonly string[]): readonly string[] {
  if (names.includes(name)) return [name]
  const fitting = names.filter((full) => full.startsWith(name))
  return fitting.length > 0 ? fitting : [name]
}

/** The known text that a word begins with. */
export function leading(word: Word): string {
  const first = word.parts[0]
  return word.value ?? (first?.kind === 'text' ? first.text : '')
}

/** The word without its first characters, which are known text. */
function cut(word: Word, length: number): Word {
  const [first, ...rest] = word.parts
  const value = word.value?.slice(length)
  if (value !== undefined) return { value, parts: [{ kind: 'text', text: value }], source: value }
  if (first?.kind !== 'text') return word
  return { value, parts: [{ kind: 'text', text: first.text.slice(length) }, ...rest], source: word.source }
}
