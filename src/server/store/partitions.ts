import type { PoolClient } from 'pg'
import { LOCK } from './postgres-schema.ts'
import { inTransaction } from './postgres-transaction.ts'

/** Records that are older than this go into the default partition. */
const MONTHS_BACK = 36
/** What PostgreSQL says of a partition whose records are in the default one (its appendix A). */
const CHECK_VIOLATION = '23514'

interface Month {
  /** `records_2026_11`. */
  readonly name: string
  /** Its first moment and the one after its last, in milliseconds. */
  readonly from: number
  readonly to: number
}

/** The month (UTC) of a time. */
function monthOf(at: number): Month {
  const date = new Date(at)
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth()
  return {
    name: `records_${year}_${String(month + 1).padStart(2, '0')}`,
    from: Date.UTC(year, month, 1),
    to: Date.UTC(year, month + 1, 1),
  }
}

/** Makes the monthly partitions of the table of records as times ask for them. */
export class Partitions {
  private readonly made = new Set<string>()

  /** Those that these times need and that are not there yet, made each in a transaction of its own. */
  async make(times: readonly number[], now: number, client: PoolClient): Promise<void> {
    const oldest = new Date(now)
    oldest.setUTCMonth(oldest.getUTCMonth() - MONTHS_BACK)
    const needed = new Map<string, Month>()
    for (const at of times) {
      const month = monthOf(at)
      if (month.from >= oldest.getTime() && !this.made.has(month.name)) needed.set(month.name, month)
    }
    for (const { name, from, to } of needed.values()) {
      try {
        await inTransaction(client, async () => {
          await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
          await client.query(
            `CREATE TABLE IF NOT EXISTS ${name} PARTITION OF records FOR VALUES FROM ('${iso(from)}') TO ('${iso(to)}')`,
          )
        })
      } catch (error) {
        // The default partition holds records of this month: a clock was wrong, or another server
        // had removed the partition. The others of the month go there too.
        if ((error as { readonly code?: unknown }).code !== CHECK_VIOLATION) throw error
      }
      this.made.add(name)
    }
  }

  /** Drops partitions that end before this time; returns how many records they held. */
  async drop(before: number, client: PoolClient): Promise<number> {
    const { rows } = await client.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent = 'records'::regclass AND c.relname ~ '^records_[0-9]{4}_[0-9]{2}$'`,
    )
    let dropped = 0
    for (const { name } of rows) {
      const [, year, month] = name.split('_').map(Number)
      if (Date.UTC(year ?? 0, month ?? 0, 1) > before) continue
      const { rows: counted } = await client.query<{ n: number }>(`SELECT count(*) AS n FROM ${name}`)
      await client.query(`DROP TABLE ${name}`)
      this.made.delete(name)
      dropped += counted[0]?.n ?? 0
    }
    return dropped
  }
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
