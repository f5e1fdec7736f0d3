import * as fs from 'node:fs'
import * as path from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { rowOf } from '../../src/server/store/row.ts'
import { recordsQuery } from '../../src/server/store/select.ts'
import { openSqlite } from '../../src/server/store/sqlite-driver.ts'
import { migrate } from '../../src/server/store/sqlite-schema.ts'
import { sqliteSql } from '../../src/server/store/sqlite-sql.ts'
import { type Filter, StoreError } from '../../src/server/store/store.ts'
import { newDatabase, openDatabase } from './databases.ts'

test('the file and its folder are for their user alone, and another may read while one writes', async () => {
  const file = await newDatabase('sqlite')
  await openDatabase(file)
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  expect(fs.statSync(path.dirname(file)).mode & 0o777).toBe(0o700)
  const db = new Database(file)
  expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
  expect(db.prepare('SELECT count(*) AS n FROM records').get()).toEqual({ n: 0 })
  db.close()
})

test.each([
  [
    'of a newer version',
    (file: string) => new Database(file).exec('PRAGMA user_version = 99').close(),
    /made by a newer version of hookbox/,
  ],
  [
    'that is none',
    (file: string) => fs.writeFileSync(file, 'hello '.repeat(1000)),
    /^the database \S+ can't be used: file is not a database; .*--store/,
  ],
  [
    'that was cut',
    (file: string) => {
      new Database(file).exec('CREATE TABLE a (b); CREATE TABLE c (d)').close()
      fs.truncateSync(file, 5000)
    },
    /^the database \S+ can't be used: database disk image is malformed; .*--store/,
  ],
  ['that is a folder', (file: string) => fs.mkdirSync(file), /can't be written/],
])('a file %s', async (_title, make, words) => {
  const file = await newDatabase('sqlite')
  fs.mkdirSync(path.dirname(file), { recursive: true })
  make(file)
  await expect(openDatabase(file)).rejects.toThrow(words)
})

test.each([
  ['removed', (file: string) => fs.rmSync(file)],
  [
    'replaced',
    (file: string) => {
      fs.copyFileSync(file, `${file}.copy`)
      fs.renameSync(`${file}.copy`, file)
    },
  ],
])('a file that is %s while it is used takes no more records that would be lost', async (_title, change) => {
  const file = await newDatabase('sqlite')
  const store = await openDatabase(file)
  const row = (id: string) => rowOf(id, { stage: 'attempt' }, '{}', Date.now(), undefined)
  expect((await store.insert([row('a')])).added).toHaveLength(1)
  await store.ready()
  change(file)
  await expect(store.insert([row('b')])).rejects.toThrow(/was removed or replaced while the server ran/)
  await expect(store.size()).rejects.toThrow(StoreError)
  await expect(store.ready()).rejects.toThrow(StoreError)
})

test.each<[Filter, string]>([
  [{}, 'records_at'],
  [{ tool: 'Bash' }, 'records_tool'],
  [{ user: 'ada' }, 'records_user'],
  [{ tool: 'Bash', user: 'ada' }, 'records_at'],
  [{ stage: 'success', harness: 'openharness' }, 'records_at'],
  [{ tool: 'Agent', trouble: 'failed' }, 'records_trouble'],
  [{ user: 'ada', trouble: 'any', from: 0 }, 'records_trouble'],
  [{ rule: 'sudo', tool: 'Bash', trouble: 'refused' }, 'records_rule'],
  [{ verdict: 'ask', user: 'ada' }, 'records_verdict'],
  [{ session: 's', tool: 'Bash', trouble: 'any' }, 'records_session'],
])('records of %j are found by %s', async (filter, index) => {
  const db = await openSqlite(':memory:')
  migrate(db)
  const { sql, values } = recordsQuery(filter, { limit: 100 }, sqliteSql)
  const plan = db.statement(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as { detail: string }[]
  expect(plan[0]?.detail).toMatch(new RegExp(`USING INDEX ${index}\\b`))
  db.close()
})

test('another kind of address', async () => {
  await expect(openDatabase('mysql://localhost/x')).rejects.toThrow(StoreError)
})
