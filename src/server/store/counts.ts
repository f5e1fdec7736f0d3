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

/** Between the parts of a key; in no name that a person gives. */
const SEPARATOR = '\u001f'

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
  return call === null ? undefined : `${session ?? ''}${SEPARATOR}${call}`
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

/** Of what a sum is kept: an hour or a day of a tool. */
interface SumKey {
  readonly grain: number
  /** Its start. */
  readonly at: number
  readonly tool: string
  readonly harness: string
}

/** What the rows add to the counts of all users. */
interface CountSum extends SumKey {
  readonly counts: Counts
  n: number
}

/** What they add to the durations of all users. */
interface DurationSum extends SumKey {
  readonly bucket: number
  n: number
  slowest: number
}

interface OfUser {
  readonly user: string
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

/** Most figures ask for no user: they are not to be added up from those of each. */
export interface Sums {
  readonly toolCounts: readonly CountSum[]
  readonly toolDurations: readonly DurationSum[]
  readonly userCounts: readonly (CountSum & OfUser)[]
  readonly userDurations: readonly (DurationSum & OfUser)[]
  readonly sessions: readonly SessionSum[]
}

/** What new rows add to the sums that are kept beside the records. */
export function sumsOf(rows: readonly Counted[]): Sums {
  const toolCounts = new Map<string, CountSum>()
  const toolDurations = new Map<string, DurationSum>()
  const userCounts = new Map<string, CountSum & OfUser>()
  const userDurations = new Map<string, DurationSum & OfUser>()
  const sessions = new Map<string, SessionSum>()
  for (const { row, counts } of rows) {
    const user = row.user ?? ''
    for (const grain of GRAINS) {
      const at = Math.floor(row.at / grain) * grain
      const of: SumKey = { grain, at, tool: row.tool ?? '', harness: row.harness }
      const key = [grain, at, of.tool, of.harness].join(SEPARATOR)
      count(toolCounts, `${key}${SEPARATOR}${counts}`, { ...of, counts })
      count(userCounts, [key, counts, user].join(SEPARATOR), { ...of, counts, user })
      const { bucket, duration } = row
      if (bucket === null || duration === null) continue
      time(toolDurations, `${key}${SEPARATOR}${bucket}`, { ...of, bucket }, duration)
      time(userDurations, [key, bucket, user].join(SEPARATOR), { ...of, bucket, user }, duration)
    }
    if (row.session !== null) addToSession(sessions, row, row.session, counts)
  }
  return {
    toolCounts: [...toolCounts.values()],
    toolDurations: [...toolDurations.values()],
    userCounts: [...userCounts.values()],
    userDurations: [...userDurations.values()],
    sessions: [...sessions.values()],
  }
}

function count<Sum extends CountSum>(sums: Map<string, Sum>, key: string, of: Omit<Sum, 'n'>): void {
  const sum = sums.get(key)
  if (sum) sum.n++
  else sums.set(key, { ...of, n: 1 } as Sum)
}

function time<Sum extends DurationSum>(
  sums: Map<string, Sum>,
  key: string,
  of: Omit<Sum, 'n' | 'slowest'>,
  duration: number,
): void {
  const sum = sums.get(key)
  if (!sum) sums.set(key, { ...of, n: 1, slowest: duration } as Sum)
  else {
    sum.n++
    sum.slowest = Math.max(sum.slowest, duration)
  }
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
