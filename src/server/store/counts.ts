import { type Row, TROUBLE } from './row.ts'
import { searchedWords } from './words.ts'

/** As what a record counts, so that every figure is a sum over one small column. */
export const COUNTS = {
  other: 0,
  attempt: 1,
  success: 2,
  failure: 3,
  invalid: 4,
  refused: 5,
  /** A second word about a call that was counted as refused already. */
  again: 6,
  asked: 7,
} as const
export type Counts = (typeof COUNTS)[keyof typeof COUNTS]

const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** The spans over which sums are kept: short ones for charts of days, long ones for charts of months. */
const GRAINS: readonly number[] = [HOUR, DAY]

/** A row with what it counts as. */
export interface Counted {
  readonly row: Row
  readonly counts: Counts
}

/**
 * What each row counts as. Claude Code tells of a refused call twice: the guard's verdict and
 * PostToolBatch; it counts once. `refused`: calls (`callKey`) that are known as refused already.
 */
export function counted(rows: readonly Row[], refused: Set<string>): Counted[] {
  return rows.map((row) => ({ row, counts: countsOf(row, refused) }))
}

function countsOf(row: Row, refused: Set<string>): Counts {
  if (row.trouble === TROUBLE.refused) {
    const key = callKey(row)
    if (key !== undefined && refused.has(key)) return COUNTS.again
    if (key !== undefined) refused.add(key)
    return COUNTS.refused
  }
  if (row.trouble === TROUBLE.asked) return COUNTS.asked
  switch (row.stage) {
    case 'attempt':
      return COUNTS.attempt
    case 'success':
      return COUNTS.success
    case 'failure':
      return COUNTS.failure
    case 'invalid':
      return COUNTS.invalid
    default:
      return COUNTS.other
  }
}

/** Names a call; ids of calls are the harness's and need not differ between sessions. */
export function callKey({ session, call }: Pick<Row, 'session' | 'call'>): string | undefined {
  return call === null ? undefined : `${session ?? ''}\u001f${call}`
}

/**
 * Which records stand for the calls: one that was attempted and ended is one. Some record only
 * what ended, others (OpenHarness, for a call that failed to start) only the attempt.
 */
export function callCounts(of: (counts: Counts) => number): readonly Counts[] {
  const ends: readonly Counts[] = [COUNTS.success, COUNTS.failure, COUNTS.refused]
  const ended = ends.reduce<number>((sum, counts) => sum + of(counts), 0)
  return [...(of(COUNTS.attempt) >= ended ? [COUNTS.attempt] : ends), COUNTS.invalid]
}

/** Calls, from what was counted. */
export function callsIn(of: (counts: Counts) => number): number {
  return callCounts(of).reduce<number>((sum, counts) => sum + of(counts), 0)
}

/** What the rows add to the counts of an hour or a day. */
interface CountSum {
  readonly grain: number
  /** Its start. */
  readonly at: number
  readonly tool: string
  readonly user: string
  readonly harness: string
  readonly counts: Counts
  n: number
}

interface DurationSum {
  readonly grain: number
  readonly at: number
  readonly tool: string
  readonly user: string
  readonly harness: string
  readonly bucket: number
  n: number
  slowest: number
}

/** What the rows add to a session. */
export interface SessionSum {
  readonly session: string
  readonly harness: string
  first: number
  last: number
  records: number
  attempts: number
  successes: number
  failures: number
  invalid: number
  refused: number
  user: string | null
  cwd: string | null
  title: string | null
  ended: boolean
}

export interface Sums {
  readonly counts: readonly CountSum[]
  readonly durations: readonly DurationSum[]
  readonly sessions: readonly SessionSum[]
}

/** What new rows add to the sums that are kept beside the records. */
export function sumsOf(rows: readonly Counted[]): Sums {
  const sums = new Map<string, CountSum>()
  const durations = new Map<string, DurationSum>()
  const sessions = new Map<string, SessionSum>()
  for (const { row, counts } of rows) {
    for (const grain of GRAINS) {
      const at = Math.floor(row.at / grain) * grain
      const group = { grain, at, tool: row.tool ?? '', user: row.user ?? '', harness: row.harness }
      const key = [grain, at, group.tool, group.user, group.harness].join('\u001f')
      const sum = sums.get(`${key}\u001f${counts}`)
      if (sum) sum.n++
      else sums.set(`${key}\u001f${counts}`, { ...group, counts, n: 1 })
      if (row.bucket === null || row.duration === null) continue
      const known = durations.get(`${key}\u001f${row.bucket}`)
      if (!known) {
        const first = { ...group, bucket: row.bucket, n: 1, slowest: row.duration }
        durations.set(`${key}\u001f${row.bucket}`, first)
      } else {
        known.n++
        known.slowest = Math.max(known.slowest, row.duration)
      }
    }
    if (row.session !== null) addToSession(sessions, row, row.session, counts)
  }
  return { counts: [...sums.values()], durations: [...durations.values()], sessions: [...sessions.values()] }
}

function addToSession(sessions: Map<string, SessionSum>, row: Row, session: string, counts: Counts): void {
  let sum = sessions.get(session)
  if (!sum) {
    sum = {
      session,
      harness: row.harness,
      first: row.at,
      last: row.at,
      records: 0,
      attempts: 0,
      successes: 0,
      failures: 0,
      invalid: 0,
      refused: 0,
      user: null,
      cwd: null,
      title: null,
      ended: false,
    }
    sessions.set(session, sum)
  }
  sum.first = Math.min(sum.first, row.at)
  sum.last = Math.max(sum.last, row.at)
  sum.records++
  if (counts === COUNTS.attempt) sum.attempts++
  if (counts === COUNTS.success) sum.successes++
  if (counts === COUNTS.failure) sum.failures++
  if (counts === COUNTS.invalid) sum.invalid++
  if (counts === COUNTS.refused) sum.refused++
  sum.user = row.user ?? sum.user
  sum.cwd ??= row.cwd
  sum.title = titleOf(row) ?? sum.title
  sum.ended ||= row.stage === 'session-end'
}

/** What a session is called: the name that the harness gave it, else its last prompt. */
function titleOf(row: Row): string | null {
  if (row.stage !== 'prompt' && row.stage !== 'session-start') return null
  const { session_title, prompt } = JSON.parse(row.record) as Readonly<Record<string, unknown>>
  const title = typeof session_title === 'string' ? session_title : prompt
  return typeof title === 'string' && title !== '' ? title.slice(0, 200) : null
}

/** The words by which a session is found. */
export function sessionWords({
  session,
  user,
  cwd,
  title,
  harness,
}: Pick<SessionSum, 'session' | 'user' | 'cwd' | 'title' | 'harness'>): readonly string[] {
  return [...new Set([session, user, title, harness, cwd].flatMap((text) => searchedWords(text ?? '')))]
}
