import { quote } from '../tasks/text.ts'
import type { Word } from './command.ts'
import type { Here } from './here.ts'
import type { Call } from './simple.ts'
import type { State } from './state.ts'
import { leadingText, wordAfter } from './unwrap.ts'
import { text, type Value } from './value.ts'

/** Shell text that a program gets in its words or on its input and runs, besides what it does itself. */
export interface Carried {
  readonly code: Value
  /** Another machine runs it. */
  readonly elsewhere?: boolean
  /** The directory it runs in: another one, or (undefined) one that is not known. */
  readonly directory?: string | undefined
}

/** What a carrier looks at. */
export interface Carrying {
  readonly here: Here
  readonly call: Call
  readonly state: State
}

/** Knows one family of programs: which shell text would this call run? */
export type Carrier = (carrying: Carrying) => readonly Carried[]

/** Options that take a value: short ones as letters, long ones with their dashes. */
export interface Options {
  readonly short?: string
  readonly long?: readonly string[]
}

/** The values of these options, attached or in the next word. Long names may be shortened. */
export function optionValues(argv: readonly Word[], { short = '', long = [] }: Options): Word[] {
  const values: Word[] = []
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at]
    if (!word || word.value === '--') break
    const found = valueIn(word, short, long)
    if (found === undefined) continue
    const value = found < 0 ? argv[++at] : wordAfter(word, found)
    if (value) values.push(value)
  }
  return values
}

/** Where the value begins in this word; -1: it is the next word; undefined: none of the options. */
function valueIn(word: Word, short: string, long: readonly string[]): number | undefined {
  const written = word.value ?? leadingText(word)
  if (written.startsWith('--')) {
    const equals = written.indexOf('=')
    const name = equals < 0 ? written : written.slice(0, equals)
    if (!long.some((one) => one === name || (name.length > 5 && one.startsWith(name)))) return undefined
    return equals < 0 ? -1 : equals + 1
  }
  if (!/^[-+]./.test(written)) return undefined
  for (let index = 1; index < written.length; index++) {
    const letter = written[index] ?? ''
    if (short.includes(letter)) return index + 1 < written.length || word.value === undefined ? index + 1 : -1
    if (!/[A-Za-z0-9]/.test(letter)) return undefined
  }
  return undefined
}

/** A word as one word of shell text. */
export function quotedWord({ parts }: Word): Value {
  return parts.length === 0
    ? text("''")
    : parts.flatMap((part) => (part.kind === 'text' ? text(quote(part.text)) : [part]))
}
