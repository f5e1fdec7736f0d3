import type { Pool, PoolClient, PoolConfig } from 'pg'
import { DAY } from './counts.ts'
import { FACETS_SQL, facetLists } from './facets.ts'
import { Partitions } from './partitions.ts'
import { insertRows } from './postgres-insert.ts'
import { migratePostgres, SCHEMA } from './postgres-schema.ts'
import type { Listed } from './row.ts'
import {
  directQuery,
  fromSums,
  isOpen,
  listColumns,
  type Query,
  recordsQuery,
  type Sql,
  SUM_TABLES,
  sumQueries,
} from './select.ts'
import { SESSION_COLUMNS, sessionCountQuery, sessionsQuery } from './select-sessions.ts'
import { type SessionRow, sessionOf } from './session-row.ts'
import { type Store, StoreError } from './store.ts'
import { type CountLine, type DirectLine, type DurationLine, isPartial, statsOf, timed } from './tally.ts'

const sql: Sql = {
  param: (n) => `$${n}`,
  ms: (column) => `(extract(epoch FROM ${column}) * 1000)::bigint`,
  time: (placeholder) => `to_timestamp(${placeholder}::float8 / 1000)`,
  // It knows by its statistics which index serves.
  apart: (column) => column,
  slot: (column, step) => `(extract(epoch FROM ${column}) * 1000)::bigint / ${step} * ${step}`,
  search: (kind, placeholder) =>
    kind === 'records'
      ? { from: 'records r', where: `r.words @@ ${placeholder}::tsquery` }
      : { from: 'sessions s', where: `s.words @@ ${placeholder}::tsquery` },
  arrival: 'r.seq',
  searched: (words) => words.map((word) => `'${word}':*`).join(' & '),
}

/** A look that takes longer is given up. */
const READ_MS = 15_000
const WRITE_MS = 60_000

/** The records in a PostgreSQL database, in the schema `hookbox` of it. Throws a StoreError. */
export async function openPostgresStore(url: string, now: () => number): Promise<Store> {
  const title = titleOf(url)
  const { reads, writes } = await connect(url, title)
  const partitions = new Partitions()
  const all = async ({ sql: text, values }: Query): Promise<unknown[]> =>
    (await reads.query(text, [...values])).rows as unknown[]
  const count = async (query: Query) => ((await all(query))[0] as { n: number } | undefined)?.n ?? 0
  return {
    title,
    insert: (rows) =>
      withClient(writes, async (client) => {
        await partitions.make(
          rows.map(({ at }) => at),
          now(),
          client,
        )
        return insertRows(rows, client)
      }),
    records: async (filter, page) => (await all(recordsQuery(filter, page, sql))) as Listed[],
    record: async (id) => {
      const [found] = (await all({
        sql: `SELECT ${listColumns(sql)}, r.record::text AS record FROM records r WHERE r.id = $1`,
        values: [id],
      })) as (Listed & { record: string })[]
      if (!found) return undefined
      const { record, ...row } = found
      return { row, record }
    },
    sessions: async (filter, page) =>
      ((await all(sessionsQuery(filter, page, sql))) as SessionRow[]).map(sessionOf),
    session: async (id) => {
      const [row] = await all({
        sql: `SELECT ${SESSION_COLUMNS} FROM sessions s WHERE s.session = $1`,
        values: [id],
      })
      return row ? sessionOf(row as SessionRow) : undefined
    },
    stats: async (filter, step) => {
      const sessions = isOpen(filter) ? await count(sessionCountQuery(filter, sql)) : null
      if (!fromSums(filter, step)) {
        const lines = (await all(directQuery(filter, step, sql))) as DirectLine[]
        return statsOf(lines, timed(lines), { step, sessions, partial: isPartial(lines) })
      }
      const { counts, durations } = sumQueries(filter, step, sql)
      const [lines, times] = await Promise.all([all(counts), all(durations)])
      return statsOf(lines as CountLine[], times as DurationLine[], { step, sessions, partial: false })
    },
    facets: async () => {
      const rows = await all({ sql: FACETS_SQL, values: [] })
      return facetLists(rows as { kind: string; value: string }[])
    },
    size: () =>
      count({ sql: 'SELECT coalesce(sum(n), 0) AS n FROM tool_counts WHERE grain = $1', values: [DAY] }),
    ready: async () => {
      await Promise.all([reads, writes].map((pool) => pool.query('SELECT 1')))
    },
    prune: (before) => withClient(writes, (client) => prune(before, partitions, client)),
    close: async () => {
      await Promise.all([reads.end(), writes.end()])
    },
  }
}

async function connect(url: string, title: string): Promise<{ readonly reads: Pool; readonly writes: Pool }> {
  const pg = await import('pg').then(
    (module) => module.default,
    (error: unknown) => {
      throw new StoreError(
        `PostgreSQL can't be used: the optional package pg can't be loaded (${firstLine(error)}). Install it beside hookbox: npm install pg@8`,
      )
    },
  )
  // Whole numbers up to 2^53 and sums of them, as numbers.
  const types = {
    getTypeParser: (oid: number, format: 'text' | 'binary') =>
      oid === 20 || oid === 1700 ? Number : pg.types.getTypeParser(oid, format),
  }
  const make = (max: number, timeoutMs: number): Pool => {
    const config: PoolConfig = {
      connectionString: url,
      max,
      types: types as NonNullable<PoolConfig['types']>,
      options: `-c search_path=${SCHEMA} -c statement_timeout=${timeoutMs} -c timezone=UTC`,
      connectionTimeoutMillis: 10_000,
      // A server that hangs, or a network that is gone, ends nothing by itself.
      query_timeout: timeoutMs + 5000,
      keepAlive: true,
      application_name: 'hookbox',
    }
    const pool = new pg.Pool(config)
    // A connection that breaks is replaced when it is needed, an idle one (told to the pool) as one at
    // work (told to itself, and to whoever waits for its answer). Unheard, it would end the process.
    pool.on('error', () => {})
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  }
  const writes = make(2, WRITE_MS)
  try {
    await withClient(writes, (client) => migratePostgres(client))
  } catch (error) {
    await writes.end()
    if (error instanceof StoreError) throw error
    throw new StoreError(`${title} can't be used: ${firstLine(error)}`)
  }
  return { reads: make(6, READ_MS), writes }
}

async function withClient<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let failed: Error | undefined
  try {
    return await work(client)
  } catch (error) {
    failed = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    // One that failed may be in the middle of anything.
    client.release(failed)
  }
}

async function prune(before: number, partitions: Partitions, client: PoolClient): Promise<number> {
  const dropped = await partitions.drop(before, client)
  const { rowCount } = await client.query('DELETE FROM records WHERE at < to_timestamp($1::float8 / 1000)', [
    before,
  ])
  for (const table of SUM_TABLES) {
    await client.query(`DELETE FROM ${table} WHERE at + grain <= $1`, [before])
  }
  await client.query('DELETE FROM sessions WHERE last < $1', [before])
  return dropped + (rowCount ?? 0)
}

/** The database without user and password. */
function titleOf(url: string): string {
  try {
    const { host, pathname } = new URL(url)
    return `postgres ${host}${pathname}`
  } catch {
    throw new StoreError('--store is no address of PostgreSQL; expected postgres://user@host/database')
  }
}

function firstLine(error: unknown): string {
  const said = error instanceof AggregateError ? error.errors[0] : error
  return (said instanceof Error ? said.message : String(said)).split('\n')[0] ?? ''
}
