import type { LogRecord } from '../../store/read-log.ts'
import type { Entry } from './entries.ts'
import { subjectOf } from './subject.ts'

/** What became of a call. started: nothing is known of its end. */
type OutcomeName = 'ok' | 'failed' | 'denied' | 'asked' | 'invalid' | 'started'

export interface Decision {
  readonly hook: string
  readonly verdict: string
  readonly rule?: string
  readonly mode?: string
  readonly approved?: string
  readonly reason: string
}

/** A tool call with all that was recorded of it. */
export interface CallSummary {
  readonly time: string
  readonly session: string
  readonly id: string
  readonly tool: string
  readonly subject: string
  readonly outcome: OutcomeName
  readonly durationMs?: number
  readonly decisions: readonly Decision[]
  readonly user: string
  readonly records: readonly LogRecord[]
}

const OF_CALL = new Set(['attempt', 'success', 'failure', 'denied', 'invalid', 'permission', 'verdict'])

/**
 * The calls in some records, in the order of their first. Those without an id (OpenHarness) are
 * joined by session, tool and input, until one of them has ended.
 */
export function callsOf(entries: readonly Entry[]): readonly CallSummary[] {
  const calls: LogRecord[][] = []
  const open = new Map<string, LogRecord[]>()
  for (const { record } of entries) {
    if (!OF_CALL.has(String(record['stage'])) || typeof record['tool_name'] !== 'string') continue
    const id = record['tool_use_id']
    const key = JSON.stringify([record['session_id'], id ?? [record['tool_name'], record['tool_input']]])
    const known = open.get(key)
    const again = id === undefined && known !== undefined && isEnd(known.at(-1)) && !isEnd(record)
    if (known && !again) known.push(record)
    else {
      const call = [record]
      calls.push(call)
      open.set(key, call)
    }
  }
  return calls.map(summary)
}

function isEnd(record: LogRecord | undefined): boolean {
  return ['success', 'failure', 'denied', 'invalid'].includes(String(record?.['stage']))
}

function summary(records: readonly LogRecord[]): CallSummary {
  const [first = {}] = records
  const text = (field: string) => String(records.find((one) => one[field] !== undefined)?.[field] ?? '')
  const duration = records.find((one) => typeof one['duration_ms'] === 'number')?.['duration_ms']
  return {
    time: String(first['timestamp']),
    session: text('session_id'),
    id: text('tool_use_id'),
    tool: text('tool_name'),
    subject: subjectOf(records.find((one) => one['tool_input'] !== undefined) ?? first),
    outcome: outcomeOf(records),
    ...(typeof duration === 'number' ? { durationMs: duration } : {}),
    decisions: records.filter((one) => one['stage'] === 'verdict').map(decisionOf),
    user: text('user'),
    records,
  }
}

function decisionOf(record: LogRecord): Decision {
  const optional = ['rule', 'mode', 'approved'] as const
  return {
    hook: String(record['hook']),
    verdict: String(record['verdict']),
    reason: String(record['reason'] ?? ''),
    ...Object.fromEntries(
      optional.flatMap((key) => (record[key] === undefined ? [] : [[key, String(record[key])]])),
    ),
  }
}

/** What ran, ran: that counts more than a text that looks like a refusal. */
function outcomeOf(records: readonly LogRecord[]): OutcomeName {
  const has = (stage: string) => records.some((record) => record['stage'] === stage)
  if (has('success')) return 'ok'
  if (has('failure')) return 'failed'
  const held = records.filter(
    ({ stage, mode, approved }) => stage === 'verdict' && mode !== 'observe' && approved === undefined,
  )
  if (has('denied') || held.some(({ verdict, mode }) => verdict !== 'ask' && mode !== 'ask')) return 'denied'
  if (has('invalid')) return 'invalid'
  return held.length > 0 || has('permission') ? 'asked' : 'started'
}
