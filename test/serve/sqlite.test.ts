import * as fs from 'node:fs'
import * as path from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { StoreError } from '../../src/server/store/store.ts'
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
  ['that is none', (file: string) => fs.writeFileSync(file, 'hello '.repeat(1000)), /not a database/],
  ['that is a folder', (file: string) => fs.mkdirSync(file), /can't be written/],
])('a file %s', async (_title, make, words) => {
  const file = await newDatabase('sqlite')
  fs.mkdirSync(path.dirname(file), { recursive: true })
  make(file)
  await expect(openDatabase(file)).rejects.toThrow(words)
})

test('another kind of address', async () => {
  await expect(openDatabase('mysql://localhost/x')).rejects.toThrow(StoreError)
})
