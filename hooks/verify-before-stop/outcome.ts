import type { Host, RunResult } from '../../src/host/host.ts'
import { plainOutput } from '../../src/text/output.ts'
import type { Suite } from './suite.ts'

/** How one suite ended. */
export interface Outcome {
  readonly suite: Suite
  /**
   * green, red; flaky: red first, green when it ran again; stuck: it could not be judged
   * (program missing, deadline, killed); empty: it has no tests.
   */
  readonly kind: 'green' | 'red' | 'flaky' | 'stuck' | 'empty'
  /** How it ended, in words: "failed with exit code 1 after 3.2 s". */
  readonly ended: string
  /** Its output as plain text, stdout first. */
  readonly output: string
  readonly durationMs: number
  /** It was stopped by us, at the deadline. */
  readonly late?: boolean
}

/** Output kept of each stream: the first and the last half of this. */
const MAX_OUTPUT_BYTES = 2 * 1024 * 1024

/** Runs one suite. Never throws. */
export async function runSuite(host: Host, suite: Suite, timeoutMs: number): Promise<Outcome> {
  const result = await host.run(suite.argv, {
    cwd: suite.folder,
    timeoutMs,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    // Without it some runners wait for key presses or for changed files.
    env: host.env('CI') === undefined ? { CI: 'true' } : {},
  })
  const output = plainOutput(`${result.stdout}\n${result.stderr}`).trim()
  return { suite, output, durationMs: result.durationMs, ...judge(suite, result, output, timeoutMs) }
}

function judge(
  suite: Suite,
  result: RunResult,
  output: string,
  timeoutMs: number,
): Pick<Outcome, 'kind' | 'ended' | 'late'> {
  const after = `after ${seconds(result.durationMs)}`
  switch (result.ended) {
    case 'missing':
      return { kind: 'stuck', ended: `could not start: ${suite.argv[0]} is not installed or not in PATH` }
    case 'failed':
      return { kind: 'stuck', ended: `could not start: ${result.problem ?? 'the system refused'}` }
    case 'timeout':
      return { kind: 'stuck', ended: `was stopped after its deadline of ${seconds(timeoutMs)}`, late: true }
    case 'signal':
      return { kind: 'stuck', ended: `was killed by a signal ${after}` }
    case 'exited':
      return judgeExit(suite, result.code, output, after)
  }
}

/** make reports the exit code of its recipe in words and ends with 2 itself. */
const RECIPE_CODE = /^g?make(?:\[\d+\])?: \*\*\* .* Error (\d+)$/m

/** What V8, the JVM's own process and Go's runtime say as their last word (Node ends with 134). */
const OUT_OF_MEMORY =
  /^(?:FATAL ERROR: .*heap out of memory|# There is insufficient memory for the Java Runtime|fatal error: runtime: out of memory)/m

/** All that cmd says when the command itself is not there; it ends with 1, in a batch file with 9009. */
const MISSING_ON_WINDOWS =
  /^'[^'\n]{1,300}' is not recognized as an internal or external command,\r?\noperable program or batch file\.$/

function judgeExit(
  suite: Suite,
  code: number,
  output: string,
  after: string,
): Pick<Outcome, 'kind' | 'ended'> {
  if (suite.isEmpty?.(code, output)) return { kind: 'empty', ended: 'has no tests' }
  if (code === 0) return { kind: 'green', ended: `passed ${after}` }
  const inner = Number(RECIPE_CODE.exec(output)?.[1] ?? code)
  if (inner === 127 || inner === 9009 || MISSING_ON_WINDOWS.test(output))
    return { kind: 'stuck', ended: `could not run: a program it needs is missing (exit code ${inner})` }
  if (inner === 126)
    return { kind: 'stuck', ended: `could not run: a program is not executable (exit code 126)` }
  // 128 + SIGKILL, 128 + SIGTERM: out of memory, or stopped from outside.
  if (inner === 137 || inner === 143) {
    return { kind: 'stuck', ended: `was killed ${after} (exit code ${inner})` }
  }
  if (OUT_OF_MEMORY.test(output)) return { kind: 'stuck', ended: `ran out of memory ${after}` }
  if (suite.stuckCodes?.includes(code)) {
    return { kind: 'stuck', ended: `could not judge the tests (exit code ${code})` }
  }
  return { kind: 'red', ended: `failed with exit code ${code} ${after}` }
}

/** "3.2 s", "5 min". */
function seconds(ms: number): string {
  if (ms >= 120_000) return `${Math.round(ms / 60_000)} min`
  return ms >= 10_000 ? `${Math.round(ms / 1000)} s` : `${(ms / 1000).toFixed(1)} s`
}
