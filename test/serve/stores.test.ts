import * as fs from 'node:fs'
import * as path from 'node:path'
import * as fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { madeRecords } from '../../scripts/made-records.ts'
import { MemoryStore } from '../../src/server/store/memory.ts'
import { openStore } from '../../src/server/store/open.ts'
import { migratePostgres } from '../../src/server/store/postgres-schema.ts'
import { type Row, rowOf } from '../../src/server/store/row.ts'
import { openSqlite } from '../../src/server/store/sqlite-driver.ts'
import { migrate } from '../../src/server/store/sqlite-schema.ts'
import type { Filter, SessionFilter, Store } from '../../src/server/store/store.ts'
import { batch, sentRecord, startServer, workerFile } from '../server/start.ts'
import { DATABASES, type Database, newDatabase, openDatabase } from './databases.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** The middle of a day and of an hour, so that slots are cut on both sides. */
const END = Date.UTC(2026, 10, 30, 14, 37, 11)

function rows(count: number, days: number, seed: number): Row[] {
  return [...madeRecords(count, END, days, seed)].map(({ id, ...record }) =>
    rowOf(id, record, JSON.stringify(record), END + 1000, seed % 2 === 0 ? 'ada' : undefined),
  )
}

/** Rows in parts, some of them twice, as senders deliver them. */
async function fill(store: Store, all: readonly Row[]): Promise<void> {
  for (let at = 0; at < all.length; at += 300) {
    await store.insert(all.slice(Math.max(0, at - 20), at + 300))
  }
}

const filters: fc.Arbitrary<Filter> = fc.record(
  {
    tool: fc.constantFrom('Bash', 'Read', 'Agent', 'none'),
    user: fc.constantFrom('ada', 'linus', 'none'),
    stage: fc.constantFrom('attempt', 'failure', 'verdict', 'session-start'),
    hook: fc.constantFrom('block-sudo', 'none'),
    rule: fc.constantFrom('sudo', 'none'),
    verdict: fc.constantFrom('deny', 'ask'),
    trouble: fc.constantFrom('any', 'failed', 'refused', 'asked'),
    harness: fc.constantFrom('claude-code', 'openharness'),
    from: fc.integer({ min: END - 3 * DAY, max: END }),
    to: fc.integer({ min: END - 3 * DAY, max: END }),
    text: fc.constantFrom(
      'npm',
      'npm test',
      'NPM  te',
      'sudo systemctl',
      'rm -rf ./data',
      'k8s prod',
      '%',
      "'; DROP",
      'zzz',
      'orders ts',
      '*',
      '"a',
      'NOT npm',
      'NEAR(a b)',
      '&',
      '\\',
      "it's",
      'words:npm',
      '日本',
    ),
  },
  { requiredKeys: [] },
)

describe.each(DATABASES)('%s answers as the memory does', (database: Database) => {
  const memory = new MemoryStore()
  let store: Store
  const all = [...rows(1500, 3, 1), ...rows(300, 2, 2)]
  afterAll(() => store.close())
  beforeAll(async () => {
    store = await openStore(await newDatabase(database), workerFile, () => END)
    await fill(memory, all)
    await fill(store, all)
  })

  test('records, page by page', async () => {
    await fc.assert(
      fc.asyncProperty(
        filters,
        fc.constantFrom('new', 'old'),
        fc.integer({ min: 1, max: 200 }),
        async (filter, order, limit) => {
          let after: { at: number; seq: number } | undefined
          for (let page = 0; page < 3; page++) {
            const how = { limit, order, ...(after ? { after } : {}) }
            const [own, expected] = await Promise.all([
              store.records(filter, how),
              memory.records(filter, how),
            ])
            expect(own.map(plain)).toEqual(expected.map(plain))
            const last = expected.at(-1)
            if (!last) break
            after = { at: last.at, seq: last.seq }
          }
        },
      ),
      { numRuns: 120 },
    )
  })

  test('figures', async () => {
    const steps = fc.constantFrom(60_000, HOUR, 3 * HOUR, DAY)
    await fc.assert(
      fc.asyncProperty(filters, steps, async ({ to: _to, ...filter }, step) => {
        // The sums that are kept know hours and days only.
        const from = filter.from === undefined ? {} : { from: Math.floor(filter.from / DAY) * DAY }
        const asked = { ...filter, ...from }
        const [own, expected] = await Promise.all([store.stats(asked, step), memory.stats(asked, step)])
        expect(own).toEqual(expected)
      }),
      { numRuns: 80 },
    )
  })

  test('sessions, page by page', async () => {
    const sessionFilters: fc.Arbitrary<SessionFilter> = fc.record(
      {
        user: fc.constantFrom('ada', 'none'),
        from: fc.integer({ min: END - 3 * DAY, max: END }),
        to: fc.integer({ min: END - 3 * DAY, max: END }),
        text: fc.constantFrom('payments', 'flaky login', 'ada mobile', '%', '_', "'", 'zzz', 'home'),
        trouble: fc.constantFrom('any', 'failed', 'refused'),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(sessionFilters, fc.integer({ min: 1, max: 20 }), async (filter, limit) => {
        let after: { last: number; session: string } | undefined
        for (let page = 0; page < 3; page++) {
          const how = { limit, ...(after ? { after } : {}) }
          const [own, expected] = await Promise.all([
            store.sessions(filter, how),
            memory.sessions(filter, how),
          ])
          expect(own).toEqual(expected)
          const last = expected.at(-1)
          if (!last) break
          after = { last: last.last, session: last.session }
        }
      }),
      { numRuns: 60 },
    )
  })

  test('single ones, choices and size', async () => {
    const [row] = all
    const own = await store.record(row?.id ?? '')
    expect(JSON.parse(own?.record ?? '')).toEqual(JSON.parse(row?.record ?? ''))
    expect(await store.record('none')).toBeUndefined()
    expect(await store.session(row?.session ?? '')).toEqual(await memory.session(row?.session ?? ''))
    expect(await store.session('none')).toBeUndefined()
    expect(await store.facets()).toEqual(await memory.facets())
    expect(await store.size()).toBe(await memory.size())
  })
})

/** Without what only the order of arrival says. */
function plain({ seq: _seq, ...row }: { readonly seq: number }): object {
  return row
}

describe.each(DATABASES)('%s', (database) => {
  const row = (id: string, changes: Readonly<Record<string, unknown>> = {}, at = END): Row => {
    const record = {
      timestamp: new Date(at).toISOString(),
      stage: 'attempt',
      session_id: 's',
      tool_use_id: 'c',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      harness: 'claude-code',
      cwd: '/x',
      user: 'dev',
      v: 1,
      ...changes,
    }
    return rowOf(id, record, JSON.stringify(record), END, undefined)
  }

  test('a row is added once, within a batch and over batches', async () => {
    const store = await openDatabase(await newDatabase(database), () => END)
    const first = await store.insert([row('a'), row('b'), row('a')])
    expect([first.added.map(({ id }) => id), first.duplicates]).toEqual([['a', 'b'], 1])
    const second = await store.insert([row('b', {}, END - 40 * DAY), row('c')])
    expect([second.added.map(({ id }) => id), second.duplicates]).toEqual([['c'], 1])
    expect((await store.stats({}, DAY)).records).toBe(3)
    const seqs = (await store.records({}, { limit: 10, order: 'old' })).map(({ seq }) => seq)
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b))
  })

  test('a refused call counts once, however many say so, now or later', async () => {
    const store = await openDatabase(await newDatabase(database), () => END)
    const verdict = { stage: 'verdict', hook: 'block-sudo', verdict: 'deny', mode: 'enforce', reason: 'no' }
    await store.insert([row('a'), row('b', verdict), row('c', { ...verdict, hook: 'other' })])
    await store.insert([row('d', { stage: 'denied', reason: 'no' })])
    await store.insert([row('e', { stage: 'denied', session_id: 'another' })])
    expect((await store.stats({}, DAY)).tools).toMatchObject([{ calls: 2, refused: 2 }])
    expect((await store.stats({ session: 's' }, DAY)).tools).toMatchObject([{ calls: 1, refused: 1 }])
    expect(await store.session('s')).toMatchObject({ calls: 1, refused: 1, records: 4 })
  })

  test('what hostile records hold stays text', async () => {
    const store = await openDatabase(await newDatabase(database), () => END)
    const names = [
      '<script>alert(1)</script>',
      "'; DROP TABLE records; --",
      '%',
      '_',
      '\\',
      '\u2400',
      '\ufffd',
      '🦊',
      'a'.repeat(5000),
    ]
    await store.insert(
      names.map((name, index) =>
        row(`r${index}`, {
          tool_name: name,
          user: name,
          session_id: name,
          tool_input: { command: name, [name]: [name] },
        }),
      ),
    )
    expect(await store.size()).toBe(names.length)
    for (const name of names.slice(0, 8)) {
      const found = await store.records({ tool: name, user: name, session: name }, { limit: 10 })
      expect(found.map(({ tool }) => tool)).toEqual([name])
    }
    for (const text of ['%', '_', '\\', "'", '"', '*', '""'])
      expect(await store.records({ text }, { limit: 10 }), text).toEqual([])
    expect(await store.records({ text: 'drop table' }, { limit: 10 })).toHaveLength(1)
    expect(await store.sessions({ text: 'script alert' }, { limit: 10 })).toHaveLength(1)
  })

  test('an address that no page makes has an answer, and none of them is an error of ours', async () => {
    const store = await openDatabase(await newDatabase(database), () => END)
    const server = await startServer({ parts: { store } })
    await server.post('/v1/records', batch(sentRecord({ tool_name: 'a\u0000b', session_id: '\u0000' })))
    const queries = [
      ...['tool=%00', 'text=%00', 'id=%00%ff', 'after=1.%00', 'user=%27', 'from=-8640000000000000'],
      ...['to=8640000000000001', 'after=9999999999999999.1', 'after=-1.1', 'limit=', 'order='],
    ]
    for (const path of ['/v1/records', '/v1/sessions', '/v1/stats', '/v1/session', '/v1/record']) {
      for (const query of queries) {
        const { status } = await server.get(`${path}?${query}`)
        expect([200, 400, 404], `${path}?${query}`).toContain(status)
      }
    }
    expect((await server.get('/v1/records?tool=a%00b&from=-8640000000000000')).text).toContain('"tool":"a␀b"')
    expect((await server.get('/v1/session?id=%00')).status).toBe(200)
    await server.stop()
  })

  test('of very many tools the first are offered', async () => {
    const store = await openDatabase(await newDatabase(database), () => END)
    await store.insert(
      Array.from({ length: 300 }, (_, index) => row(`r${index}`, { tool_name: `tool${index}` })),
    )
    const { tools, users } = await store.facets()
    expect([tools.length, tools[0], tools.at(-1), users]).toEqual([200, 'tool0', 'tool278', ['dev']])
  })

  test('old records go, and with them their sums', async () => {
    const store = await openDatabase(await newDatabase(database), () => END)
    await store.insert([
      row('old', { session_id: 'old' }, END - 90 * DAY),
      row('month', { session_id: 'month' }, END - 31 * DAY),
      row('new'),
    ])
    expect(await store.prune(END - 60 * DAY)).toBe(1)
    expect((await store.records({}, { limit: 10 })).map(({ id }) => id)).toEqual(['new', 'month'])
    expect(await store.session('old')).toBeUndefined()
    expect([await store.size(), (await store.stats({}, DAY)).records]).toEqual([2, 2])
    expect(await store.prune(END + DAY)).toBe(2)
    expect(await store.size()).toBe(0)
    await store.insert([row('again')])
    expect(await store.size()).toBe(1)
  })

  test('a database that is opened again has all of it, and its next records come behind', async () => {
    const where = await newDatabase(database)
    const first = await openDatabase(where, () => END)
    await first.insert([row('a')])
    const [before] = await first.records({}, { limit: 1 })
    await first.close()
    const second = await openDatabase(where, () => END)
    const { added } = await second.insert([row('a'), row('b')])
    expect(added.map(({ id }) => id)).toEqual(['b'])
    expect(added[0]?.seq).toBeGreaterThan(before?.seq ?? 0)
  })

  test('two servers that start together on one database', async () => {
    const where = await newDatabase(database)
    const stores = await Promise.all([openDatabase(where, () => END), openDatabase(where, () => END)])
    const ids = Array.from({ length: 40 }, (_, index) => row(`r${index}`, { tool_use_id: `c${index}` }))
    const results = await Promise.all(
      stores.flatMap((store) => [store.insert(ids.slice(0, 30)), store.insert(ids.slice(10))]),
    )
    expect(results.reduce((sum, { added }) => sum + added.length, 0)).toBe(40)
    expect(await stores[0]?.size()).toBe(40)
  })
})

/** As the first version made it, with an hour of two users in its sums. */
async function putFirstVersion(database: Database, where: string): Promise<void> {
  const hour = Math.floor(END / HOUR) * HOUR
  const day = Math.floor(END / DAY) * DAY
  const sums = [HOUR, DAY].flatMap((grain) => {
    const at = grain === HOUR ? hour : day
    return [
      `INSERT INTO counts (grain, at, tool, user_name, harness, counts, n) VALUES
         (${grain}, ${at}, 'Bash', 'ada', 'claude-code', 1, 5), (${grain}, ${at}, 'Bash', 'ada', 'claude-code', 2, 5),
         (${grain}, ${at}, 'Bash', 'ken', 'claude-code', 1, 2), (${grain}, ${at}, 'Bash', 'ken', 'openharness', 3, 2)`,
      `INSERT INTO durations (grain, at, tool, user_name, harness, bucket, n, slowest) VALUES
         (${grain}, ${at}, 'Bash', 'ada', 'claude-code', 4, 5, 90), (${grain}, ${at}, 'Bash', 'ken', 'claude-code', 4, 2, 300)`,
    ]
  })
  if (database === 'sqlite') {
    fs.mkdirSync(path.dirname(where), { recursive: true })
    const db = await openSqlite(where)
    migrate(db, 1)
    for (const sql of sums) db.exec(sql)
    db.close()
    return
  }
  const client = new pg.Client({ connectionString: where, options: '-c search_path=hookbox' })
  await client.connect()
  await migratePostgres(client, 1)
  for (const sql of sums) await client.query(sql)
  await client.end()
}

test.each(DATABASES)('%s: a database of the first version keeps its figures', async (database) => {
  const where = await newDatabase(database)
  await putFirstVersion(database, where)
  const store = await openDatabase(where, () => END)
  const bash = async (filter: Filter, step: number) => (await store.stats(filter, step)).tools[0]
  for (const step of [HOUR, DAY]) {
    expect(await bash({}, step)).toMatchObject({ calls: 7, failed: 2, timed: 7, slowest: 300 })
    expect(await bash({ user: 'ada' }, step)).toMatchObject({ calls: 5, failed: 0, timed: 5, slowest: 90 })
    expect(await bash({ harness: 'openharness' }, step)).toMatchObject({ calls: 2, failed: 2, timed: 0 })
  }
  expect(await store.size()).toBe(14)
  await store.insert(rows(50, 1, 3))
  expect(await store.size()).toBe(64)
  expect((await store.stats({}, DAY)).records).toBe(64)
})
