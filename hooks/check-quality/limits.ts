import type { Host, RunResult } from '../../src/host/host.ts'
import type { Options } from './options.ts'

/** What all runs of one call share: the time, and results that hold for several files. */
export interface Limits {
  readonly timeoutMs: number
  /** When all has to be over, in milliseconds since the epoch. */
  readonly until: number
  /** Runs that read the whole project, by what was run. */
  readonly shared: Map<string, Promise<RunResult>>
}

export function limitsOf(host: Host, options: Options): Limits {
  return {
    timeoutMs: options.timeoutMs,
    until: host.now() + options.totalTimeoutMs,
    shared: new Map(),
  }
}
