import { DIALECTS, type Dialect } from './event.ts'
import { MODES, type Mode } from './hook.ts'

/** A mistake on the command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** What a hook was started with: `<hook> [PAYLOAD] [options]`. */
export interface Arguments {
  readonly payload?: string
  readonly explain: boolean
  /** `--explain` for machines. */
  readonly json: boolean
  readonly mode?: Mode
  readonly config?: string
  readonly set: readonly { readonly key: string; readonly value: string }[]
  readonly dialect?: Dialect
  readonly event?: string
  readonly help: boolean
  readonly version: boolean
  /** What is wrong with the options; the rest could still be read. */
  readonly problems: readonly string[]
}

const WITH_VALUE = ['--mode', '--config', '--set', '--dialect', '--event'] as const
const ALONE = ['--explain', '--json', '--help', '-h', '--version'] as const

/** Reads the command line of a hook. Never throws: mistakes are collected. */
export function readArguments(argv: readonly string[]): Arguments {
  const found: { -readonly [Key in keyof Arguments]: Arguments[Key] } = {
    explain: false,
    json: false,
    set: [],
    help: false,
    version: false,
    problems: [],
  }
  const problems: string[] = []
  const set: { key: string; value: string }[] = []
  const positional: string[] = []
  let onlyPayload = false
  for (let index = 0; index < argv.length; index++) {
    const argument = argv[index] ?? ''
    if (onlyPayload || !argument.startsWith('-') || argument === '-') {
      positional.push(argument)
      continue
    }
    if (argument === '--') {
      onlyPayload = true
      continue
    }
    const equals = argument.startsWith('--') ? argument.indexOf('=') : -1
    const name = equals < 0 ? argument : argument.slice(0, equals)
    if (ALONE.some((known) => known === name)) {
      if (equals >= 0) problems.push(`${name} takes no value`)
      else if (name === '--explain') found.explain = true
      else if (name === '--json') found.json = true
      else if (name === '--version') found.version = true
      else found.help = true
      continue
    }
    if (!WITH_VALUE.some((known) => known === name)) {
      problems.push(`unknown option ${argument.length > 60 ? `${argument.slice(0, 60)}...` : argument}`)
      continue
    }
    const value = equals >= 0 ? argument.slice(equals + 1) : argv[++index]
    if (value === undefined || value === '') {
      problems.push(`${name} needs a value`)
      continue
    }
    if (name === '--config') found.config = value
    else if (name === '--event') found.event = value
    else if (name === '--mode') {
      if (isOneOf(value, MODES)) found.mode = value
      else problems.push(`--mode is ${value}, expected ${MODES.join(', ')}`)
    } else if (name === '--dialect') {
      if (isOneOf(value, DIALECTS)) found.dialect = value
      else problems.push(`--dialect is ${value}, expected ${DIALECTS.join(', ')}`)
    } else {
      const at = value.indexOf('=')
      if (at < 1) problems.push(`--set is ${value}, expected key=value`)
      else set.push({ key: value.slice(0, at), value: value.slice(at + 1) })
    }
  }
  if (positional.length > 1) {
    problems.push(`one payload is expected, ${positional.length} arguments came`)
  }
  if (found.json && !found.explain) problems.push('--json goes with --explain only')
  if (positional[0] !== undefined) found.payload = positional[0]
  return { ...found, set, problems }
}

function isOneOf<Value extends string>(value: string, known: readonly Value[]): value is Value {
  return known.some((one) => one === value)
}
