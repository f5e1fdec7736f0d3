import * as fs from 'node:fs'
import * as path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { nodeHost } from '../host/node.ts'
import { PROBLEM, STARTING, WAIT } from '../spool/folder.ts'
import { deadLetterFiles } from './dead-letters.ts'
import { Delivery } from './delivery.ts'
import { Segments } from './segments.ts'
import { type SenderLock, takeSenderLock } from './sender-lock.ts'
import { type NamedSink, readSinks } from './sinks.ts'

export interface SenderOptions {
  /** It ends when nothing came for so long. */
  readonly idleMs: number
  /** It ends when nothing got through for so long. */
  readonly patienceMs: number
  /** No sender is started by a hook for so long then. */
  readonly waitMs: number
  /** It stays, whatever happens. */
  readonly watch: boolean
}

export const SENDER_OPTIONS: SenderOptions = {
  idleMs: 5000,
  patienceMs: 300_000,
  waitMs: 120_000,
  watch: false,
}

const TICK_MS = 100
const ENDING = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/**
 * Delivers what waits in the spool to all its sinks, and ends when there is nothing more, or when
 * none of it gets through. One process does so for a spool. Returns the exit code: 0 all was
 * delivered or another sender is at it, 1 something is left.
 */
export async function send(folder: string, options: SenderOptions): Promise<number> {
  nodeHost.makeDirectory(folder, 0o700)
  for (;;) {
    const lock = await takeSenderLock(folder)
    fs.rmSync(path.join(folder, STARTING), { force: true })
    if (!lock) return 0
    fs.rmSync(path.join(folder, WAIT), { force: true })
    const stop = new AbortController()
    const end = () => stop.abort()
    for (const signal of ENDING) process.once(signal, end)
    let isLeft: boolean
    try {
      isLeft = await new Sender(folder, options, lock, stop.signal).run()
    } finally {
      lock.release()
      for (const signal of ENDING) process.removeListener(signal, end)
    }
    if (isLeft || stop.signal.aborted) return isLeft ? 1 : 0
    // A hook that saw the lock as it was given back started nobody.
    if (!hasMore(folder)) return 0
  }
}

function hasMore(folder: string): boolean {
  const segments = new Segments(folder)
  return readSinks(folder).sinks.some(
    ({ key }) => segments.read(segments.cursor(key), 1, 1) !== undefined || !segments.isLast(key),
  )
}

class Sender {
  readonly #folder: string
  readonly #options: SenderOptions
  readonly #lock: SenderLock
  readonly #stop: AbortSignal
  readonly #segments: Segments
  #idleSince: number | undefined
  #problem: string | undefined

  constructor(folder: string, options: SenderOptions, lock: SenderLock, stop: AbortSignal) {
    this.#folder = folder
    this.#options = options
    this.#lock = lock
    this.#stop = stop
    this.#segments = new Segments(folder)
    // That of an earlier sender.
    this.#problem = fs.existsSync(path.join(folder, PROBLEM)) ? '' : undefined
  }

  /** True when something is left that could not be delivered. */
  async run(): Promise<boolean> {
    for (;;) {
      const { text, sinks } = readSinks(this.#folder)
      if (sinks.length === 0 && !this.#options.watch) return false
      const why = await this.#deliver(sinks, text)
      if (why !== 'changed') return why === 'failed'
    }
  }

  /** Until the sinks change, nothing is left, nothing gets through, or it is told to end. */
  async #deliver(
    sinks: readonly NamedSink[],
    text: string,
  ): Promise<'changed' | 'done' | 'failed' | 'ended'> {
    const round = new AbortController()
    const deliveries = sinks.map((sink) => new Delivery(sink, this.#segments, round.signal))
    const running = Promise.all(deliveries.map((delivery) => delivery.run()))
    let crash: unknown
    running.catch((error: unknown) => {
      crash = error
    })
    try {
      for (let tick = 1; ; tick++) {
        await sleep(TICK_MS)
        if (crash !== undefined) throw crash
        if (this.#stop.aborted || !this.#lock.isOurs()) return 'ended'
        if (tick % 10 === 0 && readSinks(this.#folder).text !== text) return 'changed'
        this.#segments.tidy(sinks.map(({ key }) => key))
        this.#tell(deliveries)
        const state = this.#options.watch ? undefined : this.#ending(deliveries)
        if (state) return state
      }
    } finally {
      round.abort()
      await running.catch(() => {})
    }
  }

  #ending(deliveries: readonly Delivery[]): 'done' | 'failed' | undefined {
    const { idleMs, patienceMs, waitMs } = this.#options
    const now = performance.now()
    const failing = deliveries.filter((one) => one.failing && now - one.failing.since >= patienceMs)
    if (failing.length > 0 && deliveries.every((one) => one.isIdle || failing.includes(one))) {
      const until = new Date(Date.now() + waitMs)
      fs.writeFileSync(path.join(this.#folder, WAIT), '', { mode: 0o600 })
      fs.utimesSync(path.join(this.#folder, WAIT), until, until)
      return 'failed'
    }
    if (!deliveries.every((one) => one.isIdle)) this.#idleSince = undefined
    else this.#idleSince ??= now
    return this.#idleSince !== undefined && now - this.#idleSince >= idleMs ? 'done' : undefined
  }

  /** What the next hook tells the user. */
  #tell(deliveries: readonly Delivery[]): void {
    const told = deliveries.flatMap((delivery) => problemOf(delivery) ?? [])
    const problem =
      told.length === 0
        ? undefined
        : `audit records do not arrive everywhere. ${told.join('. ')}. hookbox audit spool says more`
    if (problem === this.#problem) return
    // It stays until everything got through and nobody has refused anything.
    if (problem === undefined && !deliveries.every((one) => one.isIdle && !one.failing)) return
    if (problem === undefined && deadLetterFiles(this.#folder).length > 0) return
    this.#problem = problem
    const file = path.join(this.#folder, PROBLEM)
    if (problem === undefined) fs.rmSync(file, { force: true })
    else {
      const text = `${JSON.stringify({ at: new Date().toISOString(), message: problem })}\n`
      fs.writeFileSync(`${file}.new`, text, { mode: 0o600 })
      fs.renameSync(`${file}.new`, file)
    }
  }
}

/** An outage is worth a word when it lasts. */
const OUTAGE_MS = 120_000

function problemOf({ key, sink, failing, problem }: Delivery): string | undefined {
  if (problem !== undefined) return `${key} (${sink.url}): ${problem}`
  if (!failing || performance.now() - failing.since < OUTAGE_MS) return undefined
  return `${key} (${sink.url}) can't be reached: ${failing.why}`
}
