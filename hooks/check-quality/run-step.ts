import type { Host, RunResult } from '../../src/host/host.ts'
import { readText } from '../../src/host/read-text.ts'
import { parentOf } from '../../src/paths/written.ts'
import { notStarted } from '../../src/process/not-started.ts'
import { plainOutput } from '../../src/text/output.ts'
import type { Finding, Reading } from './finding.ts'
import type { Limits } from './limits.ts'
import { OFFLINE } from './offline.ts'
import type { Step } from './steps.ts'

/** How a step ended. */
export interface Outcome {
  readonly step: Step
  readonly kind: 'clean' | 'findings' | 'missing' | 'failed'
  readonly findings: readonly Finding[]
  /** missing, failed: why, in words. */
  readonly why: string
}

const MAX_OUTPUT_BYTES = 4 * 1024 * 1024

/** Runs the check of a step. Never throws. */
export async function checkWith(step: Step, file: string, host: Host, limits: Limits): Promise<Outcome> {
  if (step.found === undefined) return missing(step)
  const result = await runProgram(step, step.check, file, host, limits)
  return { step, findings: [], why: '', ...judge(step, result, file, limits) }
}

/**
 * Lets the step rewrite the file, with `args`. What can't be fixed is found by the check after
 * it; only a tool that could not run is worth a word here. Undefined: it ran.
 */
export async function fixWith(
  step: Step,
  args: readonly string[] | undefined,
  file: string,
  host: Host,
  limits: Limits,
): Promise<Outcome | undefined> {
  if (step.found === undefined) return missing(step)
  if (args === undefined) return undefined
  // What is no UTF-8 would come back as something else.
  if (step.filter && readText(host, file, MAX_OUTPUT_BYTES)?.includes('\uFFFD') !== false) return undefined
  const result = await runProgram(step, args, file, host, limits)
  if (result.ended !== 'exited') return { step, findings: [], ...asFailed(result, limits) }
  if (step.filter && result.code === 0 && result.omitted === 0) replaceText(host, file, result.stdout)
  return undefined
}

function replaceText(host: Host, file: string, text: string): void {
  if (text.trim() === '' || text === readText(host, file, MAX_OUTPUT_BYTES)) return
  host.replace(file, text, host.stat(file)?.mode ?? 0o644)
}

function runProgram(
  step: Step,
  args: readonly string[],
  file: string,
  host: Host,
  limits: Limits,
): Promise<RunResult> {
  const argv = [step.found ?? step.program, ...args]
  // A filter finds its configuration from where it runs.
  const cwd = step.filter ? (parentOf(file) ?? step.cwd) : step.cwd
  const left = limits.until - host.now()
  if (left <= 0) return Promise.resolve(notStarted(USED_UP))
  const start = () =>
    host.run(argv, {
      cwd,
      timeoutMs: Math.min(limits.timeoutMs, left),
      maxOutputBytes: MAX_OUTPUT_BYTES,
      env: { NO_COLOR: '1', FORCE_COLOR: undefined, CLICOLOR_FORCE: undefined, ...OFFLINE, ...step.env },
      ...(step.filter ? { input: readText(host, file, MAX_OUTPUT_BYTES) ?? '' } : {}),
    })
  if (step.filter || args.some((word) => word.includes(file))) return start()
  const key = [cwd, ...argv].join('\0')
  const result = limits.shared.get(key) ?? start()
  limits.shared.set(key, result)
  return result
}

const USED_UP = 'the time for all tools was used up (option "totalTimeoutMs")'

function judge(
  step: Step,
  result: RunResult,
  file: string,
  limits: Limits,
): Pick<Outcome, 'kind'> & Partial<Outcome> {
  if (result.ended === 'missing') return missing(step)
  if (result.ended !== 'exited') return asFailed(result, limits)
  const reading: Reading = step.read({
    code: result.code,
    stdout: plainOutput(result.stdout),
    stderr: plainOutput(result.stderr),
    cut: result.omitted > 0,
    file,
  })
  return reading.kind === 'findings'
    ? { kind: 'findings', findings: reading.findings }
    : reading.kind === 'failed'
      ? { kind: 'failed', why: reading.why }
      : { kind: 'clean' }
}

function asFailed(result: RunResult, { timeoutMs }: Limits): { kind: 'failed'; why: string } {
  const words = {
    timeout: `it did not end within ${Math.min(timeoutMs, Math.ceil(result.durationMs / 100) * 100) / 1000} s and was stopped`,
    signal: 'it was killed by a signal',
    missing: 'it could not be started',
    failed: result.problem ?? 'it could not be started',
    exited: `it ended with exit code ${result.code}`,
  }
  return { kind: 'failed', why: words[result.ended] }
}

function missing(step: Step): Outcome {
  return {
    step,
    kind: 'missing',
    findings: [],
    why: `${step.program} is neither among the project's own programs nor in PATH`,
  }
}
