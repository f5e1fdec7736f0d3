import { baseName } from '../paths/written.ts'
import { joinTexts, runCode } from './code.ts'
import type { Word } from './command.ts'
import type { Here, Outcome } from './here.ts'
import { absolutePath } from './redirects.ts'
import { type Call, runCall } from './simple.ts'
import { copyState, type State } from './state.ts'
import { unwrap } from './unwrap.ts'
import { concat, text, textOf, unknown } from './value.ts'
import { wrapperRules } from './wrappers.ts'

const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'mksh', 'rbash', 'fish'])
const RULES = wrapperRules()

/**
 * A command that runs others: they are read. `list` puts the command itself on the list,
 * before them. Undefined: it runs no other.
 */
export function runWrapped(
  here: Here,
  call: Call,
  state: State,
  list: (wraps: boolean) => void,
): Outcome | undefined {
  const name = programName(call.argv[0]?.value ?? '')
  if (SHELLS.has(name)) return runShell(here, call, state, list)
  const rule = here.reading.rules.get(name) ?? RULES.get(name)
  const run = rule && unwrap(call.argv, rule)
  if (!rule || !run) {
    list(false)
    return undefined
  }
  list(true)
  const elsewhere = rule.elsewhere ?? false
  if (run.code) {
    return runCode(here, call, state, { code: run.code.parts, same: false, own: run.own, elsewhere })
  }
  if (rule.runs === 'text') {
    return runCode(here, call, state, {
      code: joinTexts(run.argv ?? []),
      same: false,
      own: run.own,
      elsewhere,
    })
  }
  const environment: Record<string, Word> = { ...call.environment }
  for (const one of run.environment) {
    const [key = ''] = (one.value ?? one.source).split('=')
    const [first, ...rest] = one.parts
    const value = first?.kind === 'text' ? concat(text(first.text.slice(key.length + 1)), rest) : one.parts
    environment[key] = { value: textOf(value), parts: value, source: one.source.slice(key.length + 1) }
  }
  const inner: Here = {
    ...here,
    elsewhere: here.elsewhere || elsewhere,
    via: [...here.via, { name, words: run.own, elsewhere }],
  }
  const outcome = runCall(
    inner,
    { ...call, argv: run.argv ?? [], environment, moreOperands: call.moreOperands || (rule.more ?? false) },
    name === 'command' || name === 'builtin' ? state : copyState(state),
  )
  if (name === 'command' || name === 'builtin') return outcome
  if (name === 'exec') return { ok: undefined, fail: undefined, output: outcome.output }
  return { ok: state, fail: state, output: outcome.output }
}

export function programName(written: string): string {
  return baseName(written.replaceAll('\\', '/')).replace(/\.exe$/i, '')
}

/** `sh -c text`, `sh file`, text on standard input. */
function runShell(here: Here, call: Call, state: State, list: (wraps: boolean) => void): Outcome | undefined {
  const { argv } = call
  let at = 1
  let code = false
  let fromInput = false
  for (; at < argv.length; at++) {
    const value = argv[at]?.value ?? ''
    if (value === '--' || value === '-') {
      at++
      break
    }
    if (/^--(?:rcfile|init-file)$/.test(value)) at++
    else if (/^[-+][a-zA-Z]*[oO]$/.test(value)) {
      code ||= value.includes('c')
      at++
    } else if (/^-[a-zA-Z]+$/.test(value)) {
      code ||= value.includes('c')
      fromInput ||= value.includes('s')
    } else if (!/^[-+]./.test(value)) break
  }
  const operand = argv[at]
  if (code) {
    list(operand !== undefined)
    if (!operand) return undefined
    return runCode(here, call, state, {
      code: operand.parts,
      same: false,
      own: argv.slice(0, at),
      args: argv.slice(at + 2),
    })
  }
  if (operand && !fromInput) {
    const path = absolutePath(operand, state)
    const script =
      path === undefined || here.elsewhere
        ? undefined
        : (state.files.get(path) ?? here.reading.world.script?.(path))
    list(script !== undefined)
    if (script === undefined) return undefined
    return runCode(here, call, state, {
      code: text(script),
      same: false,
      own: argv,
      args: argv.slice(at + 1),
    })
  }
  const info = argv.some((word) => word.value === '--version' || word.value === '--help')
  list(here.stdin !== undefined && !info)
  if (here.stdin === undefined || info) return undefined
  if (here.stdin.length === 0) return { ok: state, fail: state, output: [] }
  const known = here.stdin.some((part) => part.kind === 'text') ? here.stdin : [unknown('input')]
  return runCode(here, call, state, { code: known, same: false, own: argv, args: argv.slice(at) })
}
