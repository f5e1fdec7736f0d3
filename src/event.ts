/**
 * The neutral event: one shape for what all harnesses report. A hook sees nothing else
 * of the payload, unless it keeps the payload whole (audit).
 */
export type EventName =
  | 'tool-before'
  | 'tool-after'
  | 'tool-failed'
  | 'tool-batch'
  | 'permission'
  | 'prompt'
  | 'session-start'
  | 'session-end'
  | 'stop'
  | 'subagent-stop'
  /** An event that no hook serves yet: it passes. */
  | 'other'

export type Dialect = 'claude-code' | 'openharness' | 'unknown'

export const DIALECTS: readonly Dialect[] = ['claude-code', 'openharness', 'unknown']

export interface Event {
  readonly name: EventName
  readonly dialect: Dialect
  /** The event as the harness calls it; '' when the payload named none. */
  readonly harnessEvent: string
  /** Where the harness works now. OpenHarness does not say: then it is the process's own. */
  readonly cwd: string
  readonly sessionId?: string
  readonly tool?: ToolCall
  /** prompt: what was submitted. */
  readonly prompt?: string
  /** session-start: startup, resume, clear, compact, fork ... */
  readonly source?: string
  /** stop, subagent-stop. */
  readonly stop?: StopState
  /** The payload as it came. */
  readonly payload: Readonly<Record<string, unknown>>
}

export interface StopState {
  /** A stop hook already kept this agent going. */
  readonly active: boolean
  /** Work still running in the background: the agent only waits. */
  readonly backgroundTasks: number
  readonly agentType?: string
}

export type ToolKind = 'shell' | 'edit' | 'read' | 'mcp' | 'other'

export interface ToolCall {
  readonly name: string
  readonly kind: ToolKind
  readonly input: Readonly<Record<string, unknown>>
  readonly id?: string
  /** What the tool answered, when it ran. */
  readonly response?: unknown
  readonly error?: string
  readonly durationMs?: number
}

/** A payload that can't be used, in words for a person: what is wrong with it, and what to do. */
export class PayloadError extends Error {
  readonly remedy: string | undefined
  constructor(message: string, remedy?: string) {
    super(message)
    this.name = 'PayloadError'
    this.remedy = remedy
  }
}

/** What to do about a payload without the name of its event. */
export const NAME_THE_EVENT =
  'If a harness sent it, say what it is with --dialect NAME and --event NAME in its settings, or take the hook out of them; docs/troubleshooting.md says more'
