import type { Event } from '../event.ts'
import type { Host } from '../host/host.ts'
import { isoTime } from '../text/iso-time.ts'

/** The version of the record's shape. */
const VERSION = 1

/** What a record is about. The first three are those of a tool call that ran. */
export const STAGES = [
  'attempt',
  'success',
  'failure',
  'denied',
  'invalid',
  'batch',
  'verdict',
  'permission',
  'prompt',
  'session-start',
  'session-end',
  'stop',
  'subagent-start',
  'subagent-stop',
  'compact',
  'unreadable',
] as const

export type Stage = (typeof STAGES)[number]

/** One line of the log. What is not known is absent, never null. */
export interface AuditRecord {
  /** ISO 8601 in UTC, with milliseconds. */
  readonly timestamp: string
  readonly stage: Stage
  readonly session_id?: string
  readonly tool_use_id?: string
  readonly tool_name?: string
  readonly tool_input?: unknown
  readonly tool_response?: unknown
  readonly error?: unknown
  readonly duration_ms?: number
  readonly harness: string
  /** As the harness calls it. */
  readonly event?: string
  readonly cwd: string
  readonly user?: string
  readonly v: number
  readonly [further: string]: unknown
}

/** A record of an event: the fields of every record with those of this one between them. */
export function recordOf(
  stage: Stage,
  event: Event,
  host: Host,
  fields: Readonly<Record<string, unknown>>,
): AuditRecord {
  return {
    timestamp: isoTime(host.now()),
    stage,
    ...known({ session_id: event.sessionId }),
    ...known(fields),
    harness: event.dialect,
    ...known({ event: event.harnessEvent || undefined }),
    cwd: event.cwd,
    ...known({ user: host.user() }),
    v: VERSION,
    ...picked(event.payload, COMMON),
  }
}

/** In every record whose payload has them. */
const COMMON = ['agent_id', 'agent_type', 'prompt_id', 'permission_mode'] as const

/** The call that an event is about. Its input as it came: the neutral event knows only objects. */
export function callOf({ tool, payload }: Event): Record<string, unknown> {
  if (!tool) return {}
  return { tool_use_id: tool.id, tool_name: tool.name, tool_input: payload['tool_input'] ?? tool.input }
}

/** The fields of a payload that are there. */
export function picked(
  payload: Readonly<Record<string, unknown>>,
  keys: readonly string[],
): Record<string, unknown> {
  return known(Object.fromEntries(keys.map((key) => [key, payload[key]])))
}

/** Without what is not known. */
export function known(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  )
}
