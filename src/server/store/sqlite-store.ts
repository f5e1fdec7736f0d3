import { Worker } from 'node:worker_threads'
import type { SqliteRecords } from './sqlite.ts'
import { type Store, StoreError } from './store.ts'

/** What the threads of `sqlite-thread.ts` can be asked. */
type Method = 'insert' | 'records' | 'record' | 'sessions' | 'session' | 'stats' | 'facets' | 'size' | 'prune'
export interface Asked {
  readonly id: number
  readonly method: Method | 'close'
  readonly args: readonly unknown[]
}
export interface Answered {
  readonly id: number
  readonly value?: unknown
  readonly problem?: string
  /** The words of a StoreError, or of any other error. */
  readonly isOurs?: boolean
}

/** Removed in one transaction when old records go, so that what comes in meanwhile hardly waits. */
const PRUNED_AT_ONCE = 2000

/**
 * The records in a SQLite file. One thread writes and one reads, so that neither a slow look nor
 * a full disk holds the thread that answers the harnesses. Throws a StoreError.
 */
export async function openSqliteStore(file: string, workerFile: string): Promise<Store> {
  const writer = await openThread(workerFile, file, false)
  // Opened second: it finds the tables made.
  const reader = await openThread(workerFile, file, true)
  const read =
    <Name extends Method>(method: Name) =>
    (...args: Parameters<SqliteRecords[Name]>) =>
      reader.ask(method, args) as Promise<ReturnType<SqliteRecords[Name]>>
  return {
    title: `sqlite ${file}`,
    insert: (rows) => writer.ask('insert', [rows]) as ReturnType<Store['insert']>,
    records: read('records'),
    record: read('record'),
    sessions: read('sessions'),
    session: read('session'),
    stats: read('stats'),
    facets: read('facets'),
    size: read('size'),
    ready: async () => {
      await Promise.all([reader, writer].map((thread) => thread.ask('size', [])))
    },
    prune: async (before) => {
      let removed = 0
      for (;;) {
        const some = (await writer.ask('prune', [before, PRUNED_AT_ONCE])) as number
        removed += some
        if (some < PRUNED_AT_ONCE) return removed
      }
    },
    close: async () => {
      await reader.end()
      await writer.end()
    },
  }
}

/** A thread that has its database open. One that can't is ended: it would hold the process. */
async function openThread(workerFile: string, file: string, isReader: boolean): Promise<Thread> {
  const thread = new Thread(workerFile, { role: 'sqlite', file, isReader })
  try {
    await thread.ask('size', [])
    return thread
  } catch (error) {
    await thread.terminate()
    throw error
  }
}

interface Waiting {
  resolve(value: unknown): void
  reject(error: Error): void
}

/** A thread with a database of its own. When it dies, whoever waits for it hears of it. */
class Thread {
  private readonly worker: Worker
  private readonly waiting = new Map<number, Waiting>()
  private next = 0
  private dead: Error | undefined

  constructor(file: string, workerData: object) {
    this.worker = new Worker(file, { workerData })
    this.worker.on('message', ({ id, value, problem, isOurs }: Answered) => {
      const waiting = this.waiting.get(id)
      this.waiting.delete(id)
      if (problem === undefined) waiting?.resolve(value)
      else waiting?.reject(isOurs ? new StoreError(problem) : new Error(problem))
    })
    const die = (error: Error) => {
      this.dead ??= error
      for (const { reject } of this.waiting.values()) reject(this.dead)
      this.waiting.clear()
    }
    this.worker.on('error', die)
    this.worker.on('exit', () => die(new Error('the thread of the database has ended')))
  }

  ask(method: Asked['method'], args: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.dead) return reject(this.dead)
      const id = this.next++
      this.waiting.set(id, { resolve, reject })
      this.worker.postMessage({ id, method, args } satisfies Asked)
    })
  }

  async end(): Promise<void> {
    try {
      await this.ask('close', [])
    } finally {
      await this.terminate()
    }
  }

  async terminate(): Promise<void> {
    await this.worker.terminate()
  }
}
