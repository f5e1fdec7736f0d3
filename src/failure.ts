import { PayloadError } from './event.ts'
import { deny, report, type Verdict } from './hook.ts'
import { type Host, HostError } from './host/host.ts'
import { stackOf } from './text/stack.ts'

export interface Failure {
  /** What went wrong, without a full stop. */
  readonly problem: string
  /** What to do about it, the same. */
  readonly remedy: string
  /** Both, as sentences. */
  readonly said: string
  /** The stack, only when HOOKBOX_DEBUG=1 asks for it. */
  readonly trace?: string
}

/**
 * An error in words for the model and the user. Never with "no such file" or "can't open":
 * Claude Code takes those on Stop for a missing hook (docs/contracts/claude-code.md
 * section 9).
 */
export function describeFailure(error: unknown, host: Host): Failure {
  const message = error instanceof Error ? error.message : String(error)
  const problem = message
    .replace(/no such file( or directory)?/gi, 'it does not exist')
    .replace(/can't open/gi, 'cannot open')
    .replace(/\.$/, '')
  const trace =
    host.env('HOOKBOX_DEBUG') === '1' && error instanceof Error ? { trace: `${stackOf(error)}\n` } : {}
  const [what, remedy] = [named(error, problem), remedyFor(error)]
  return { problem: what, remedy, said: sentences(what, remedy), ...trace }
}

/** Two sentences; the second ends without a full stop. */
export function sentences(first: string, second: string): string {
  return `${first}${/[?!.]$/.test(first) ? '' : '.'} ${second}`
}

/**
 * What guards say that could not judge, all for the same reason. `letGo`: the agent was kept going
 * once already; an error of ours must not hold it for ever.
 */
export function cannotJudge(names: readonly string[], said: string, letGo = false): Verdict {
  const one = names.length === 1
  const who = `${names.join(', ')} could not judge this`
  return letGo
    ? report(`${who}, and ${one ? 'lets' : 'let'} the agent stop: ${said}`)
    : deny(`${who}, so ${one ? 'it refuses' : 'they refuse'}: ${said}`)
}

function named(error: unknown, problem: string): string {
  return isExpected(error) ? problem : `an unexpected error (${problem})`
}

function isExpected(error: unknown): boolean {
  if (error instanceof PayloadError || error instanceof HostError) return true
  return error instanceof Error && (error.name === 'ConfigError' || error.name === 'UsageError')
}

function remedyFor(error: unknown): string {
  if (error instanceof PayloadError) {
    return (
      error.remedy ??
      "docs/troubleshooting.md says what to do; to go on without this hook, the user can take it out of the harness's settings"
    )
  }
  if (error instanceof Error && error.name === 'ConfigError')
    return 'Ask the user to correct the configuration'
  if (error instanceof Error && error.name === 'UsageError')
    return "Ask the user to correct the hook's command line in the harness's settings"
  if (error instanceof HostError) return 'Ask the user to look into it'
  return "HOOKBOX_DEBUG=1 prints more; to go on without this hook, the user can take it out of the harness's settings"
}
