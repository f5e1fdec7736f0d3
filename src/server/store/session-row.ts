import { COUNTS, type Counts, callsIn } from './counts.ts'
import type { Session } from './store.ts'

/** A session as the databases keep it. */
export interface SessionRow {
  readonly session: string
  readonly first: number
  readonly last: number
  readonly records: number
  readonly attempts: number
  readonly successes: number
  readonly failures: number
  readonly invalid: number
  readonly refused: number
  readonly user: string | null
  readonly harness: string
  readonly cwd: string | null
  readonly title: string | null
  readonly ended: boolean | number
}

export function sessionOf(row: SessionRow): Session {
  const { attempts, successes, failures, invalid, refused, ended, ...kept } = row
  const sums: Partial<Record<Counts, number>> = {
    [COUNTS.attempt]: attempts,
    [COUNTS.success]: successes,
    [COUNTS.failure]: failures,
    [COUNTS.invalid]: invalid,
    [COUNTS.refused]: refused,
  }
  return {
    ...kept,
    calls: callsIn((counts) => sums[counts] ?? 0),
    failed: failures + invalid,
    refused,
    ended: Boolean(ended),
  }
}
