import { type Event, PayloadError } from './event.ts'
import { deny, report, type Verdict } from './hook.ts'
import { type Host, HostError } from './host/host.ts'

export interface Failure {
  /** What went wrong, without a full stop. */
  readonly problem: string
  /** What to do about it. */
  readonly remedy: string
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
    host.env('HOOKBOX_DEBUG') === '1' && error instanceof Error ? { trace: `${error.stack}\n` } : {}
  return { problem: named(error, problem), remedy: remedyFor(error), ...trace }
}

/** What guards say that could not judge, all for the same reason. */
export function refusalOf(
  names: readonly string[],
  { problem, remedy }: Failure,
  event: Event | undefined,
): Verdict {
  const who = names.join(', ')
  const one = names.length === 1
  // An agent that was kept going once already is let go: an error of ours must not hold it for ever.
  return event?.stop?.active
    ? report(`${who} could not judge this, and ${one ? 'lets' : 'let'} the agent stop: ${problem}. ${remedy}`)
    : deny(`${who} could not judge this, so ${one ? 'it refuses' : 'they refuse'}: ${problem}. ${remedy}`)
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
    return 'If this comes from a harness, run the command with --dialect NAME or remove the hook from its settings; docs/troubleshooting.md says more'
  }
  if (error instanceof Error && error.name === 'ConfigError')
    return 'Ask the user to correct the configuration'
  if (isExpected(error)) return "Ask the user to correct the hook's command line in the harness's settings"
  return "HOOKBOX_DEBUG=1 prints more; to go on without this hook, the user can take it out of the harness's settings"
}
