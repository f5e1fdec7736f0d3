import type { Host } from '../host/host.ts'
import { readText } from '../host/read-text.ts'

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
  /** Shows the question and reads one line, at most 100 bytes of it. */
  ask(question: string): string
  close(): void
}

/** Why a person does not seem to be there; undefined: nothing speaks against it. */
export function notAPerson(host: Host): string | undefined {
  const marker = HARNESS.find((name) => host.env(name) !== undefined && host.env(name) !== '')
  if (marker !== undefined) return `the variable ${marker} says that an agent's harness started this`
  if (!host.stdinIsTerminal() || !host.isTerminal('stderr')) {
    return 'the input or the error output is no terminal'
  }
  const ancestor = harnessAbove(host)
  return ancestor === undefined ? undefined : `it runs below ${ancestor}, an agent's harness`
}

/** The name of a harness among the processes that this one comes from, where /proc tells (Linux). */
function harnessAbove(host: Host): string | undefined {
  let process: string | number = 'self'
  for (let depth = 0; depth < 64; depth++) {
    const stat = readText(host, `/proc/${process}/stat`, 4096)
    if (stat === undefined) return undefined
    // The name stands in brackets and may hold brackets itself.
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
    if (depth > 0 && HARNESS_PROCESS.test(name)) return name
    const parent: number = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    if (!(parent > 1)) return undefined
    process = parent
  }
  return undefined
}
