import type { Command, Word, WordPart } from '../../../src/shell/command.ts'
import type { Kind } from '../patterns.ts'
import type { Access } from '../touch.ts'

/** What a command does with one of its words. */
export interface Use {
  readonly word: Word
  readonly access: Access
  /** The word is a folder, or may be one: the file in it has the name of this one. */
  readonly named?: Word
  readonly only?: readonly Kind[]
  readonly fills?: boolean
  /** Folders are taken with all that is in them. */
  readonly deep?: boolean
  /** The word is an address, or a path of another machine. */
  readonly elsewhere?: boolean
  /** Where a copy goes: one that stays a protected secret brings nothing up. */
  readonly into?: Word
  /** Counts only when the file is there (git checkout takes branches too). */
  readonly ifThere?: boolean
}

/** One invocation of a program that we know. */
export interface Call {
  /** Base name, lower case. */
  readonly name: string
  /** Without the name. */
  readonly args: readonly Word[]
  readonly command: Command
}

/** What the words of a call stand for. */
export type Program = (call: Call) => readonly Use[]

export const uses = (words: readonly (Word | undefined)[], access: Access, more: Partial<Use> = {}): Use[] =>
  words.filter((word) => word !== undefined).map((word) => ({ word, access, ...more }))

/** The text a word begins with, as far as it is known. */
export function leading(word: Word | undefined): string {
  if (word?.value !== undefined) return word.value
  const [first] = word?.parts ?? []
  return first?.kind === 'text' ? first.text : ''
}

/** The word without its first characters, which have to be known text. */
export function cutWord(word: Word, length: number): Word {
  const [first, ...rest] = word.parts
  const kept: readonly WordPart[] =
    first?.kind === 'text' ? [{ kind: 'text', text: first.text.slice(length) }, ...rest] : word.parts
  return {
    value: word.value?.slice(length),
    parts: kept.filter((part) => part.kind !== 'text' || part.text !== ''),
    source: word.source,
  }
}

export function plain(text: string): Word {
  return { value: text, parts: [{ kind: 'text', text }], source: text }
}

/** A command line split into options and operands. */
export interface Split {
  readonly operands: readonly Word[]
  /** Where `--` stood: the operands after it. */
  readonly afterDashes: readonly Word[] | undefined
  has(...names: readonly string[]): boolean
  /** Values of options, in order: `valuesOf('o', '--output')`. */
  valuesOf(...names: readonly string[]): readonly Word[]
}

export interface Takes {
  /** Letters of short options that take a value. */
  readonly short?: string
  /** Long options, with their dashes, that take a value in the next word. */
  readonly long?: readonly string[]
}

/**
 * Splits by the rules of getopt: `-abc`, `-ovalue`, `-o value`, `--long=value`, `--`. What is
 * not in `takes` has no value, so that its next word stays an operand.
 */
export function split(args: readonly Word[], takes: Takes = {}): Split {
  const operands: Word[] = []
  const seen = new Set<string>()
  const values: { name: string; word: Word }[] = []
  let afterDashes: readonly Word[] | undefined
  for (let at = 0; at < args.length; at++) {
    const word = args[at]
    if (!word) continue
    const text = leading(word)
    if (word.value === '--') {
      afterDashes = args.slice(at + 1)
      operands.push(...afterDashes)
      break
    }
    if (!text.startsWith('-') || text === '-') {
      operands.push(word)
      continue
    }
    const option = readOption(word, text, takes)
    for (const name of option.names) seen.add(name)
    const next = args[at + 1]
    if (option.value) values.push(option.value)
    else if (option.wants !== undefined && next) {
      values.push({ name: option.wants, word: next })
      at++
    }
  }
  return {
    operands,
    afterDashes,
    has: (...names) => names.some((name) => seen.has(name)),
    valuesOf: (...names) => values.filter(({ name }) => names.includes(name)).map(({ word }) => word),
  }
}

interface Option {
  readonly names: readonly string[]
  readonly value?: { readonly name: string; readonly word: Word }
  /** The option that takes the next word. */
  readonly wants?: string
}

function readOption(word: Word, text: string, takes: Takes): Option {
  if (text.startsWith('--')) {
    const equals = text.indexOf('=')
    if (equals > 0) {
      const name = text.slice(0, equals)
      return { names: [name], value: { name, word: cutWord(word, equals + 1) } }
    }
    return takes.long?.includes(text) ? { names: [text], wants: text } : { names: [text] }
  }
  const names: string[] = []
  for (let at = 1; at < text.length; at++) {
    const letter = text.charAt(at)
    names.push(letter)
    if (!takes.short?.includes(letter)) continue
    const attached = at + 1 < text.length || word.value === undefined
    return attached
      ? { names, value: { name: letter, word: cutWord(word, at + 1) } }
      : { names, wants: letter }
  }
  return { names }
}
