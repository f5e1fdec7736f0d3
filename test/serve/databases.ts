import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { openStore } from '../../src/server/store/open.ts'
import type { Store } from '../../src/server/store/store.ts'
import { workerFile } from '../server/start.ts'

/** The databases that the tests run against, each new and empty. */
export const DATABASES = ['sqlite', 'postgres'] as const
export type Database = (typeof DATABASES)[number]

let made = 0

/** Removed with the process: a store may outlive the test that made its folder. */
const left: string[] = []
process.on('exit', () => {
  for (const folder of left) fs.rmSync(folder, { recursive: true, force: true })
})

/** What `--store` is given for it. */
export async function newDatabase(database: Database): Promise<string> {
  if (database === 'sqlite') {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hookbox-sqlite-'))
    left.push(folder)
    return path.join(folder, 'data/audit.db')
  }
  const url = inject('postgres')
  const name = `test_${process.pid}_${process.hrtime.bigint()}_${made++}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  return url.replace(/\/postgres$/, `/${name}`)
}

/** The store in it; closed at the end of the test. */
export async function openDatabase(where: string, now: () => number = Date.now): Promise<Store> {
  const store = await openStore(where, workerFile, now)
  onTestFinished(() => store.close().catch(() => {}))
  return store
}

/** A look past the store, as somebody with the database's own tools would take. */
export async function query(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=hookbox' })
  await client.connect()
  try {
    return (await client.query(sql)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}
