import { baseName } from '../paths/written.ts'
import { runCarried } from './carriers.ts'
import { joinTexts, runCode } from './code.ts'
import type { InlineCode, Word } from './command.ts'
import { codeVariable } from './declare.ts'
import { hasExec, runFind } from './find.ts'
import { codeOfSettings } from './git-settings.ts'
import { type Here, type Outcome, pathFrom } from './here.ts'
import { inlineCode } from './interpreters.ts'
import { runCalls } from './program-calls.ts'
import { runScript, runShell, SHELLS } from './shells.ts'
import { type Call, runCall } from './simple.ts'
import { copyState, type State } from './state.ts'
import { type Unwrapped, unwrap } from './unwrap.ts'
import { concat, text, unknown, word } from './value.ts'
import { runWindows } from './windows.ts'
import { type WrapperRule, wrapperRules } from './wrapper-rule.ts'
import { WRAPPERS } from './wrappers.ts'
import { parallelCode, xargsRuns } from './xargs.ts'

const RULES = wrapperRules(WRAPPERS)

/** Puts the command itself on the list, before those that it runs. */
type List = (wraps: boolean, code?: InlineCode) => void

/** A command that runs others: they are read. Undefined: it runs no other. */
export function runWrapped(here: Here, call: Call, state: State, report: List): Outcome | undefined {
  const name = programName(call.argv[0]?.value ?? '')
  const list: List = (wraps, code) => {
    report(wraps, code)
    runCarried(here, call, state, name)
  }
  const added = here.reading.rules.get(name)
  if (!added && SHELLS.has(name)) return runShell(here, call, state, list)
  if (name === 'find' || name === 'gfind') {
    const runs = hasExec(call.argv)
    list(runs)
    return runs ? runFind(here, call, state) : undefined
  }
  if (/^(?:powershell|pwsh|cmd)$/i.test(name)) return runWindows(here, call, state, list)
  if (name === 'parallel') return runParallel(here, call, state, list)
  if (name === 'git') runSettings(here, call, state)
  for (const rule of [...(added ?? []), ...(RULES.get(name) ?? [])]) {
    const run = unwrap(call.argv, rule)
    if (!run) continue
    list(true)
    return runRule(here, call, state, { name, rule, run })
  }
  const script = runScript(here, call, state, list)
  if (script) return script
  const code = inlineCode(here, call, state, name)
  list(false, code)
  if (code) runCalls(here, call, state, code)
  else runOperands(here, call, state)
  return undefined
}

/** What the settings of a git call make it run: it does that besides its own work. */
function runSettings(here: Here, call: Call, state: State): void {
  for (const code of codeOfSettings(call.argv)) {
    runCode(here, call, copyState(state), { code, same: false, own: call.argv.slice(0, 1) })
  }
}

/** Programs in these folders are known by name; what their operands mean is known too. */
const INSTALLED = /(?:^|\/)(?:s?bin|\.bin)\/[^/]+$/

/**
 * A script of unknown text may run its operands (`./with-log.sh rm x`): they are listed as
 * a command too. Mostly they are just words, which then name no program that matters.
 */
function runOperands(here: Here, call: Call, state: State): void {
  const [file, ...args] = call.argv
  const from = args.findIndex((one) => !one.value?.startsWith('-'))
  const path = file?.value ?? ''
  if (!path.includes('/') || INSTALLED.test(path) || from < 0 || args.length - from < 2) return
  const via = [
    ...here.via,
    { name: programName(path), words: call.argv.slice(0, from + 1), elsewhere: false },
  ]
  runCall({ ...here, via }, { ...call, argv: args.slice(from), only: 'programs' }, copyState(state))
}

/** The name a program goes by: without its directory and `.exe`. */
function programName(written: string): string {
  // What runs is the shell itself.
  if (/^\/proc\/[^/]*\/exe$/.test(written)) return 'sh'
  return baseName(written.replaceAll('\\', '/')).replace(/\.exe$/i, '')
}

interface Found {
  readonly name: string
  readonly rule: WrapperRule
  readonly run: Unwrapped
}

function runRule(here: Here, call: Call, state: State, found: Found): Outcome {
  const { name, rule, run } = found
  const same = name === 'command' || name === 'builtin'
  const elsewhere = rule.elsewhere ?? false
  const inside = same ? state : copyState(state)
  if (run.anywhere) inside.cwds = [undefined]
  if (run.directory) enter(here, inside, run.directory)
  const clean = call.clean || run.clean
  const own = assignments(run.environment)
  for (const [variable, { parts }] of Object.entries(own)) codeVariable(here, call, variable, parts, state)
  const environment = { ...call.environment, ...own }
  const after: Outcome = { ok: state, fail: state, output: [unknown(`what ${name} says`)] }
  const asText = (code: ReturnType<typeof joinTexts>, own: readonly Word[]) =>
    runCode(here, { ...call, environment, clean }, inside, { code, same: false, own, elsewhere })
  if (run.code.length > 0) {
    for (const code of run.code) {
      // What follows `env -S text` are more words of it.
      asText(name === 'env' ? joinTexts([code, ...run.argv]) : code.parts, run.own)
    }
    return after
  }
  if (rule.runs === 'text') return asText(joinTexts(run.argv), run.own)
  if (rule.runs === 'texts') {
    for (const one of run.argv) asText(one.parts, run.own)
    return after
  }
  const { stdin, ...rest } = here
  const takesInput = name === 'xargs' || name === 'gxargs'
  const inner: Here = {
    ...rest,
    ...(stdin && !takesInput ? { stdin } : {}),
    elsewhere: here.elsewhere || elsewhere,
    via: [...here.via, { name, words: run.own, elsewhere }],
  }
  const runs = takesInput
    ? xargsRuns(here, run.own, run.argv)
    : [{ argv: run.argv, more: rule.more ?? false }]
  let outcome: Outcome = after
  for (const { argv, more } of runs) {
    const next: Call = {
      ...call,
      argv,
      environment,
      clean,
      only: same ? 'builtins' : 'programs',
      moreOperands: call.moreOperands || more,
    }
    outcome = runCall(inner, next, inside)
  }
  if (same) return outcome
  if (name === 'exec') return { ok: undefined, fail: state, output: outcome.output }
  return { ...after, output: outcome.output }
}

function enter(here: Here, state: State, directory: Word): void {
  const to = directory.value
  state.cwds = to === undefined ? [undefined] : state.cwds.map((cwd) => pathFrom(here, cwd, to))
}

function assignments(words: readonly Word[]): Record<string, Word> {
  const found: Record<string, Word> = {}
  for (const one of words) {
    const [first, ...rest] = one.parts
    if (first?.kind !== 'text') continue
    const equals = first.text.indexOf('=')
    const value = concat(text(first.text.slice(equals + 1)), rest)
    found[first.text.slice(0, equals)] = word(value, one.source.slice(equals + 1))
  }
  return found
}

function runParallel(here: Here, call: Call, state: State, list: List): Outcome | undefined {
  const code = parallelCode(call.argv)
  list(code !== undefined)
  if (!code) return undefined
  return runCode(here, call, state, { code: joinTexts(code), same: false, own: call.argv.slice(0, 1) })
}
