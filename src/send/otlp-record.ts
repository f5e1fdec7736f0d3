import * as os from 'node:os'
import { VERSION } from '../version.ts'

type Attributes = Readonly<Record<string, unknown>>

/** OTLP's AnyValue in its JSON form: 64-bit integers are texts. */
type AnyValue =
  | { readonly stringValue: string }
  | { readonly boolValue: boolean }
  | { readonly intValue: string }
  | { readonly doubleValue: number }
  | { readonly arrayValue: { readonly values: readonly AnyValue[] } }
  | { readonly kvlistValue: { readonly values: readonly KeyValue[] } }

export interface KeyValue {
  readonly key: string
  readonly value: AnyValue
}

/** An ExportLogsServiceRequest with a log record for each record. */
export function otlpRequest(records: readonly Attributes[], resource: Readonly<Record<string, string>>) {
  return {
    resourceLogs: [
      {
        resource: {
          attributes: keyValues({
            'service.name': 'hookbox',
            'service.version': VERSION,
            'host.name': os.hostname(),
            ...resource,
          }),
        },
        scopeLogs: [
          {
            scope: { name: 'hookbox.audit', version: VERSION },
            logRecords: records.map(logRecord),
          },
        ],
      },
    ],
  }
}

function logRecord(record: Attributes) {
  const time = nanoseconds(record['timestamp'])
  const [severityNumber, severityText] = severity(record)
  return {
    ...(time === undefined ? {} : { timeUnixNano: time }),
    observedTimeUnixNano: nanoseconds(new Date().toISOString()),
    severityNumber,
    severityText,
    body: anyValue(record),
    attributes: keyValues(attributes(record)),
  }
}

/** OpenTelemetry's own names where it has one (semantic conventions: general, gen-ai, session). */
const NAMES: Readonly<Record<string, string>> = {
  id: 'log.record.uid',
  session_id: 'session.id',
  tool_name: 'gen_ai.tool.name',
  tool_use_id: 'gen_ai.tool.call.id',
  agent_id: 'gen_ai.agent.id',
  user: 'user.name',
  harness: 'hookbox.harness',
  cwd: 'hookbox.cwd',
  hook: 'hookbox.hook',
  rule: 'hookbox.rule',
  verdict: 'hookbox.verdict',
  mode: 'hookbox.mode',
  duration_ms: 'hookbox.duration_ms',
}

function attributes(record: Attributes): Attributes {
  const named = Object.entries(NAMES).map(([key, name]) => [name, record[key]])
  return { 'event.name': `hookbox.${String(record['stage'])}`, ...Object.fromEntries(named) }
}

/** SeverityNumber and its short name (logs data model). */
export function severity({ stage, verdict, reason }: Attributes): readonly [number, string] {
  if (stage === 'verdict') return verdict === 'ask' ? [10, 'INFO2'] : [13, 'WARN']
  if (stage === 'denied') return [13, 'WARN']
  if (stage === 'seam' && (reason === 'lost' || reason === 'no-checkpoint')) return [13, 'WARN']
  if (stage === 'failure' || stage === 'invalid' || stage === 'unreadable') return [13, 'WARN']
  return [9, 'INFO']
}

function nanoseconds(time: unknown): string | undefined {
  const ms = typeof time === 'string' ? Date.parse(time) : Number.NaN
  return Number.isFinite(ms) ? `${ms}000000` : undefined
}

function keyValues(values: Attributes): readonly KeyValue[] {
  return Object.entries(values).flatMap(([key, value]) =>
    value === undefined || value === null ? [] : [{ key, value: anyValue(value) }],
  )
}

/** Null has no form of its own there: it is an empty text. */
function anyValue(value: unknown): AnyValue {
  switch (typeof value) {
    case 'string':
      return { stringValue: value }
    case 'boolean':
      return { boolValue: value }
    case 'number':
      return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
    case 'object':
      if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } }
      if (value !== null) return { kvlistValue: { values: keyValues(value as Attributes) } }
  }
  return { stringValue: '' }
}
