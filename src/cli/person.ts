import * as fs from 'node:fs'
import * as tty from 'node:tty'
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

/** The controlling terminal, opened for reading and writing. */
export interface Terminal {
  readonly fd: number
  close(): void
}

/** Why a person does not seem to be there; undefined: nothing speaks against it. */
export function notAPerson(env: NodeJS.ProcessEnv): string | undefined {
  const marker = HARNESS.find((name) => env[name] !== undefined && env[name] !== '')
  if (marker !== undefined) return `the variable ${marker} says that an agent's harness started this`
  if (!tty.isatty(0) || !tty.isatty(2)) return 'the input or the error output is no terminal'
  const ancestor = harnessAbove()
  return ancestor === undefined ? undefined : `it runs below ${ancestor}, an agent's harness`
}

/** Opens the terminal that controls this process; undefined: there is none. */
export function openTerminal(): Terminal | undefined {
  try {
    const fd = fs.openSync(process.platform === 'win32' ? '\\\\.\\CON' : '/dev/tty', 'r+')
    return { fd, close: () => fs.closeSync(fd) }
  } catch {
    return undefined
  }
}

/**
 * Does something with the terminal of the person who is there, and returns its exit code; 2 when
 * nobody is.
 */
export function withPerson(act: (terminal: Terminal) => number): number {
  const why = notAPerson(process.env)
  const terminal = why === undefined ? openTerminal() : undefined
  if (!terminal) {
    return fail(
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
  if (!/^(?:y|yes)$/i.test(askTerminal(terminal, question))) return undefined
  if (!asksWhy) return {}
  const why = plainLine(reason ?? askTerminal(terminal, 'Why? It goes into the audit log: ', 1000), 400)
  return why === '' ? undefined : { why }
}

/** Says on stderr why it ends, and returns the exit code. */
export function fail(message: string, exit: number): number {
  process.stderr.write(`hookbox approve: ${message}\n`)
  return exit
}

/** Shows the question and reads one line, at most `maxBytes` of it. */
export function askTerminal({ fd }: Terminal, question: string, maxBytes = 100): string {
  fs.writeSync(fd, question)
  const bytes = Buffer.alloc(maxBytes)
  const length = fs.readSync(fd, bytes, 0, bytes.length, null)
  return bytes.toString('utf8', 0, length).trim()
}

/** The name of a harness among the processes that this one comes from, where /proc tells (Linux). */
function harnessAbove(): string | undefined {
  let pid = process.ppid
  for (let depth = 0; pid > 1 && depth < 64; depth++) {
    try {
      const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The name stands in brackets and may hold brackets itself.
      const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
      if (HARNESS_PROCESS.test(name)) return name
      pid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    } catch {
      return undefined
    }
  }
  return undefined
}
