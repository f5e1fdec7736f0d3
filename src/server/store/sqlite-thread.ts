import type { MessagePort } from 'node:worker_threads'
import { SqliteRecords } from './sqlite.ts'
import { openSqlite, type SqliteDatabase } from './sqlite-driver.ts'
import type { Answered, Asked } from './sqlite-store.ts'
import { StoreError } from './store.ts'

/** What a thread of `openSqliteStore` does: opens the file, then answers one question after the other. */
export function answerQuestions(port: MessagePort, file: string, isReader: boolean): void {
  const opened = openSqlite(file).then((db) => ({ db, records: recordsIn(db, file, isReader) }))
  opened.catch(() => {}) // said to whoever asks first
  const answer = async ({ method, args }: Asked): Promise<unknown> => {
    const { db, records } = await opened
    const methods = records as unknown as Record<string, (...args: readonly unknown[]) => unknown>
    const value = methods[method]?.(...args)
    // After the work: what was committed until here is in the file that has the name.
    if (method !== 'close') db.checkFile()
    return value
  }
  port.on('message', (asked: Asked) => {
    answer(asked).then(
      (value) => port.postMessage({ id: asked.id, value } satisfies Answered),
      (error: unknown) => {
        const problem = error instanceof Error ? error.message : String(error)
        const isOurs = error instanceof StoreError
        port.postMessage({ id: asked.id, problem, isOurs } satisfies Answered)
      },
    )
  })
}

function recordsIn(db: SqliteDatabase, file: string, isReader: boolean): SqliteRecords {
  try {
    return new SqliteRecords(db, isReader)
  } catch (error) {
    if (error instanceof StoreError) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new StoreError(
      `the database ${file} can't be used: ${why}; put a whole copy in its place, or give another file with --store`,
    )
  }
}
