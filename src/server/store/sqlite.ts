import { DAY } from './counts.ts'
import { FACETS_SQL, facetLists } from './facets.ts'
import type { Listed, Row } from './row.ts'
import {
  directQuery,
  fromSums,
  isOpen,
  listColumns,
  type Query,
  recordsQuery,
  SUM_TABLES,
  sumQueries,
} from './select.ts'
import { SESSION_COLUMNS, sessionCountQuery, sessionsQuery } from './select-sessions.ts'
import { type SessionRow, sessionOf } from './session-row.ts'
import type { SqliteDatabase } from './sqlite-driver.ts'
import { SqliteInsert } from './sqlite-insert.ts'
import { migrate } from './sqlite-schema.ts'
import { sqliteSql } from './sqlite-sql.ts'
import type { Facets, Filter, Inserted, Page, Session, SessionCursor, SessionFilter, Stats } from './store.ts'
import { type CountLine, type DirectLine, type DurationLine, isPartial, statsOf, timed } from './tally.ts'

/** The records in a SQLite file, reached by one thread: every call returns when it is done. */
export class SqliteRecords {
  private readonly db: SqliteDatabase
  private readonly isReader: boolean

  /** Makes of the database what this version needs. `isReader`: it is only looked at. */
  constructor(db: SqliteDatabase, isReader = false) {
    this.isReader = isReader
    this.db = db
    this.db.exec(
      'PRAGMA busy_timeout = 10000; PRAGMA cache_size = -65536; PRAGMA temp_store = memory; PRAGMA mmap_size = 1073741824',
    )
    if (isReader) return
    // Every commit survives the process; a commit that the machine's power failure takes is
    // whole or not there, and its sender, that had an answer, is the one that can lose a record.
    this.db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = OFF')
    migrate(this.db)
  }

  insert(rows: readonly Row[]): Inserted {
    return new SqliteInsert(this.db).rows(rows)
  }

  records(filter: Filter, page: Page): readonly Listed[] {
    return this.all(recordsQuery(filter, page, sqliteSql)) as Listed[]
  }

  record(id: string): { readonly row: Listed; readonly record: string } | undefined {
    const found = this.db
      .statement(
        `SELECT ${listColumns(sqliteSql)}, b.record FROM records r JOIN bodies b ON b.seq = r.seq WHERE r.id = ?`,
      )
      .get(id) as (Listed & { record: string }) | undefined
    if (!found) return undefined
    const { record, ...row } = found
    return { row, record }
  }

  sessions(
    filter: SessionFilter,
    page: { readonly limit: number; readonly after?: SessionCursor },
  ): readonly Session[] {
    return (this.all(sessionsQuery(filter, page, sqliteSql)) as SessionRow[]).map(sessionOf)
  }

  session(id: string): Session | undefined {
    const row = this.db.statement(`SELECT ${SESSION_COLUMNS} FROM sessions s WHERE s.session = ?`).get(id)
    return row ? sessionOf(row as SessionRow) : undefined
  }

  stats(filter: Filter, step: number): Stats {
    const sessions = isOpen(filter) ? this.count(sessionCountQuery(filter, sqliteSql)) : null
    if (!fromSums(filter, step)) {
      const lines = this.all(directQuery(filter, step, sqliteSql)) as DirectLine[]
      return statsOf(lines, timed(lines), { step, sessions, partial: isPartial(lines) })
    }
    const { counts, durations } = sumQueries(filter, step, sqliteSql)
    return statsOf(this.all(counts) as CountLine[], this.all(durations) as DurationLine[], {
      step,
      sessions,
      partial: false,
    })
  }

  facets(): Facets {
    const rows = this.all({ sql: FACETS_SQL, values: [] })
    return facetLists(rows as { kind: string; value: string }[])
  }

  /** From the sums: to count a million rows would be to read them. */
  size(): number {
    return this.count({
      sql: 'SELECT coalesce(sum(n), 0) AS n FROM tool_counts WHERE grain = ?',
      values: [DAY],
    })
  }

  /** Removes records made before this time, at most `most` of them; returns how many went. */
  prune(before: number, most: number): number {
    return this.db.transaction(() => {
      const old = this.all({
        sql: 'SELECT seq FROM records WHERE at < ? ORDER BY at LIMIT ?',
        values: [before, most],
      }) as { seq: number }[]
      for (const { seq } of old) {
        this.db.statement('DELETE FROM records WHERE seq = ?').run(seq)
        this.db.statement('DELETE FROM bodies WHERE seq = ?').run(seq)
        this.db.statement('DELETE FROM record_words WHERE rowid = ?').run(seq)
      }
      if (old.length < most) this.pruneSums(before)
      return old.length
    })
  }

  private pruneSums(before: number): void {
    for (const table of SUM_TABLES) {
      this.db.statement(`DELETE FROM ${table} WHERE at + grain <= ?`).run(before)
    }
    this.db
      .statement('DELETE FROM session_words WHERE rowid IN (SELECT rowid FROM sessions WHERE last < ?)')
      .run(before)
    this.db.statement('DELETE FROM sessions WHERE last < ?').run(before)
  }

  close(): void {
    if (!this.isReader) this.db.exec('PRAGMA optimize; PRAGMA wal_checkpoint(TRUNCATE)')
    this.db.close()
  }

  private count(query: Query): number {
    const [row] = this.all(query) as { n: number }[]
    return row?.n ?? 0
  }

  private all({ sql, values }: Query): unknown[] {
    return this.db.statement(sql).all(...values)
  }
}
