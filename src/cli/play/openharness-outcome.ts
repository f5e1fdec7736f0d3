import * as os from 'node:os'
import type { RunResult } from '../../host/host.ts'
import type { Handler } from '../settings/read.ts'
import { objectOf } from '../settings/value.ts'
import type { Played } from './handler-run.ts'

/** What OpenHarness makes of one command handler's run (docs/contracts/openharness.md section 2). */
export interface OpenHarnessOutcome {
  readonly success: boolean
  readonly blocked: boolean
  /** What the model reads when the caller takes the block. */
  readonly reason: string
  /** An error left the executor: no other handler runs. */
  readonly raised?: true
}

export function openHarnessOutcome({ fields }: Handler, { result }: Played): OpenHarnessOutcome {
  const { timeout_seconds, block_on_failure } = fields
  const output = [result.stdout.trim(), result.stderr.trim()].filter((part) => part !== '').join('\n')
  const success = result.ended === 'exited' && result.code === 0
  const seconds = typeof timeout_seconds === 'number' ? timeout_seconds : 30
  const reason =
    result.ended === 'timeout'
      ? `command hook timed out after ${seconds}s`
      : output || `command hook failed with exit code ${exitCode(result)}`
  return { success, blocked: !success && block_on_failure === true, reason }
}

/** Reads a model's answer to a prompt or agent handler (section 4): `{"ok": true}`, or the bare word. */
export function openHarnessVerdict({ fields }: Handler, answer: string): OpenHarnessOutcome {
  const verdict = objectOf(answer)
  const text = answer.trim()
  const isVerdict = typeof verdict?.['ok'] === 'boolean'
  const success = isVerdict ? verdict['ok'] === true : /^(?:ok|true|yes)$/i.test(text)
  const reason = isVerdict
    ? String(verdict['reason'] ?? 'hook rejected the event')
    : text || 'hook returned invalid JSON'
  const blocked = !success && (fields['block_on_failure'] ?? true) === true
  return { success, blocked, reason: success ? '' : reason }
}

/** As Python has it: a signal is its number, negative. */
function exitCode({ ended, code, problem }: RunResult): number {
  const number = ended === 'signal' ? os.constants.signals[(problem ?? '') as NodeJS.Signals] : undefined
  return number === undefined ? code : -number
}

/** Whether its caller takes a block on this event (section 1). */
export function takesBlock(event: string): boolean {
  return event === 'pre_tool_use' || event === 'pre_compact'
}

/**
 * Whether a handler's matcher takes the subject: Python's fnmatch, with the case as it is
 * (section 3). Empty or absent: all.
 */
export function openHarnessMatches(matcher: string | undefined, subject: string): boolean {
  if (matcher === undefined || matcher === '') return true
  return fnmatch(matcher).test(subject)
}

/** The text that a matcher is compared with: the first of these that is not empty. */
export function openHarnessSubject(payload: Readonly<Record<string, unknown>>): string {
  for (const key of ['tool_name', 'prompt', 'event']) {
    const value = payload[key]
    if (typeof value === 'string' && value !== '') return value
  }
  return ''
}

function fnmatch(pattern: string): RegExp {
  let source = ''
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at] ?? ''
    const set = char === '[' ? /^\[(!?)(\]?[^\]]*)\]/.exec(pattern.slice(at)) : null
    if (set) {
      const [whole, not, inside = ''] = set
      source += `[${not ? '^' : ''}${inside.replace(/[\\\]^]/g, '\\$&')}]`
      at += whole.length - 1
    } else if (char === '*') source += '.*'
    else if (char === '?') source += '.'
    else source += char.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  }
  return new RegExp(`^(?:${source})$`, 's')
}
