import type { MessagePort } from 'node:worker_threads'
import { SqliteRecords } from './sqlite.ts'
import { openSqlite } from './sqlite-driver.ts'
import type { Answered, Asked } from './sqlite-store.ts'
import { StoreError } from './store.ts'

/** What a thread of `openSqliteStore` does: opens the file, then answers one question after the other. */
export function answerQuestions(port: MessagePort, file: string, isReader: boolean): void {
  const records = openSqlite(file).then((db) => new SqliteRecords(db, isReader))
  records.catch(() => {}) // said to whoever asks first
  const answer = async ({ method, args }: Asked): Promise<unknown> => {
    const methods = (await records) as unknown as Record<string, (...args: readonly unknown[]) => unknown>
    return methods[method]?.(...args)
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
