import type { Word } from './command.ts'
import type { WrapperRule } from './wrappers.ts'

/** What a wrapper runs. */
export interface Unwrapped {
  /** Its own words, the name first. */
  readonly own: readonly Word[]
  /** The command it runs, or text for a shell. */
  readonly argv?: readonly Word[]
  readonly code?: Word
  /** Environment it sets for it. */
  readonly environment: readonly Word[]
}

const ASSIGNMENT = /^[A-Za-z_]\w*=/

/** Steps over the wrapper's own options by its rule. Undefined: it runs nothing. */
export function unwrap(argv: readonly Word[], rule: WrapperRule): Unwrapped | undefined {
  let operands = rule.operands ?? 0
  let subcommand = rule.subcommands === undefined
  const environment: Word[] = []
  let at = 1
  while (at < argv.length) {
    const word = argv[at]
    const written = word?.value ?? leadingText(word)
    if (!word) break
    if (written === '--') {
      at++
      if (operands > 0) {
        at += operands
        operands = 0
      }
      break
    }
    if (written.startsWith('-') && written.length > 1) {
      const option = readOption(written, rule)
      if (option.quiet) return undefined
      const value = option.attached ?? (option.takesNext ? argv[at + 1] : undefined)
      if (option.code) {
        const text = value instanceof Object ? value : value === undefined ? undefined : asWord(value)
        return text ? { own: argv.slice(0, at + 1), code: text, environment } : undefined
      }
      at += option.takesNext ? 2 : 1
      continue
    }
    if (rule.assignments && ASSIGNMENT.test(written)) {
      environment.push(word)
      at++
      continue
    }
    if (!subcommand) {
      if (!rule.subcommands?.includes(written)) return undefined
      subcommand = true
      at++
      continue
    }
    if (operands > 0) {
      operands--
      at++
      continue
    }
    break
  }
  const rest = argv.slice(at)
  if (rest.length === 0 || rule.runs === 'option') return undefined
  return { own: argv.slice(0, at), argv: rest, environment }
}

interface Option {
  readonly quiet: boolean
  readonly code: boolean
  readonly takesNext: boolean
  readonly attached: string | undefined
}

function readOption(written: string, rule: WrapperRule): Option {
  if (written.startsWith('--')) {
    const equals = written.indexOf('=')
    const name = equals < 0 ? written : written.slice(0, equals)
    return {
      quiet: rule.quiet?.includes(name) ?? false,
      code: rule.code?.includes(name) ?? false,
      takesNext: equals < 0 && ((rule.long?.includes(name) ?? false) || (rule.code?.includes(name) ?? false)),
      attached: equals < 0 ? undefined : written.slice(equals + 1),
    }
  }
  let quiet = false
  for (let index = 1; index < written.length; index++) {
    const letter = written[index] ?? ''
    quiet ||= rule.quiet?.includes(letter) ?? false
    const code = rule.code?.includes(letter) ?? false
    if (!code && !rule.short?.includes(letter)) continue
    const attached = index + 1 < written.length ? written.slice(index + 1) : undefined
    return { quiet, code, takesNext: attached === undefined, attached }
  }
  return { quiet, code: false, takesNext: false, attached: undefined }
}

function asWord(value: string): Word {
  return { value, parts: [{ kind: 'text', text: value }], source: value }
}

/** The text a word begins with, as far as it is known. */
function leadingText(word: Word | undefined): string {
  const [first] = word?.parts ?? []
  return first?.kind === 'text' ? first.text : ''
}
