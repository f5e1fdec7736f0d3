import { type Counted, callKey, counted, type SessionSum, sessionWords, sumsOf } from './counts.ts'
import { facetsOf } from './facets.ts'
import { type Listed, type Row, TROUBLE } from './row.ts'
import type { SqliteDatabase } from './sqlite-driver.ts'
import type { Inserted } from './store.ts'

/** Puts new rows and what they add to the sums into the database, in one transaction. */
export class SqliteInsert {
  private readonly db: SqliteDatabase
  constructor(db: SqliteDatabase) {
    this.db = db
  }

  rows(rows: readonly Row[]): Inserted {
    return this.db.transaction(() => this.insertRows(rows))
  }

  private insertRows(rows: readonly Row[]): Inserted {
    const refused = this.refusedBefore(rows)
    const insert = this.db.statement(
      `INSERT INTO records (id, at, received, stage, session, call, tool, user_name, harness, cwd, agent, hook, rule,
        verdict, mode, trouble, counts, duration, bucket, client, summary)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
    )
    const body = this.db.statement('INSERT INTO bodies (seq, record) VALUES (?, ?)')
    const words = this.db.statement('INSERT INTO record_words (rowid, words) VALUES (?, ?)')
    const added: Listed[] = []
    const fresh: Counted[] = []
    for (const row of rows) {
      const [one] = counted([row], refused)
      if (!one) continue
      const { changes, lastInsertRowid } = insert.run(
        row.id,
        row.at,
        row.received,
        row.stage,
        row.session,
        row.call,
        row.tool,
        row.user,
        row.harness,
        row.cwd,
        row.agent,
        row.hook,
        row.rule,
        row.verdict,
        row.mode,
        row.trouble,
        one.counts,
        row.duration,
        row.bucket,
        row.client,
        row.summary,
      )
      if (changes === 0) continue
      const seq = Number(lastInsertRowid)
      body.run(seq, row.record)
      words.run(seq, row.words.join(' '))
      const { words: _words, record: _record, bucket: _bucket, ...listed } = row
      added.push({ seq, ...listed })
      fresh.push(one)
    }
    this.addSums(fresh)
    return { added, duplicates: rows.length - added.length }
  }

  /** The calls of these rows of which a refusal is known already. */
  private refusedBefore(rows: readonly Row[]): Set<string> {
    const refused = new Set<string>()
    const look = this.db.statement(
      'SELECT 1 AS one FROM records WHERE call = ? AND session IS ? AND trouble = 2 LIMIT 1',
    )
    for (const row of rows) {
      const key = row.trouble === TROUBLE.refused ? callKey(row) : undefined
      if (key !== undefined && !refused.has(key) && look.get(row.call, row.session)) refused.add(key)
    }
    return refused
  }

  private addSums(fresh: Counted[]): void {
    const { toolCounts, toolDurations, userCounts, userDurations, sessions } = sumsOf(fresh)
    const count = 'ON CONFLICT DO UPDATE SET n = n + excluded.n'
    const time = `${count}, slowest = max(slowest, excluded.slowest)`
    const toolCount = this.db.statement(
      `INSERT INTO tool_counts (grain, at, tool, harness, counts, n) VALUES (?, ?, ?, ?, ?, ?) ${count}`,
    )
    for (const { grain, at, tool, harness, counts, n } of toolCounts) {
      toolCount.run(grain, at, tool, harness, counts, n)
    }
    const toolDuration = this.db.statement(
      `INSERT INTO tool_durations (grain, at, tool, harness, bucket, n, slowest) VALUES (?, ?, ?, ?, ?, ?, ?) ${time}`,
    )
    for (const { grain, at, tool, harness, bucket, n, slowest } of toolDurations) {
      toolDuration.run(grain, at, tool, harness, bucket, n, slowest)
    }
    const userCount = this.db.statement(
      `INSERT INTO user_counts (grain, user_name, at, tool, harness, counts, n) VALUES (?, ?, ?, ?, ?, ?, ?) ${count}`,
    )
    for (const { grain, user, at, tool, harness, counts, n } of userCounts) {
      userCount.run(grain, user, at, tool, harness, counts, n)
    }
    const userDuration = this.db.statement(
      `INSERT INTO user_durations (grain, user_name, at, tool, harness, bucket, n, slowest)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) ${time}`,
    )
    for (const { grain, user, at, tool, harness, bucket, n, slowest } of userDurations) {
      userDuration.run(grain, user, at, tool, harness, bucket, n, slowest)
    }
    const facet = this.db.statement('INSERT INTO facets (kind, value) VALUES (?, ?) ON CONFLICT DO NOTHING')
    for (const [kind, value] of facetsOf(fresh.map(({ row }) => row))) facet.run(kind, value)
    for (const sum of sessions) this.addSession(sum)
  }

  private addSession(sum: SessionSum): void {
    const before = this.db
      .statement('SELECT rowid AS id, user_name AS "user", cwd, title FROM sessions WHERE session = ?')
      .get(sum.session) as
      | { id: number; user: string | null; cwd: string | null; title: string | null }
      | undefined
    this.db
      .statement(
        `INSERT INTO sessions (session, first, last, records, attempts, successes, failures, invalid, refused,
           user_name, harness, cwd, title, ended)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (session) DO UPDATE SET first = min(first, excluded.first), last = max(last, excluded.last),
           records = records + excluded.records, attempts = attempts + excluded.attempts,
           successes = successes + excluded.successes, failures = failures + excluded.failures,
           invalid = invalid + excluded.invalid, refused = refused + excluded.refused,
           user_name = coalesce(excluded.user_name, user_name), cwd = coalesce(cwd, excluded.cwd),
           title = coalesce(excluded.title, title), ended = max(ended, excluded.ended)`,
      )
      .run(
        sum.session,
        sum.first,
        sum.last,
        sum.records,
        sum.attempts,
        sum.successes,
        sum.failures,
        sum.invalid,
        sum.refused,
        sum.user,
        sum.harness,
        sum.cwd,
        sum.title,
        sum.ended ? 1 : 0,
      )
    const now = {
      user: sum.user ?? before?.user ?? null,
      cwd: before?.cwd ?? sum.cwd,
      title: sum.title ?? before?.title ?? null,
    }
    if (before && now.user === before.user && now.cwd === before.cwd && now.title === before.title) return
    const { id } = this.db
      .statement('SELECT rowid AS id FROM sessions WHERE session = ?')
      .get(sum.session) as { id: number }
    if (before) this.db.statement('DELETE FROM session_words WHERE rowid = ?').run(id)
    this.db
      .statement('INSERT INTO session_words (rowid, words) VALUES (?, ?)')
      .run(id, sessionWords({ ...sum, ...now }).join(' '))
  }
}
