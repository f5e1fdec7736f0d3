import type { Host } from '../host/host.ts'
import { readText } from '../host/read-text.ts'
import type { Terminal } from '../host/terminal.ts'
import { plainLine } from '../text/plain.ts'

/** Variables that harnesses set for what they start, and that nobody exports by hand. */
const HARNESS = [
  'CLAUDECODE',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_CODE_CHILD_SESSION',
  'CLAUDE_PROJECT_DIR',
  'AI_AGENT',
  'OPENHARNESS_HOOK_EVENT',
  'OPENHARNESS_HOOK_PAYLOAD',
  'CODEX_SANDBOX',
  'CODEX_THREAD_ID',
  'GEMINI_CLI',
  'GEMINI_SESSION_ID',
  'QWEN_CODE_SESSION_ID',
  'COPILOT_CLI',
  'CURSOR_AGENT',
  'CURSOR_TRANSCRIPT_PATH',
  'CRUSH',
  'OPENCODE',
  'ANTIGRAVITY_CONVERSATION_ID',
  'DEVIN_PROJECT_DIR',
  'FACTORY_PROJECT_DIR',
  'IFLOW_HOOK_EVENT_NAME',
  'KIRO_SESSION_ID',
] as const

/** Names of processes that are a harness. */
const HARNESS_PROCESS =
  /^(?:claude|openharness|codex|gemini|copilot|cursor-agent|opencode|crush|qwen)(?:\.exe)?$/

/** What is needed to ask a person. */
export interface Surroundings {
  readonly host: Host
  /** The terminal that controls this process; undefined: there is none. */
  openTerminal(): Promise<Terminal | undefined>
}

/** Why a person does not seem to be there; undefined: nothing speaks against it. */
export function notAPerson(host: Host): string | undefined {
  const marker = HARNESS.find((name) => host.env(name))
  if (marker !== undefined) return `the variable ${marker} says that an agent's harness started this`
  if (!host.stdinIsTerminal() || !host.isTerminal('stderr'))
    return 'the input or the error output is no terminal'
  const above = host.platform === 'linux' ? harnessAbove(host) : undefined
  return above === undefined ? undefined : `it runs below ${above}`
}

/**
 * Does something with the terminal of the person who is there, and returns its exit code; 2 when
 * nobody is.
 */
export async function withPerson(
  { host, openTerminal }: Surroundings,
  act: (terminal: Terminal) => number,
): Promise<number> {
  const why = notAPerson(host)
  const terminal = why === undefined ? await openTerminal() : undefined
  if (!terminal) {
    return fail(
      host,
      `only a person at a terminal can do this: ${why ?? 'this process has no controlling terminal'}. ` +
        'Open a terminal of your own, outside the agent, and run it there.',
      2,
    )
  }
  try {
    return act(terminal)
  } finally {
    terminal.close()
  }
}

/**
 * Asks, and where `asksWhy` also for the reason unless it is given. Undefined: not a yes, or no
 * reason.
 */
export function confirm(
  terminal: Terminal,
  question: string,
  asksWhy: boolean,
  reason: string | undefined,
): { readonly why?: string } | undefined {
  if (!/^(?:y|yes)$/i.test(terminal.ask(question, MAX_ANSWER))) return undefined
  if (!asksWhy) return {}
  const why = plainLine(reason ?? terminal.ask('Why? It goes into the audit log: ', MAX_REASON), 400)
  return why === '' ? undefined : { why }
}

const MAX_ANSWER = 100
const MAX_REASON = 1000

/** Says on stderr why it ends, and returns the exit code. */
export function fail(host: Host, message: string, exit: number): number {
  host.write('stderr', `hookbox approve: ${message}\n`)
  return exit
}

const MAX_PARENTS = 1000
const MAX_STAT = 4096

/**
 * What speaks against a person among the processes that this one comes from: a harness, or that
 * they can't be looked at.
 */
function harnessAbove(host: Host): string | undefined {
  let process = 'self'
  for (let depth = 0; depth < MAX_PARENTS; depth++) {
    const stat = readText(host, `/proc/${process}/stat`, MAX_STAT)
    // Those of other users may be hidden.
    if (stat === undefined) return process === 'self' ? 'processes that /proc does not show' : undefined
    // The name stands in brackets and may hold brackets itself.
    const end = stat.lastIndexOf(')')
    const name = stat.slice(stat.indexOf('(') + 1, end)
    if (HARNESS_PROCESS.test(name)) return `${name}, an agent's harness`
    const [, parent = ''] = stat.slice(end + 2).split(' ')
    if (!(Number(parent) > 1)) return undefined
    process = parent
  }
  return 'more processes than anybody needs'
}
