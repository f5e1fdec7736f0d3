import type { Event } from '../../src/event.ts'
import type { Host } from '../../src/host/host.ts'
import { refusalStage } from './refusal.ts'
import { COMMON, KEPT, type Stage, stageOf } from './stages.ts'

/** The version of the record's shape. */
const VERSION = 1

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

/** What is to be recorded of an event, before redaction. */
export function recordsOf(event: Event, host: Host): AuditRecord[] {
  const stage = stageOf(event)
  if (stage !== undefined) return [recordOf(stage, event, host)]
  return event.name === 'tool-batch' ? batchRecords(event, host) : []
}

function recordOf(stage: Stage, event: Event, host: Host): AuditRecord {
  const { payload, tool } = event
  const isCall = tool !== undefined && !['prompt', 'stop', 'compact'].includes(stage)
  return {
    ...head(stage, event, host),
    ...known({
      tool_use_id: tool?.id,
      tool_name: tool?.name,
      // As it came: the neutral event knows only objects.
      tool_input: isCall ? (payload['tool_input'] ?? tool.input) : undefined,
      tool_response: stage === 'success' ? tool?.response : undefined,
      error: stage === 'failure' ? (tool?.error ?? payload['error']) : undefined,
      duration_ms: tool?.durationMs,
    }),
    ...tail(event, host),
    ...picked(payload, KEPT[stage]),
    ...known({ background_tasks: event.stop?.backgroundTasks || undefined }),
  }
}

/**
 * Of a turn's calls: one record that names them all, so that an attempt without a result can
 * be told from one that still runs, and one for each call that visibly never ran.
 */
function batchRecords(event: Event, host: Host): AuditRecord[] {
  const listed = event.payload['tool_calls']
  const calls = (Array.isArray(listed) ? listed : []).filter(isObject)
  const refused = calls.flatMap((call) => {
    const name = typeof call['tool_name'] === 'string' ? call['tool_name'] : ''
    const response = textOf(call['tool_response'])
    const stage = response === undefined ? undefined : refusalStage(name, response)
    if (stage === undefined) return []
    const { tool_use_id, tool_name, tool_input } = call
    return [
      {
        ...head(stage, event, host),
        ...known({ tool_use_id, tool_name, tool_input, [stage === 'denied' ? 'reason' : 'error']: response }),
        ...tail(event, host),
      },
    ]
  })
  const names = calls.map(({ tool_use_id, tool_name }) => known({ tool_use_id, tool_name }))
  return [...refused, { ...head('batch', event, host), ...tail(event, host), tool_calls: names }]
}

/** A payload that could not be used, as text. */
export function unreadableRecord(text: string, problem: string, cwd: string, host: Host): AuditRecord {
  return {
    timestamp: new Date(host.now()).toISOString(),
    stage: 'unreadable',
    error: problem,
    harness: host.env('OPENHARNESS_HOOK_EVENT') ? 'openharness' : 'unknown',
    cwd,
    ...known({ user: host.user() }),
    v: VERSION,
    payload: text,
  }
}

function head(stage: Stage, event: Event, host: Host) {
  return {
    timestamp: new Date(host.now()).toISOString(),
    stage,
    ...known({ session_id: event.sessionId }),
  }
}

function tail(event: Event, host: Host) {
  return {
    harness: event.dialect,
    ...known({ event: event.harnessEvent || undefined }),
    cwd: event.cwd,
    ...known({ user: host.user() }),
    v: VERSION,
    ...picked(event.payload, COMMON),
  }
}

/** The fields that are there. */
function picked(
  payload: Readonly<Record<string, unknown>>,
  keys: readonly string[],
): Record<string, unknown> {
  return known(Object.fromEntries(keys.map((key) => [key, payload[key]])))
}

function known(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  )
}

/** A tool's result as the model got it: text, or blocks of text. */
function textOf(response: unknown): string | undefined {
  if (typeof response === 'string') return response
  const first: unknown = Array.isArray(response) ? response[0] : undefined
  return isObject(first) && typeof first['text'] === 'string' ? first['text'] : undefined
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
