import type { Event } from '../event.ts'
import type { Host } from '../host/host.ts'
import { KEPT, OF_CALLS, stageOf } from './events.ts'
import { type AuditRecord, callOf, known, picked, recordOf, type Stage } from './record.ts'
import { refusalStage } from './refusal.ts'

/** What is to be recorded of an event, before redaction. */
export function recordsOf(event: Event, host: Host): AuditRecord[] {
  const stage = stageOf(event)
  if (stage !== undefined) return [recordOf(stage, event, host, fieldsOf(stage, event))]
  return event.name === 'tool-batch' ? batchRecords(event, host) : []
}

function fieldsOf(stage: Stage, event: Event): Record<string, unknown> {
  const { payload, tool, stop } = event
  return {
    ...(OF_CALLS.has(stage) ? callOf(event) : {}),
    tool_response: stage === 'success' ? tool?.response : undefined,
    error: stage === 'failure' ? (tool?.error ?? payload['error']) : undefined,
    duration_ms: tool?.durationMs,
    ...picked(payload, KEPT[stage] ?? []),
    background_tasks: stop?.backgroundTasks || undefined,
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
    const { tool_use_id, tool_name, tool_input } = call
    const response = textOf(call['tool_response'])
    if (response === undefined) return []
    const stage = refusalStage(typeof tool_name === 'string' ? tool_name : '', response)
    if (stage === undefined) return []
    const why = stage === 'denied' ? { reason: response } : { error: response }
    return [recordOf(stage, event, host, { tool_use_id, tool_name, tool_input, ...why })]
  })
  const tool_calls = calls.map(({ tool_use_id, tool_name }) => known({ tool_use_id, tool_name }))
  return [...refused, recordOf('batch', event, host, { tool_calls })]
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
