import type { Host } from '../../host/host.ts'
import { readText } from '../../host/read-text.ts'
import type { Terminal } from '../../host/terminal.ts'
import { plainLine } from '../../text/plain.ts'
import type { Style } from '../hook-list.ts'

/** What commands for a person have of the program that they run in. */
export interface Desk {
  readonly host: Host
  /** How standard output and the terminal show text. */
  readonly out: Style
  readonly terminal: Style
  /** Undefined: no terminal controls this process. */
  openTerminal(): Terminal | undefined
}

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

/** Why a person does not seem to be there; undefined: nothing speaks against it. */
export function notAPerson(host: Host): string | undefined {
  const marker = HARNESS.find((name) => host.env(name))
  if (marker !== undefined) return `the variable ${marker} says that an agent's harness started this`
  if (!host.stdinIsTerminal() || !host.isTerminal('stderr'))
    return 'the input or the error output is no terminal'
  const ancestor = harnessAbove(host)
  return ancestor === undefined ? undefined : `it runs below ${ancestor}, an agent's harness`
}

/**
 * Does something with the terminal of the person who is there, and returns its exit code; 2 when
 * nobody is.
 */
export function withPerson(desk: Desk, act: (terminal: Terminal) => number): number {
  const why = notAPerson(desk.host)
  const terminal = why === undefined ? desk.openTerminal() : undefined
  if (!terminal) {
    return fail(
      desk.host,
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
  if (!isYes(terminal.ask(question, 100))) return undefined
  if (!asksWhy) return {}
  const why = plainLine(reason ?? terminal.ask('Why? It goes into the audit log: ', 1000), 400)
  return why === '' ? undefined : { why }
}

export const isYes = (answer: string) => /^(?:y|yes)$/i.test(answer)

/** Says on stderr why it ends, and returns the exit code. */
export function fail(host: Host, message: string, exit: number): number {
  host.write('stderr', `hookbox approve: ${message}\n`)
  return exit
}

/** The name of a harness among the processes that this one comes from, where /proc tells (Linux). */
function harnessAbove(host: Host): string | undefined {
  let next = processAt(host, 'self')?.parent
  for (let depth = 0; next !== undefined && next > 1 && depth < 64; depth++) {
    const found = processAt(host, String(next))
    if (found !== undefined && HARNESS_PROCESS.test(found.name)) return found.name
    next = found?.parent
  }
  return undefined
}

/** proc(5), /proc/PID/stat: number, name, state, parent. */
function processAt(host: Host, id: string): { readonly name: string; readonly parent: number } | undefined {
  const stat = readText(host, `/proc/${id}/stat`, 4096)
  if (stat === undefined) return undefined
  // The name stands in brackets and may hold brackets itself.
  const end = stat.lastIndexOf(')')
  return {
    name: stat.slice(stat.indexOf('(') + 1, end),
    parent: Number(stat.slice(end + 2).split(' ')[1]),
  }
}
