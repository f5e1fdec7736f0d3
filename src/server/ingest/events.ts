import { randomUUID } from 'node:crypto'
import type { AuditRecord } from '../../audit/record.ts'
import { recordOf } from '../../audit/record.ts'
import { recordsOf } from '../../audit/records.ts'
import { isWanted } from '../../audit/write.ts'
import { PayloadError } from '../../event.ts'
import { type Caller, callerHost, eventOf, readPosted } from '../policy/posted.ts'
import type { Row } from '../store/row.ts'
import { type Making, rowOfRecord } from './rows.ts'

/** What is kept of a payload that can't be used. */
const KEPT = 64 * 1024

export interface EventRows {
  readonly rows: readonly Row[]
  /** What is wrong with the payload, when something is; then the rows say so too. */
  readonly problem?: string
}

/** The rows of an event that a harness posts as it is, with its secrets in it. */
export async function rowsOfEvent(
  body: Uint8Array,
  caller: Caller,
  client: string | undefined,
  making: Making,
): Promise<EventRows> {
  const { records, problem } = await recordsIn(body, caller)
  const wanted = records.filter((record) => isWanted(record, making.options))
  const rows = await Promise.all(wanted.map((record) => rowOfRecord(randomUUID(), record, client, making)))
  return problem === undefined ? { rows } : { rows, problem }
}

async function recordsIn(
  body: Uint8Array,
  caller: Caller,
): Promise<{ readonly records: readonly AuditRecord[]; readonly problem?: string }> {
  try {
    const posted = await readPosted(body)
    const host = callerHost(caller, posted.payload)
    return { records: recordsOf(eventOf(posted, host), host) }
  } catch (error) {
    if (!(error instanceof PayloadError)) throw error
    const host = callerHost(caller, undefined)
    const event = {
      name: 'other',
      dialect: 'unknown',
      harnessEvent: '',
      cwd: caller.cwd ?? '',
      payload: {},
    } as const
    const payload = new TextDecoder().decode(body.subarray(0, KEPT))
    return {
      records: [recordOf('unreadable', event, host, { error: error.message, payload })],
      problem: error.message,
    }
  }
}
