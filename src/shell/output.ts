import type { Word } from './command.ts'
import type { Here, Outcome } from './here.ts'
import type { Call } from './simple.ts'
import type { State } from './state.ts'
import { concat, EMPTY, text, textOf, unknown, type Value } from './value.ts'

/** What some plain programs write, from their words and input. Undefined: not known. */
export function knownOutput(here: Here, call: Call, state: State): Outcome | undefined {
  const name = call.argv[0]?.value?.split('/').at(-1) ?? ''
  const read = OUTPUTS[name]
  const output = read?.(call.argv.slice(1), here, state)
  if (!output) return undefined
  return { ok: state, fail: name === 'echo' || name === 'printf' ? undefined : state, output }
}

type Output = (args: readonly Word[], here: Here, state: State) => Value | undefined

const OUTPUTS: Readonly<Record<string, Output>> = {
  echo,
  cat,
  mktemp: (args) => [
    unknown(`the name that ${['mktemp', ...args.map((arg) => arg.source)].join(' ')} makes`, {
      ...(isDirectory(args) ? { fresh: true } : {}),
    }),
  ],
}

function isDirectory(args: readonly Word[]): boolean {
  const dry = args.some((arg) => arg.value === '--dry-run' || /^-[a-z]*u/.test(arg.value ?? ''))
  return !dry && args.some((arg) => arg.value === '--directory' || /^-[a-z]*d/.test(arg.value ?? ''))
}

function echo(args: readonly Word[]): Value | undefined {
  let newline = true
  let from = 0
  for (; from < args.length && /^-[neE]+$/.test(args[from]?.value ?? ''); from++) {
    if (args[from]?.value?.includes('e')) return undefined
    if (args[from]?.value?.includes('n')) newline = false
  }
  const words = args.slice(from)
  const joined = words.map((one, index) => (index > 0 ? concat(text(' '), one.parts) : one.parts))
  if (words.some((one) => one.parts.some((part) => part.kind === 'glob'))) return undefined
  return concat(...joined, newline ? text('\n') : EMPTY)
}

function cat(args: readonly Word[], here: Here): Value | undefined {
  if (args.length > 0 && !(args.length === 1 && args[0]?.value === '-')) return undefined
  return here.stdin && textOf(here.stdin) !== undefined ? here.stdin : undefined
}
