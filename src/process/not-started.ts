import type { RunResult } from '../host/host.ts'

/** What comes of a program that was not started, and why. */
export function notStarted(problem: string): RunResult {
  return { ended: 'failed', code: -1, stdout: '', stderr: '', omitted: 0, durationMs: 0, problem }
}
