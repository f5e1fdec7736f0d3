import type { Outcome as ClaudeOutcome } from '../play/claude-outcome.ts'
import type { OpenHarnessOutcome } from '../play/openharness-outcome.ts'
import type { HarnessName } from '../settings/places.ts'
import type { Handler } from '../settings/read.ts'

/** One handler of the settings, and what came of it. */
export interface Step<Outcome = ClaudeOutcome> {
  readonly handler: Handler
  readonly started: boolean
  /** Why it was not. */
  readonly why?: string
  readonly ms: number
  /** Exit code, or how else it ended; the status of an http handler. */
  readonly exit?: number | string
  readonly stdout?: string
  readonly stderr?: string
  readonly outcome?: Outcome
  /** The how-manieth it was to finish. */
  readonly finished?: number
}

/** What the caller does with all of it. */
export interface Effect {
  readonly blocked: boolean
  /** The agent goes on instead of stopping. */
  readonly goesOn?: boolean
  /** In words. */
  readonly happens: string
  /** Texts that reach the model. */
  readonly model: readonly string[]
  readonly user: readonly string[]
  readonly further: readonly string[]
}

export interface Simulated<Outcome = ClaudeOutcome> {
  readonly harness: HarnessName
  readonly event: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly steps: readonly Step<Outcome>[]
  readonly effect: Effect
}

export type AnySimulated = Simulated | Simulated<OpenHarnessOutcome>
export type AnyStep = Step | Step<OpenHarnessOutcome>
