import { baseName } from '../../../src/paths/written.ts'
import type { Word } from '../../../src/shell/command.ts'
import { type Found, knownText, knownWord } from '../deletion.ts'

export interface FindAction {
  /** -delete, -exec, -execdir, -ok, -okdir. */
  readonly name: string
  /** Words of the command it runs. */
  readonly argv: readonly Word[]
  readonly hits: Found
}

/** Names the hits can have; `any` is not limited. */
type Names = readonly string[] | 'any'

interface Limits {
  names: Names
  aged: boolean
  empty: boolean
  files: boolean
}

export const UNLIMITED: Limits = { names: 'any', aged: false, empty: false, files: false }

/** Tests with one value that say nothing about names. */
const VALUED =
  /^-(?:amin|anewer|atime|cmin|cnewer|context|ctime|fstype|gid|group|ilname|inum|iregex|links|lname|maxdepth|mindepth|newer[a-zA-Z]*|perm|regex|regextype|samefile|uid|used|user|printf|fprint0?|fls|D)$/
const ACTIONS = /^-(?:delete|exec|execdir|ok|okdir)$/

export function asFound(limits: Limits): Found {
  return {
    names: limits.names === 'any' ? undefined : limits.names,
    aged: limits.aged,
    empty: limits.empty,
    filesOnly: limits.files,
  }
}

function and(a: Limits, b: Limits): Limits {
  return {
    names: a.names === 'any' ? b.names : a.names,
    aged: a.aged || b.aged,
    empty: a.empty || b.empty,
    files: a.files || b.files,
  }
}

function or(a: Limits, b: Limits): Limits {
  return {
    names: a.names === 'any' || b.names === 'any' ? 'any' : [...new Set([...a.names, ...b.names])],
    aged: a.aged && b.aged,
    empty: a.empty && b.empty,
    files: a.files && b.files,
  }
}

/** Recursive descent over find's expression: or, and, not, parentheses, tests, actions. */
export class ExpressionReader {
  readonly actions: FindAction[] = []
  belowRoot = false
  #at = 0
  #depth = 0
  readonly #words: readonly Word[]

  constructor(words: readonly Word[]) {
    this.#words = words
  }

  /** `before`: what already limits the hits here. Returns what this expression lets through. */
  readOr(before: Limits): Limits {
    let all = this.#readAnd(before)
    while (this.#accept('-o') || this.#accept('-or') || this.#accept(','))
      all = or(all, this.#readAnd(before))
    return all
  }

  #readAnd(before: Limits): Limits {
    let limits = before
    while (this.#at < this.#words.length) {
      const text = this.#text()
      if (text === '-o' || text === '-or' || text === ',' || text === ')') break
      if (this.#accept('-a') || this.#accept('-and')) continue
      limits = and(limits, this.#readOne(limits))
    }
    return limits
  }

  #readOne(before: Limits): Limits {
    if (this.#accept('!') || this.#accept('-not')) {
      this.#readOne(before)
      return UNLIMITED
    }
    if (this.#depth < 50 && this.#accept('(')) {
      this.#depth++
      const inside = this.readOr(before)
      this.#depth--
      this.#accept(')')
      return inside
    }
    const name = this.#text()
    this.#at++
    if (ACTIONS.test(name)) return this.#readAction(name, before)
    const value = this.#words[this.#at]
    if (/^-(?:name|iname|path|wholename|ipath|iwholename)$/.test(name)) {
      this.#at++
      return { ...UNLIMITED, names: value ? namesOf(name, value) : 'any' }
    }
    if (name === '-type') {
      this.#at++
      // Links: their targets stay, so nothing is lost.
      const links = value?.value === 'l'
      return { ...UNLIMITED, files: links || value?.value === 'f', empty: links }
    }
    if (/^-[mac](?:time|min)$/.test(name)) {
      this.#at++
      return { ...UNLIMITED, aged: knownText(value ?? knownWord('')).startsWith('+') }
    }
    if (name === '-size' || name === '-xtype') {
      this.#at++
      const nothing = /^0[bcwkMG]?$/.test(value?.value ?? '') || (name === '-xtype' && value?.value === 'l')
      return { ...UNLIMITED, empty: nothing }
    }
    if (name === '-empty') return { ...UNLIMITED, empty: true }
    if (VALUED.test(name)) {
      if (name === '-mindepth' && /^[1-9]/.test(value?.value ?? '')) this.belowRoot = true
      this.#at++
    }
    return UNLIMITED
  }

  #readAction(name: string, before: Limits): Limits {
    const argv: Word[] = []
    if (name !== '-delete') {
      for (; this.#at < this.#words.length; this.#at++) {
        const word = this.#words[this.#at]
        if (!word || word.value === ';') break
        if (word.value === '+' && argv.at(-1)?.value === '{}') break
        argv.push(word)
      }
      this.#at++
    }
    this.actions.push({ name, argv, hits: asFound(before) })
    return UNLIMITED
  }

  #text(): string {
    return knownText(this.#words[this.#at] ?? knownWord(''))
  }

  #accept(text: string): boolean {
    if (this.#words[this.#at]?.value !== text) return false
    this.#at++
    return true
  }
}

/** The names that a test on names or paths lets through. */
function namesOf(test: string, value: Word): Names {
  if (value.value === undefined) {
    // `-name *.pyc` unquoted: what the shell makes of it is close enough to what was meant.
    if (value.parts.some((part) => part.kind === 'unknown')) return 'any'
  }
  const written = knownText(value)
  const pattern = test.startsWith('-i') ? written.toLowerCase() : written
  if (/^-i?name$/.test(test)) return /^[*?]*$/.test(pattern) ? 'any' : eachOfBracket(pattern)
  // A path test names a folder on the way (`*/node_modules/*`) or the hit itself.
  const parts = pattern.split('/').filter((part) => !/^[*.]*$/.test(part))
  const last = parts.at(-1)
  return last === undefined ? 'any' : [baseName(last)]
}

/** `*.py[co]` as `*.pyc` and `*.pyo`. */
function eachOfBracket(pattern: string): string[] {
  const bracket = /^([^[]*)\[([\w.]+)\]([^[]*)$/.exec(pattern)
  if (!bracket) return [pattern]
  const [, before = '', letters = '', after = ''] = bracket
  return [...letters].map((letter) => before + letter + after)
}
