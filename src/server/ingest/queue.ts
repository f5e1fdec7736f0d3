import type { Listed, Row } from '../store/row.ts'
import type { Inserted, Store } from '../store/store.ts'

/** Rows of one commit, at most: enough to make the commit cheap, few enough to be quick. */
const AT_ONCE = 2000

interface Waiting {
  readonly rows: readonly Row[]
  resolve(inserted: Inserted): void
  reject(error: unknown): void
}

/**
 * Rows on their way into the store. What comes while a commit runs waits for the next one, all
 * of it together, so that many small batches cost as little as one large. Whoever sent rows hears
 * of them when they are durable.
 */
export class Queue {
  private readonly store: Store
  private readonly tell: (added: readonly Listed[]) => void
  private readonly waiting: Waiting[] = []
  private running: Promise<void> | undefined
  private count = 0

  constructor(store: Store, tell: (added: readonly Listed[]) => void) {
    this.store = store
    this.tell = tell
  }

  /** Rows that are not stored yet. */
  get length(): number {
    return this.count
  }

  put(rows: readonly Row[]): Promise<Inserted> {
    if (rows.length === 0) return Promise.resolve({ added: [], duplicates: 0 })
    this.count += rows.length
    return new Promise((resolve, reject) => {
      this.waiting.push({ rows, resolve, reject })
      this.running ??= this.run()
    })
  }

  /** Resolves when nothing waits any more. */
  async drained(): Promise<void> {
    while (this.running) await this.running
  }

  private async run(): Promise<void> {
    // What comes in the same turn goes along.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.waiting.length > 0) await this.commit(this.next())
    this.running = undefined
  }

  private next(): Waiting[] {
    const batch: Waiting[] = []
    let rows = 0
    for (let first = this.waiting[0]; first; first = this.waiting[0]) {
      if (batch.length > 0 && rows + first.rows.length > AT_ONCE) break
      rows += first.rows.length
      batch.push(first)
      this.waiting.shift()
    }
    return batch
  }

  private async commit(batch: readonly Waiting[]): Promise<void> {
    try {
      const { added } = await this.store.insert(batch.flatMap(({ rows }) => rows))
      this.tell(added)
      const ids = new Map(added.map((row) => [row.id, row]))
      for (const one of batch) {
        // The first who sent an id has it added; for the others it is a duplicate.
        const own = one.rows.flatMap(({ id }) => {
          const row = ids.get(id)
          ids.delete(id)
          return row ? [row] : []
        })
        this.done(one)
        one.resolve({ added: own, duplicates: one.rows.length - own.length })
      }
    } catch (error) {
      // One of them may be at fault: each for itself then.
      if (batch.length > 1) for (const one of batch) await this.commit([one])
      else {
        for (const one of batch) {
          this.done(one)
          one.reject(error)
        }
      }
    }
  }

  private done({ rows }: Waiting): void {
    this.count -= rows.length
  }
}
