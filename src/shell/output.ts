import { baseName, parentOf } from '../paths/written.ts'
import { decodeAnsiC } from './ansi.ts'
import type { Word } from './command.ts'
import { fileTexts } from './files.ts'
import { filtered } from './filters.ts'
import type { Here, Outcome } from './here.ts'
import { copy, download, tee } from './output-files.ts'
import type { Call } from './simple.ts'
import type { State } from './state.ts'
import { concat, EMPTY, text, textOf, unknown, type Value } from './value.ts'

/** What some plain programs write, from their words and input. Undefined: not known. */
export function knownOutput(here: Here, call: Call, state: State): Outcome | undefined {
  const name = baseName(call.argv[0]?.value ?? '')
  const input = here.stdin && textOf(here.stdin)
  const words = call.argv.slice(1).flatMap(({ value }) => value ?? [])
  const plain =
    input === undefined || words.length < call.argv.length - 1 ? undefined : filtered(name, words, input)
  if (plain !== undefined) return { ok: state, fail: state, output: text(plain) }
  const read = Object.hasOwn(OUTPUTS, name) ? OUTPUTS[name] : undefined
  const output = read?.(call.argv.slice(1), here, state)
  if (!output) return undefined
  return { ok: state, fail: state, output }
}

type Output = (args: readonly Word[], here: Here, state: State) => Value | undefined

const something =
  (what: string): Output =>
  () => [unknown(what, { notEmpty: true })]

const OUTPUTS: Readonly<Record<string, Output>> = {
  echo,
  printf,
  cat,
  cp: copy,
  curl: download,
  install: copy,
  ln: copy,
  mv: copy,
  tee,
  wget: download,
  basename: (args) => onPath(args, (path) => baseName(path.replace(/(?<=.)\/+$/, ''))),
  dirname: (args) => onPath(args, (path) => (path.includes('/') ? (parentOf(path) ?? '/') : '.')),
  mktemp: (args) => [
    unknown(`the name that ${['mktemp', ...args.map((arg) => arg.source)].join(' ')} makes`, {
      ...(makesDirectory(args) ? { fresh: true } : {}),
    }),
  ],
  which: whichProgram,
  command: (args) => (/^-[vV]$/.test(args[0]?.value ?? '') ? whichProgram(args) : undefined),
  type: whichProgram,
  git: (args, here, state) => {
    if (args.map((arg) => arg.value).join(' ') !== 'rev-parse --show-toplevel' || here.elsewhere)
      return undefined
    const [cwd] = state.cwds
    const root =
      state.cwds.length === 1 && cwd !== undefined ? here.reading.world.repository?.(cwd) : undefined
    return root === undefined ? undefined : text(`${root}\n`)
  },
  date: something('a date'),
  hostname: something('the name of the machine'),
  id: something('a user id'),
  nproc: something('a number'),
  uname: something('the name of the system'),
  uuidgen: something('a random name'),
  whoami: something('the name of the user'),
}

function makesDirectory(args: readonly Word[]): boolean {
  const dry = args.some((arg) => arg.value === '--dry-run' || /^-[a-z]*u/.test(arg.value ?? ''))
  return !dry && args.some((arg) => arg.value === '--directory' || /^-[a-z]*d/.test(arg.value ?? ''))
}

function whichProgram(args: readonly Word[]): Value | undefined {
  const name = args.find((arg) => arg.value !== undefined && !arg.value.startsWith('-'))?.value
  return name === undefined ? undefined : [unknown(`where ${name} is`, { maybe: [name] })]
}

function onPath(args: readonly Word[], of: (path: string) => string): Value | undefined {
  const [path, ...others] = args.filter((arg) => arg.value !== '--')
  if (path?.value === undefined || path.value === '' || path.value.startsWith('-') || others.length > 0)
    return undefined
  return text(`${of(path.value)}\n`)
}

function echo(args: readonly Word[]): Value | undefined {
  let newline = true
  let escapes = false
  let from = 0
  for (; from < args.length && /^-[neE]+$/.test(args[from]?.value ?? ''); from++) {
    const option = args[from]?.value ?? ''
    if (option.includes('n')) newline = false
    if (option.includes('e')) escapes = true
    if (option.includes('E')) escapes = false
  }
  const words = args.slice(from)
  if (words.some((one) => one.parts.some((part) => part.kind === 'glob'))) return undefined
  if (words[0] && mayBeOption(words[0])) return [unknown('what echo says')]
  const joined = concat(...words.map((one, index) => (index > 0 ? concat(text(' '), one.parts) : one.parts)))
  const end = newline ? text('\n') : EMPTY
  if (!escapes) return concat(joined, end)
  const known = textOf(joined)
  const decoded = known === undefined ? undefined : decodeEcho(known)
  return decoded === undefined ? undefined : concat(text(decoded), end)
}

/** The escapes of `echo -e` and `%b`, which have octal numbers as `\\0nnn`. */
function decodeEcho(written: string): string | undefined {
  return written.includes('\\c') ? undefined : decodeAnsiC(written.replace(/\\0([0-7]{1,3})/g, '\\$1'))
}

/** Not known, and nothing known in it keeps it from being `-n`. */
function mayBeOption(word: Word): boolean {
  const written = word.parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')
  return word.value === undefined && /^-?[neE]*$/.test(written)
}

/** The format with its operands filled in, again while operands are left. */
function printf(args: readonly Word[]): Value | undefined {
  const words = args[0]?.value === '-v' ? args.slice(2) : args[0]?.value === '--' ? args.slice(1) : args
  const [format, ...operands] = words
  if (format?.value === undefined) return undefined
  const pieces = format.value.split(/(%[sdbqi%])/)
  if (pieces.some((piece, index) => index % 2 === 0 && piece.includes('%'))) return undefined
  let value: Value = EMPTY
  let next = 0
  do {
    const before = next
    for (const [index, piece] of pieces.entries()) {
      if (index % 2 === 0 || piece === '%%') {
        const decoded = piece === '%%' ? '%' : decodeAnsiC(piece)
        if (decoded === undefined || piece.includes('\\c')) return undefined
        value = concat(value, text(decoded))
        continue
      }
      const operand = operands[next]
      next++
      if (operand?.parts.some((part) => part.kind !== 'text')) {
        if (
          piece !== '%s' ||
          operand.parts.some((part) => part.kind === 'glob' || (part.kind === 'unknown' && part.splits))
        )
          return undefined
        value = concat(value, operand.parts)
        continue
      }
      const filled = converted(piece, operand?.value ?? (piece === '%s' || piece === '%b' ? '' : '0'))
      if (filled === undefined) return undefined
      value = concat(value, text(filled))
    }
    if (next === before) break
  } while (next < operands.length && next < 1000)
  return value
}

function converted(piece: string, operand: string): string | undefined {
  if (piece === '%s') return operand
  if (piece === '%b') return decodeEcho(operand)
  return /^(?:0|-?[1-9]\d{0,14})$/.test(operand) && piece !== '%q' ? operand : undefined
}

function cat(args: readonly Word[], here: Here, state: State): Value | undefined {
  const [file, ...others] = args
  if (others.length > 0) return undefined
  const read = !file || file.value === '-'
  const [only, ...more] = read
    ? here.stdin
      ? [here.stdin]
      : []
    : fileTexts({ ...here, elsewhere: true }, file, state)
  return more.length === 0 && only?.some((part) => part.kind === 'text') ? only : undefined
}
