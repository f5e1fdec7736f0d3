import { evaluatesSubscript } from './arithmetic-text.ts'
import { assign, assignAny } from './assign.ts'
import { runCode } from './code.ts'
import type { Word } from './command.ts'
import type { Here, Outcome } from './here.ts'
import type { Call } from './simple.ts'
import { copyState, type State } from './state.ts'
import { concat, EMPTY, plainWord, text, textOf, unknown, type Value } from './value.ts'

const NAME = /^[A-Za-z_]\w*$/
/** Options of read that take a word and change what is read. */
const CHANGES = /^-[a-zA-Z]*[dnNu]/

/** `read`, `mapfile`, `getopts`: what comes in, as far as the input is known. */
export function readInput(here: Here, call: Call, state: State): Outcome {
  evaluatesSubscript(here, call)
  const name = call.argv[0]?.value ?? ''
  const words = call.argv.slice(1)
  if (name === 'mapfile' || name === 'readarray') runCallback(here, call, state, words)
  if (words.some((word) => word.value === undefined)) assignAny(state)
  const input = name === 'getopts' || !here.stdin ? undefined : textOf(here.stdin)
  const lines =
    input === undefined ? undefined : (input.endsWith('\n') ? input.slice(0, -1) : input).split('\n')
  // Input of a group or a loop may have been read before, by another turn.
  const certain = lines?.length === 1 && call.redirects.stdin.stdin !== undefined
  const names = words.flatMap(({ value }) => (value !== undefined && NAME.test(value) ? [value] : []))
  const implied = name === 'read' ? 'REPLY' : name === 'getopts' ? 'OPTARG' : 'MAPFILE'
  const wanted = names.length > 0 ? names : [implied]
  const what = `what ${name} reads`
  const array = name !== 'read' || words.some(({ value }) => /^-[a-zA-Z]*a$/.test(value ?? ''))
  if (!lines || lines.length > 50 || words.some(({ value }) => CHANGES.test(value ?? ''))) {
    for (const one of [...wanted, implied]) assign(state, one, [unknown(what)])
  } else if (array) {
    const kept = words.some(({ value }) => /^-[a-zA-Z]*t/.test(value ?? '')) ? '' : '\n'
    const elements =
      name === 'read' ? split(lines[0] ?? '', 1000, call, state) : lines.map((line) => line + kept)
    const exact = certain || (name !== 'read' && call.redirects.stdin.stdin !== undefined)
    for (const one of wanted) assignArray(state, one, elements, exact, what)
  } else {
    const fields = lines.map((line) => split(line, wanted.length, call, state))
    wanted.forEach((one, index) => {
      const values = fields.map((all) => all?.[index] ?? '')
      const known = fields.every((all) => all !== undefined)
      const maybe = [...new Set(values)].filter((value) => value !== '').slice(0, 8)
      assign(
        state,
        one,
        known && certain ? text(values[0] ?? '') : [unknown(what, maybe.length > 0 ? { maybe } : {})],
      )
    })
  }
  return { ok: state, fail: state, output: EMPTY }
}

function assignArray(
  state: State,
  name: string,
  elements: readonly string[] | undefined,
  exact: boolean,
  what: string,
): void {
  const words: readonly Word[] | undefined = elements?.map(plainWord)
  const value: Value =
    exact && elements ? text(elements[0] ?? '') : [unknown(what, { maybe: elements?.slice(0, 8) ?? [] })]
  assign(state, name, value, exact && words ? { array: words } : {})
}

/** A line as read splits it: the last name gets the rest. Undefined: not known. */
function split(line: string, count: number, call: Call, state: State): string[] | undefined {
  const raw = call.argv.some(({ value }) => /^-[a-zA-Z]*r/.test(value ?? ''))
  if (!raw && line.includes('\\')) return undefined
  const set = call.environment['IFS']?.parts ?? state.variables.get('IFS')?.value
  const separators = set ? textOf(set) : ' \t\n'
  if (separators === undefined || /[^\s]/.test(separators) !== /^[^\s]$/.test(separators)) return undefined
  if (separators === '') return [line]
  const blank = /\s/.test(separators)
  const pieces = blank ? line.trim().split(/[ \t]+/) : line.split(separators)
  if (pieces.length <= count) return pieces
  const rest = blank
    ? line.trim().replace(new RegExp(`^(?:[^ \\t]+[ \\t]+){${count - 1}}`), '')
    : pieces.slice(count - 1).join(separators)
  return [...pieces.slice(0, count - 1), rest]
}

/** `mapfile -C command`. */
function runCallback(here: Here, call: Call, state: State, words: readonly Word[]): void {
  const code = words[words.findIndex((word) => word.value === '-C') + 1]
  if (!code || !words.some((word) => word.value === '-C')) return
  const value = concat(code.parts, text(' '), [unknown('what it reads', { splits: true })])
  runCode(here, call, copyState(state), { code: value, same: true, own: call.argv.slice(0, 1) })
}
