import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { rowOf } from '../../src/server/store/row.ts'
import { newDatabase, openDatabase, query } from './databases.ts'

const NOW = Date.UTC(2026, 10, 30, 12)
const DAY = 86_400_000

function row(id: string, at: number, fields: Readonly<Record<string, unknown>> = {}) {
  const record = {
    timestamp: new Date(at).toISOString(),
    stage: 'attempt',
    session_id: 's',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    harness: 'claude-code',
    cwd: '/x',
    v: 1,
    ...fields,
  }
  return rowOf(id, record, JSON.stringify(record), NOW, undefined)
}

test('records lie in partitions of a month, very old ones in the default', async () => {
  const url = await newDatabase('postgres')
  const store = await openDatabase(url, () => NOW)
  await store.insert([
    row('a', NOW),
    row('b', NOW - 31 * DAY),
    row('c', Date.UTC(2026, 9, 31, 23, 59, 59, 999)),
    row('d', Date.UTC(2026, 10, 1)),
    row('e', Date.UTC(2021, 1, 1)),
  ])
  const places = await query(
    url,
    'SELECT tableoid::regclass::text AS part, string_agg(id, $$ $$ ORDER BY id) AS ids FROM records GROUP BY 1 ORDER BY 1',
  )
  expect(places).toEqual([
    { part: 'records_2026_10', ids: 'b c' },
    { part: 'records_2026_11', ids: 'a d' },
    { part: 'records_old', ids: 'e' },
  ])
  await store.prune(Date.UTC(2026, 10, 1))
  expect(await query(url, "SELECT to_regclass('records_2026_10') AS part")).toEqual([{ part: null }])
})

test("the record is JSONB, for questions of one's own", async () => {
  const url = await newDatabase('postgres')
  const store = await openDatabase(url, () => NOW)
  await store.insert([row('a', NOW, { tool_input: { command: 'git push', '\u2400': '🦊' } })])
  const found = await query(
    url,
    `SELECT id, record->'tool_input'->>'command' AS command FROM records WHERE record @> '{"tool_input":{"command":"git push"}}'`,
  )
  expect(found).toEqual([{ id: 'a', command: 'git push' }])
})

test('the queries of the page use indexes, not the whole table', async () => {
  const url = await newDatabase('postgres')
  const store = await openDatabase(url, () => NOW)
  await store.insert(
    Array.from({ length: 3000 }, (_, index) =>
      row(`r${index}`, NOW - index * 1000, { session_id: `s${index % 100}`, user: `u${index % 10}` }),
    ),
  )
  await query(url, 'ANALYZE records')
  const plan = async (sql: string) => JSON.stringify(await query(url, `EXPLAIN ${sql}`))
  expect(await plan("SELECT * FROM records WHERE session = 's7' ORDER BY at LIMIT 50")).toMatch(
    /Index Scan|Bitmap Index Scan/,
  )
  expect(await plan("SELECT * FROM records WHERE id = 'r17'")).toMatch(/Index Scan/)
  expect(await plan('SELECT * FROM records ORDER BY at DESC, seq DESC LIMIT 50')).toMatch(
    /Index Scan Backward/,
  )
})

test('an address that nobody answers, or that is none: words that name no password', async () => {
  const gone = openDatabase('postgres://ada:secret-word@127.0.0.1:9/audit', () => NOW)
  await expect(gone).rejects.toThrow(/^postgres 127\.0\.0\.1:9\/audit can't be used: connect ECONNREFUSED/)
  await expect(gone).rejects.not.toThrow(/secret-word/)
  await expect(openDatabase('postgres://', () => NOW)).rejects.toThrow(/can't be used|is no address/)
})

test('a database of a newer version', async () => {
  const url = await newDatabase('postgres')
  await (await openDatabase(url)).close()
  await query(url, 'UPDATE schema_steps SET taken = 99')
  await expect(openDatabase(url)).rejects.toThrow('made by a newer version of hookbox')
})

test('connections that break are made anew', async () => {
  const url = await newDatabase('postgres')
  const store = await openDatabase(url, () => NOW)
  await store.insert([row('a', NOW)])
  const name = new URL(url).pathname.slice(1)
  await query(
    inject('postgres'),
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
  )
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await store.size()).toBe(1)
  expect((await store.insert([row('b', NOW)])).added).toHaveLength(1)
})

test('a connection that breaks in the middle of its work fails that work alone', async () => {
  const url = await newDatabase('postgres')
  const store = await openDatabase(url, () => NOW)
  const admin = new pg.Client({ connectionString: inject('postgres') })
  await admin.connect()
  onTestFinished(() => admin.end())
  const name = new URL(url).pathname.slice(1)
  const outcomes: string[] = []
  let batch = 0
  // Broken until it happened while an insert was under way.
  while (!outcomes.includes('rejected') && batch < 200) {
    const rows = Array.from({ length: 500 }, (_, index) => row(`${batch}-${index}`, NOW))
    batch++
    const inserted = store.insert(rows).then(
      () => 'resolved',
      () => 'rejected',
    )
    await new Promise((resolve) => setTimeout(resolve, batch % 20))
    await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])
    outcomes.push(await inserted)
  }
  expect(outcomes).toContain('rejected')
  expect((await store.insert([row('after', NOW)])).added).toHaveLength(1)
})

test('records of a month that lie in the default partition keep no other of that month out', async () => {
  const url = await newDatabase('postgres')
  // A server whose clock is 14 years ahead takes this month for one that is long past.
  const ahead = await openDatabase(url, () => NOW + 14 * 365 * DAY)
  await ahead.insert([row('a', NOW)])
  const store = await openDatabase(url, () => NOW)
  expect((await store.insert([row('b', NOW)])).added).toHaveLength(1)
  expect((await store.records({}, { limit: 9 })).map(({ id }) => id).sort()).toEqual(['a', 'b'])
})
