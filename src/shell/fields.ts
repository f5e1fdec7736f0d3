import type { WordPart } from './command.ts'
import type { State } from './state.ts'
import { textOf, unknown, type Value } from './value.ts'

/** A stretch of a word, or the border between two words of `"$@"`. */
export type Piece =
  | {
      readonly value: Value
      /** It came unquoted out of an expansion, so it is split into fields. */
      readonly split: boolean
      /** A glob that stands in the text itself. */
      readonly written?: boolean
    }
  | 'break'

/** The fields that a word becomes, while they grow. */
export interface Fields {
  readonly done: Value[]
  current: WordPart[] | undefined
  /** Characters that separate; undefined: not known. */
  readonly separators: string | undefined
}

const DEFAULT_SEPARATORS = ' \t\n'

export function newFields(state: State): Fields {
  const variable = state.variables.get('IFS')
  const separators = !variable || variable.unset ? DEFAULT_SEPARATORS : textOf(variable.value)
  return { done: [], current: undefined, separators }
}

export function addPiece(fields: Fields, piece: Piece): void {
  if (piece === 'break') {
    end(fields)
    return
  }
  if (!piece.split) {
    fields.current ??= []
    for (const part of piece.value) add(fields, part)
    return
  }
  for (const part of piece.value) {
    if (part.kind === 'unknown') add(fields, { ...part, splits: true })
    else if (part.kind === 'glob') add(fields, part)
    else split(fields, part.text)
  }
}

function add(fields: Fields, part: WordPart): void {
  fields.current ??= []
  const last = fields.current.at(-1)
  if (part.kind === 'text' && last?.kind === 'text') {
    fields.current[fields.current.length - 1] = { kind: 'text', text: last.text + part.text }
  } else fields.current.push(part)
}

function end(fields: Fields): void {
  if (fields.current) fields.done.push(fields.current)
  fields.current = undefined
}

/** Splits the value of an expansion as the shell does, and finds the globs in it. */
function split(fields: Fields, value: string): void {
  if (fields.separators === undefined) {
    add(fields, unknown('what separates words is not known', { splits: true, notEmpty: value !== '' }))
    return
  }
  if (fields.done.length > 5000) return
  let run = ''
  let afterBlank = false
  const flush = () => {
    if (run !== '') {
      for (const part of globbed(run)) add(fields, part)
      afterBlank = false
    }
    run = ''
  }
  for (let at = 0; at < value.length; at++) {
    const char = value[at] ?? ''
    if (!fields.separators.includes(char)) {
      run += char
      continue
    }
    flush()
    if (DEFAULT_SEPARATORS.includes(char)) {
      afterBlank ||= fields.current !== undefined
      end(fields)
      continue
    }
    // A separator that is not white space makes an empty field when nothing stands before it.
    if (!afterBlank) fields.current ??= []
    end(fields)
    afterBlank = false
    while (at + 1 < value.length && isBlank(fields, value[at + 1] ?? '')) at++
  }
  flush()
}

function isBlank(fields: Fields, char: string): boolean {
  return DEFAULT_SEPARATORS.includes(char) && (fields.separators ?? '').includes(char)
}

/** Text from a variable: `*`, `?` and `[...]` in it are globs. */
function globbed(value: string): WordPart[] {
  if (!/[*?[]/.test(value)) return [{ kind: 'text', text: value }]
  const parts: WordPart[] = []
  for (const piece of value.split(/([*?]|\[[^\]/]+\])/)) {
    if (piece === '') continue
    const isGlob = /^(?:[*?]|\[[^\]/]+\])$/.test(piece)
    parts.push(isGlob ? { kind: 'glob', text: piece } : { kind: 'text', text: piece })
  }
  return parts
}
