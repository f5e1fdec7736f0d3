import { nearest } from '../text/nearest.ts'

/** The words behind a command of `hookbox`. */
export interface OwnWords {
  readonly operands: readonly string[]
  /** Values of options by their name, without dashes; empty for one that takes none. */
  readonly values: ReadonlyMap<string, string>
  /** The first mistake. */
  readonly problem: string | undefined
}

const SHORT: Readonly<Record<string, string>> = { '-h': '--help', '-V': '--version' }

/** Reads the words of a command by its help text. Behind `--` all of them are operands. */
export function readOwnWords(words: readonly string[], help: string): OwnWords {
  const known = optionsIn(help)
  const operands: string[] = []
  const values = new Map<string, string>()
  let problem: string | undefined
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    if (word === '--') {
      operands.push(...words.slice(index + 1))
      break
    }
    if (!/^-./.test(word)) {
      operands.push(word)
      continue
    }
    const [, name = '', given] = /^--([^=]+)(?:=(.*))?$/s.exec(SHORT[word] ?? word) ?? []
    const takes = name === 'version' ? false : known.get(name)
    const value = takes ? (given ?? words[++index]) : given
    if (takes === undefined) problem ??= unknown(word, [...known.keys()])
    else if (takes === (value === undefined)) {
      problem ??= `--${name} ${takes ? 'needs a' : 'takes no'} value`
    } else values.set(name, value ?? '')
  }
  return { operands, values, problem }
}

/**
 * The options that a help text has, without dashes: true for one that takes a value. Each has a
 * line, `  --name` or `  --name <value>`.
 */
export function optionsIn(help: string): Map<string, boolean> {
  const lines = help.matchAll(/^ {2}(?:-\w, )?--([\w-]+)( <)?/gm)
  return new Map(Array.from(lines, ([, name = '', value]) => [name, value !== undefined]))
}

function unknown(word: string, known: readonly string[]): string {
  const best = nearest(
    word,
    known.map((name) => `--${name}`),
  )
  return `unknown option ${word}${best === undefined ? '' : `; did you mean ${best}?`}`
}
