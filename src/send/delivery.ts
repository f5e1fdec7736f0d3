import { setTimeout as sleep } from 'node:timers/promises'
import type { Sink } from '../audit/sinks/sinks.ts'
import { bury } from './dead-letters.ts'
import type { Adapter, Outcome, Waiting } from './outcome.ts'
import type { Segments } from './segments.ts'
import { adapterOf, type NamedSink } from './sinks.ts'
import type { Cursor } from './spool-state.ts'

/** How often the spool is looked at while there is nothing in it. */
const LOOK_MS = 150
const FIRST_BACKOFF_MS = 250
const MAX_BACKOFF_MS = 60_000
/** A person has to act. */
const MISCONFIGURED_MS = 60_000

const BATCH_RECORDS = 500
const BATCH_BYTES = 1_000_000

/** Delivers what waits in a spool to one sink, in order. */
export class Delivery {
  readonly key: string
  readonly sink: Sink
  /** Nothing waits. */
  isIdle = false
  /** Since when nothing gets through, by `performance.now()`, and why. */
  failing: { readonly since: number; readonly why: string } | undefined
  /** What a person has to see to. */
  problem: string | undefined
  readonly #segments: Segments
  readonly #signal: AbortSignal
  #maxRecords: number
  #failures = 0

  constructor({ key, sink }: NamedSink, segments: Segments, signal: AbortSignal) {
    this.key = key
    this.sink = sink
    this.#segments = segments
    this.#signal = signal
    this.#maxRecords = ('batchRecords' in sink ? sink.batchRecords : undefined) ?? BATCH_RECORDS
  }

  /** Goes on until the signal ends it. */
  async run(): Promise<void> {
    const adapter = await adapterOf(this.sink)
    const maxBytes = ('batchBytes' in this.sink ? this.sink.batchBytes : undefined) ?? BATCH_BYTES
    try {
      while (!this.#signal.aborted) {
        const read = this.#segments.read(this.#segments.cursor(this.key), this.#maxRecords, maxBytes)
        this.isIdle = read === undefined && this.#segments.isLast(this.key)
        if (read === undefined) await this.#pause(LOOK_MS)
        else await this.#deliver(adapter, read.lines, read.next)
      }
    } finally {
      adapter.close()
    }
  }

  async #deliver(adapter: Adapter, lines: readonly string[], next: Cursor): Promise<void> {
    const batch: Waiting[] = []
    const torn: string[] = []
    for (const line of lines) {
      const record = recordOf(line)
      if (record) batch.push({ line, record })
      else if (line.trim() !== '') torn.push(line)
    }
    if (torn.length > 0) this.#bury('it is no record', torn)
    if (batch.length === 0) return this.#advance(next, 0)
    const outcome = await adapter.deliver(batch, this.#signal)
    if (!this.#signal.aborted || outcome.kind === 'accepted') await this.#take(outcome, batch, next)
  }

  async #take(outcome: Outcome, batch: readonly Waiting[], next: Cursor): Promise<void> {
    switch (outcome.kind) {
      case 'accepted': {
        // Each once, and only what was in the batch, whatever the server says.
        const rejected = new Map((outcome.rejected ?? []).map(({ index, why }) => [batch[index], why]))
        rejected.delete(undefined)
        for (const [waiting, why] of rejected) if (waiting) this.#bury(why, [waiting.line])
        if (outcome.remark !== undefined) this.problem = outcome.remark
        else if (this.failing) this.problem = undefined
        return this.#advance(next, batch.length - rejected.size)
      }
      case 'too-large':
        if (batch.length > 1) {
          this.#maxRecords = Math.max(1, Math.floor(batch.length / 2))
          return
        }
        this.#bury(outcome.why, [batch[0]?.line ?? ''])
        return this.#advance(next, 0)
      case 'refused':
        this.#bury(
          outcome.why,
          batch.map(({ line }) => line),
        )
        return this.#advance(next, 0)
      case 'misconfigured':
        this.#fail(outcome.why)
        this.problem = outcome.why
        return this.#pause(MISCONFIGURED_MS)
      case 'retry': {
        this.#fail(outcome.why)
        const backoff = Math.min(FIRST_BACKOFF_MS * 2 ** this.#failures++, MAX_BACKOFF_MS)
        return this.#pause(Math.max(backoff * (0.5 + Math.random() / 2), outcome.afterMs ?? 0))
      }
    }
  }

  #fail(why: string): void {
    this.failing = { since: this.failing?.since ?? performance.now(), why }
  }

  #advance(next: Cursor, records: number): void {
    this.failing = undefined
    this.#failures = 0
    const { state } = this.#segments
    state.cursors[this.key] = next
    const before = state.sent[this.key]?.records ?? 0
    state.sent[this.key] = { records: before + records, time: new Date().toISOString() }
    this.#segments.save()
  }

  #bury(why: string, lines: readonly string[]): void {
    bury(this.#segments.folder, this.key, why, lines)
    this.problem = `it refused ${lines.length === 1 ? 'a record' : `${lines.length} records`}, which lie in dead-${this.key}.jsonl: ${why}`
  }

  async #pause(ms: number): Promise<void> {
    try {
      await sleep(ms, undefined, { signal: this.#signal })
    } catch {
      // It ends.
    }
  }
}

function recordOf(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
