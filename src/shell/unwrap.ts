import type { Word } from './command.ts'
import { text } from './value.ts'
import type { WrapperRule } from './wrapper-rule.ts'

/** What a wrapper runs. */
export interface Unwrapped {
  /** Its own words, the name first. */
  readonly own: readonly Word[]
  /** The command it runs; empty when it runs only `code`. */
  readonly argv: readonly Word[]
  /** Shell text in an option of it. */
  readonly code: readonly Word[]
  /** NAME=value words. */
  readonly environment: readonly Word[]
  /** The directory it changes to. */
  readonly directory?: Word
  /** It runs in a directory that is not known. */
  readonly anywhere: boolean
  /** It has an environment of its own. */
  readonly clean: boolean
}

const ASSIGNMENT = /^[A-Za-z_]\w*=/

/** Steps over the wrapper's own words by its rule. Undefined: it runs nothing. */
export function unwrap(argv: readonly Word[], rule: WrapperRule): Unwrapped | undefined {
  const start = afterPath(argv, rule)
  if (start === undefined) return undefined
  const found = {
    code: [] as Word[],
    environment: [] as Word[],
    directory: undefined as Word | undefined,
    program: undefined as Word | undefined,
  }
  const dashes = rule.dashes ? argv.findIndex((word, index) => index >= start && word.value === '--') : -1
  let operands = rule.operands ?? 0
  let at = start
  while (at < argv.length && (dashes < 0 || at < dashes)) {
    const word = argv[at]
    if (!word) break
    const written = word.value ?? leadingText(word)
    if (written === '--') {
      at += 1 + operands
      break
    }
    if (/^-./.test(written)) {
      const option = readOption(written, rule)
      if (option.quiet) return undefined
      const value = option.takesNext ? argv[at + 1] : afterPrefix(word, option.attached)
      if (option.code && value) found.code.push(value)
      if (option.directory && value) found.directory = value
      if (option.program && value) found.program = value
      at += option.takesNext ? 2 : 1
    } else if (rule.assignments && ASSIGNMENT.test(written)) {
      found.environment.push(word)
      at++
    } else if (operands > 0) {
      operands--
      at++
      // What follows the image is for the program that was named before.
      if (operands === 0 && found.program) break
    } else if (rule.permutes && (rule.runs === 'option' || hasLater(argv, at, rule))) at++
    else break
  }
  if (dashes >= 0) at = dashes + 1
  // After code, further words are arguments of it (env -S).
  const behind = rule.runs === 'option' && dashes < 0 ? [] : argv.slice(at)
  const rest = found.program ? [found.program, ...behind] : behind
  if (rest.length === 0 && found.code.length === 0) return undefined
  const { directory, program: _program, ...others } = found
  const own = argv.slice(0, at)
  return {
    own,
    argv: rest,
    ...others,
    ...(directory ? { directory } : {}),
    anywhere: applies(rule.anywhere, own) || own.slice(0, start).some((one) => MOVES.test(one.value ?? '')),
    clean: applies(rule.clean, own) && !applies(rule.keeps ?? [], own),
  }
}

/** Options in front of a subcommand that change the directory. */
const MOVES = /^(?:-C|--dir|--directory|--cwd|--cd|--prefix|-P|--project|--filter)(?:$|=)/

/** True, or one of the options is among the words. */
function applies(options: true | readonly string[] | undefined, own: readonly Word[]): boolean {
  if (options === undefined || options === true) return options ?? false
  return own.slice(1).some(({ value = '' }) => {
    const [name = ''] = value.split('=')
    if (options.includes(name)) return name.startsWith('-')
    return (
      /^-[a-zA-Z]/.test(value) &&
      options.some((option) => /^[a-zA-Z]$/.test(option) && value.includes(option))
    )
  })
}

/** A code option still comes: `runuser nobody -c text`. */
function hasLater(argv: readonly Word[], from: number, rule: WrapperRule): boolean {
  return argv.slice(from).some((word) => {
    const written = word.value ?? leadingText(word)
    return /^-./.test(written) && readOption(written, rule).code
  })
}

/** Where the words after the rule's path begin; undefined when they are not there. */
function afterPath(argv: readonly Word[], rule: WrapperRule): number | undefined {
  let at = 1
  for (const wanted of rule.path ?? []) {
    for (;;) {
      const written = argv[at]?.value
      if (written !== undefined && wanted.split('|').includes(written)) break
      if (at >= argv.length || written === undefined) return undefined
      // `fd PATTERN -x`, `gdb --args`: the path is an option, anything may stand before it.
      if (wanted.startsWith('-')) at++
      else if (rule.before?.includes(written)) at += 2
      else if (written.startsWith('-')) at++
      else return undefined
    }
    at++
  }
  return at
}

interface Option {
  readonly quiet: boolean
  readonly code: boolean
  readonly directory: boolean
  readonly program: boolean
  readonly takesNext: boolean
  /** Where a value in the same word begins. */
  readonly attached: number | undefined
}

function readOption(written: string, rule: WrapperRule): Option {
  if (written.startsWith('--')) {
    const equals = written.indexOf('=')
    const name = equals < 0 ? written : written.slice(0, equals)
    const code = rule.code?.includes(name) ?? false
    const directory = rule.directory?.includes(name) ?? false
    const program = rule.program?.includes(name) ?? false
    const takes = rule.flags ? !rule.flags.includes(name) : (rule.long?.includes(name) ?? false)
    return {
      quiet: rule.quiet?.includes(name) ?? false,
      code,
      directory,
      program,
      takesNext: equals < 0 && (takes || code || directory || program),
      attached: equals < 0 ? undefined : equals + 1,
    }
  }
  let quiet = false
  for (let index = 1; index < written.length; index++) {
    const letter = written[index] ?? ''
    quiet ||= rule.quiet?.includes(letter) ?? false
    const code = rule.code?.includes(letter) ?? false
    const directory = rule.directory?.includes(letter) ?? false
    const program = rule.program?.includes(letter) ?? false
    if (!code && !directory && !program && !rule.short?.includes(letter)) continue
    const last = index + 1 >= written.length
    return { quiet, code, directory, program, takesNext: last, attached: last ? undefined : index + 1 }
  }
  return { quiet, code: false, directory: false, program: false, takesNext: false, attached: undefined }
}

function afterPrefix(word: Word, from: number | undefined): Word | undefined {
  return from === undefined ? undefined : wordAfter(word, from)
}

/** The rest of a word after so many characters. */
export function wordAfter(word: Word, from: number): Word {
  const [first, ...rest] = word.parts
  if (first?.kind !== 'text') return word
  const parts = [...text(first.text.slice(from)), ...rest]
  return { value: word.value?.slice(from), parts, source: word.source }
}

/** The text a word begins with, as far as it is known. */
export function leadingText(word: Word): string {
  const [first] = word.parts
  return first?.kind === 'text' ? first.text : ''
}
