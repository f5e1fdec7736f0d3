import { type Code, runCode } from './code.ts'
import type { Word } from './command.ts'
import type { Here, Outcome } from './here.ts'
import { scriptTexts } from './scripts.ts'
import type { Call } from './simple.ts'
import type { State } from './state.ts'
import { EMPTY, textOf, unknown, type Value } from './value.ts'

export const SHELLS: ReadonlySet<string> = new Set([
  'sh',
  'bash',
  'zsh',
  'dash',
  'ksh',
  'ksh93',
  'ash',
  'mksh',
  'rbash',
  'fish',
  'csh',
  'tcsh',
  'yash',
  'osh',
  'nu',
  'elvish',
  'xonsh',
])

/** Puts a command on the list; `wraps`: what it runs follows. */
export type List = (wraps: boolean) => void

interface ShellWords {
  /** Where its operands begin. */
  readonly at: number
  /** The operand is text to run. */
  readonly code: boolean
  /** It reads commands from standard input although there are operands. */
  readonly input: boolean
}

function readWords(argv: readonly Word[]): ShellWords {
  let code = false
  let input = false
  let at = 1
  for (; at < argv.length; at++) {
    const value = argv[at]?.value ?? ''
    if (value === '--' || value === '-') {
      at++
      break
    }
    if (/^--(?:rcfile|init-file|command)$/.test(value)) {
      if (value === '--command') code = true
      else at++
    } else if (/^[-+][a-zA-Z]+$/.test(value)) {
      if (value.startsWith('-')) {
        code ||= value.includes('c')
        input ||= value.includes('s')
      }
      // Each `o` in it takes the name of an option.
      if (/[oO]/.test(value)) at++
    } else if (!/^[-+]./.test(value)) break
  }
  return { at, code, input }
}

/** `sh -c text`, `sh file`, text on standard input. Undefined: it runs nothing known. */
export function runShell(here: Here, call: Call, state: State, list: List): Outcome | undefined {
  const { argv } = call
  const { at, code, input } = readWords(argv)
  const operand = argv[at]
  if (code) {
    list(operand !== undefined)
    if (!operand) return undefined
    return runCode(here, call, state, {
      code: operand.parts,
      same: false,
      own: argv.slice(0, at),
      args: argv.slice(at + 2),
      zero: argv[at + 1],
    })
  }
  if (operand && !input) {
    const scripts = scriptTexts(here, operand, state)
    list(scripts.length > 0)
    return runAll(here, call, state, scripts, { own: argv, args: argv.slice(at + 1) })
  }
  const tells = argv.some((word) => word.value === '--version' || word.value === '--help')
  const reads = here.stdin !== undefined && !tells
  list(reads)
  if (!reads) return undefined
  if (here.stdin.length === 0) return { ok: state, fail: state, output: EMPTY }
  const known = here.stdin.some((part) => part.kind === 'text') ? here.stdin : [unknown('its input')]
  return runCode(here, call, state, { code: known, same: false, own: argv, args: argv.slice(at) })
}

/** Runs a script in a shell of its own, for each text that it may hold. */
function runAll(
  here: Here,
  call: Call,
  state: State,
  scripts: readonly Value[],
  how: Pick<Code, 'own' | 'args'>,
): Outcome | undefined {
  const [output, ...others] = scripts.map(
    (code) => runCode(here, call, state, { ...how, code, same: false }).output,
  )
  if (!output) return undefined
  return {
    ok: state,
    fail: state,
    output: others.length === 0 ? output : [unknown('what one of several scripts says')],
  }
}

/** `./script.sh`: its text, when a shell runs it. */
export function runScript(here: Here, call: Call, state: State, list: List): Outcome | undefined {
  const [file] = call.argv
  if (!file?.value?.includes('/')) return undefined
  const scripts = scriptTexts(here, file, state).filter((script) => isShellScript(textOf(script)))
  if (scripts.length === 0) return undefined
  list(true)
  return runAll(here, call, state, scripts, { own: [file], args: call.argv.slice(1) })
}

/** By its first line; without one the shell that starts it reads it. */
function isShellScript(script: string | undefined): boolean {
  if (script === undefined) return true
  if (!script.startsWith('#!')) return /^[\t\n\r -~\u0080-\uffff]*$/.test(script.slice(0, 200))
  const line = script.slice(2, 200).split('\n', 1)[0] ?? ''
  const names = line.split(/[\s/]+/)
  return names.some((name) => SHELLS.has(name))
}
