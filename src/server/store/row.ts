import { bucketOf } from './buckets.ts'
import { summaryOf } from './summary.ts'
import { wordsOf } from './words.ts'

/** What became of the call that a record is about. */
export const TROUBLE = { none: 0, failed: 1, refused: 2, asked: 3 } as const
type Trouble = (typeof TROUBLE)[keyof typeof TROUBLE]

/** A record as it is stored: the columns that are searched, and the record itself. */
export interface Row {
  readonly id: string
  /** Milliseconds since the epoch: when the record was made. */
  readonly at: number
  /** When it came here. */
  readonly received: number
  readonly stage: string
  readonly session: string | null
  /** tool_use_id: joins the records of one call. */
  readonly call: string | null
  readonly tool: string | null
  readonly user: string | null
  readonly harness: string
  readonly cwd: string | null
  readonly agent: string | null
  readonly hook: string | null
  readonly rule: string | null
  readonly verdict: string | null
  readonly mode: string | null
  readonly trouble: Trouble
  /** Of the call, in milliseconds. */
  readonly duration: number | null
  /** Its step on the scale of `buckets.ts`. */
  readonly bucket: number | null
  /** The name of the token that it came with. */
  readonly client: string | null
  /** What it is about, in one short line. */
  readonly summary: string
  /** For the search: words in lower case, each once. */
  readonly words: readonly string[]
  /** The record as JSON, without secrets. */
  readonly record: string
}

/** A stored row as lists show it. */
export type Listed = Omit<Row, 'words' | 'record' | 'bucket'> & { readonly seq: number }

type Fields = Readonly<Record<string, unknown>>

/** A client's clock may go wrong by this much before its time is not taken. */
const MAX_AHEAD_MS = 24 * 3600 * 1000
/** Nobody had an agent before. Older is a clock that was never set. */
const OLDEST = Date.UTC(2020, 0, 1)

/**
 * The row of a record that holds no secrets any more. A time that can't be (before 2020, or more
 * than a day ahead) is replaced by the time it came; the record itself keeps what it said.
 */
export function rowOf(
  id: string,
  fields: Fields,
  record: string,
  received: number,
  client: string | undefined,
): Row {
  const said = Date.parse(String(fields['timestamp']))
  const at = said >= OLDEST && said <= received + MAX_AHEAD_MS ? said : received
  const duration = milliseconds(fields['duration_ms'])
  const summary = summaryOf(fields)
  return {
    id,
    at,
    received,
    stage: short(fields['stage']) ?? 'unknown',
    session: sessionOf(fields, at),
    call: short(fields['tool_use_id']),
    tool: short(fields['tool_name']),
    user: short(fields['user']),
    harness: short(fields['harness']) ?? 'unknown',
    cwd: short(fields['cwd'], 1000),
    agent: short(fields['agent_id']),
    hook: short(fields['hook']),
    rule: short(fields['rule']),
    verdict: short(fields['verdict']),
    mode: short(fields['mode']),
    trouble: troubleOf(fields),
    duration,
    bucket: duration === null ? null : bucketOf(duration),
    client: client ?? null,
    summary,
    words: wordsOf(summary, fields),
    record,
  }
}

/**
 * OpenHarness sends no session id (docs/contracts/openharness.md section 8): there the calls of
 * one user in one folder on one day (UTC) are shown together.
 */
function sessionOf(fields: Fields, at: number): string | null {
  const named = short(fields['session_id'])
  if (named !== null) return named
  const cwd = short(fields['cwd'], 200)
  const harness = short(fields['harness'])
  if (cwd === null || harness === null || harness === 'unknown') return null
  const day = new Date(at).toISOString().slice(0, 10)
  return `${harness} ${day} ${short(fields['user'], 60) ?? 'somebody'} ${cwd}`
}

function troubleOf(fields: Fields): Trouble {
  switch (fields['stage']) {
    case 'failure':
    case 'invalid':
    case 'unreadable':
      return TROUBLE.failed
    case 'denied':
      return TROUBLE.refused
    case 'verdict': {
      if (fields['approved'] !== undefined || fields['mode'] === 'observe') return TROUBLE.none
      return fields['verdict'] === 'ask' || fields['mode'] === 'ask' ? TROUBLE.asked : TROUBLE.refused
    }
    default:
      return TROUBLE.none
  }
}

/** A text of a column, cut, so that an index entry of several holds it; null when there is none. */
function short(value: unknown, most = 160): string | null {
  if (typeof value !== 'string' || value === '') return null
  return value.length <= most ? value : value.slice(0, most).replace(/[\ud800-\udbff]$/, '')
}

function milliseconds(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value < 1e12 ? Math.round(value) : null
}
