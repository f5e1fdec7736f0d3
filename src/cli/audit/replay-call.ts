import { optionsFor } from '../../config/options.ts'
import { DIALECTS, type Event } from '../../event.ts'
import { readOnly } from '../../explain.ts'
import { describeFailure } from '../../failure.ts'
import { harnessOf } from '../../harness/index.ts'
import type { Hook, Refusal, Ruled } from '../../hook.ts'
import type { Host } from '../../host/host.ts'
import { nodeHost } from '../../host/node.ts'
import { contextOf, serves, verdictOf } from '../../judge.ts'
import { settle } from '../../settle.ts'
import type { LogRecord } from '../../store/read-log.ts'
import type { CallSummary } from './calls.ts'

/** What a hook says of a call: then, or now. */
export interface Said {
  /** pass, deny, ask, block; `observed` when it would have said more than a pass. */
  readonly effect: 'pass' | 'deny' | 'ask' | 'block'
  readonly rule?: string
  readonly reason: string
  readonly observed?: true
  /** It could not judge. */
  readonly failed?: true
}

const PASSED: Said = { effect: 'pass', reason: '' }

/** What the hook had said; a call without a record of it passed. */
export function saidThen(hook: string, { decisions }: CallSummary): Said {
  const decision = decisions.find((one) => one.hook === hook)
  if (!decision) return PASSED
  const { verdict, mode, rule, reason } = decision
  const decided = { reason, ...(rule === undefined ? {} : { rule }) }
  if (mode === 'observe') return { ...decided, effect: 'pass', observed: true }
  const effect = mode === 'ask' && verdict === 'deny' ? 'ask' : verdict
  return { ...decided, effect: effect === 'ask' || effect === 'block' ? effect : 'deny' }
}

/**
 * What the hook says of it now, by today's rules and configuration and with today's disk.
 * Undefined when it does not look at such a call. Never throws.
 */
export async function saidNow(
  hook: Hook,
  record: LogRecord,
  config: string | undefined,
): Promise<Said | undefined> {
  const host = hostOf(record)
  try {
    const event = eventOf(record, host)
    if (!serves(hook, event)) return undefined
    const args = { set: [], ...(config === undefined ? {} : { config }) }
    const loaded = await optionsFor(hook, args, event, host)
    const decided = await verdictOf(hook, event, contextOf(loaded.options, host, undefined, loaded.from))
    if (!('reason' in decided)) return PASSED
    const { verdict } = await settle(hook, decided, { ...loaded, ignored: [] }, event, host, false)
    const { rule, reason } = decided as Refusal & Ruled
    const said = { reason, ...(rule === undefined ? {} : { rule }) }
    if (!('reason' in verdict)) return { ...said, effect: 'pass', observed: true }
    return { ...said, effect: verdict.kind }
  } catch (error) {
    return { effect: 'deny', reason: describeFailure(error, host).said, failed: true }
  }
}

/** The world as it is, where the call was made; nothing in it is changed. */
function hostOf({ cwd }: LogRecord): Host {
  return { ...readOnly(nodeHost), ...(typeof cwd === 'string' ? { cwd: () => cwd } : {}) }
}

/** The event before the call, as its harness would have sent it. */
function eventOf(record: LogRecord, host: Host): Event {
  const { tool_name, tool_input, tool_use_id, session_id, permission_mode, cwd } = record
  const dialect = DIALECTS.find((one) => one === record['harness']) ?? 'unknown'
  const event = dialect === 'openharness' ? 'pre_tool_use' : 'PreToolUse'
  const payload = Object.fromEntries(
    Object.entries({
      [dialect === 'openharness' ? 'event' : 'hook_event_name']: event,
      tool_name,
      tool_input,
      tool_use_id,
      session_id,
      permission_mode,
      cwd,
    }).filter(([, value]) => value !== undefined),
  )
  return harnessOf(dialect).read(payload, { cwd: host.cwd() ?? '/' })
}
