import type { Mode } from '../../src/hook.ts'

/** A step: shell text, an argv, or one of them with settings of its own. */
export type Command = string | readonly string[] | CommandSettings

export interface CommandSettings {
  readonly run: string | readonly string[]
  /** What messages call it. */
  readonly name?: string | undefined
  /** Where it runs, from the repository root. */
  readonly cwd?: string | undefined
  readonly timeoutMs?: number | undefined
}

export interface Options {
  readonly mode: Mode
  /** Empty: detect. */
  readonly commands: readonly Command[]
  readonly timeoutMs: number
  readonly totalTimeoutMs: number
  readonly maxBlocks: number
  readonly couldNotRun: 'report' | 'block'
  readonly retries: number
  readonly parallel: boolean
  readonly subagents: boolean
  readonly backgroundTasks: 'wait' | 'verify'
  readonly skipUnchanged: boolean
  readonly ignore: readonly string[]
  /** Globs of project folders; empty: all. */
  readonly onlyIn: readonly string[]
}

export const DEFAULTS: Options = {
  mode: 'enforce',
  commands: [],
  timeoutMs: 300_000,
  // Below the 600 s after which Claude Code kills a hook (docs/contracts/claude-code.md section 14).
  totalTimeoutMs: 540_000,
  maxBlocks: 3,
  couldNotRun: 'block',
  retries: 0,
  parallel: false,
  subagents: false,
  backgroundTasks: 'wait',
  skipUnchanged: true,
  ignore: [],
  onlyIn: [],
}
