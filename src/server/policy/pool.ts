import { Worker } from 'node:worker_threads'
import { undecided } from './answer.ts'
import type { AskedHook } from './asked-hook.ts'
import type { Decision } from './decide.ts'
import type { Caller } from './posted.ts'

export interface PoolSettings {
  /** The bundle whose threads can run hooks. */
  readonly workerFile: string
  /** Hooks that are asked for; a thread has them loaded before the first call. */
  readonly hooks: readonly AskedHook[]
  readonly threads: number
  /** A call has to be decided by then, the wait for a free thread included. */
  readonly deadlineMs: number
  /** A further configuration file with the trust of the command line. */
  readonly config?: string
}

export interface AskedThread {
  readonly hooks: readonly string[]
  readonly body: Uint8Array
  readonly caller: Caller
}

interface Job extends AskedThread {
  /** The thread that has it; undefined while it waits. */
  thread?: Thread
  done(decision: Decision | { readonly problem: string }): void
}

/** Calls that wait for a thread; what comes beyond is answered as undecided at once. */
const MAX_WAITING = 500
/** So long after a thread could not start another is tried. */
const AGAIN_MS = 1000
/** A thread that needs more is ended. */
const MEMORY_MB = 512

/**
 * Threads that run hooks, each one call at a time: a call that never ends, or eats memory, is
 * ended with its thread and holds neither the server nor the other calls. Every call has an
 * answer by its deadline.
 */
export class Pool {
  private readonly settings: PoolSettings
  private readonly threads: Thread[]
  private readonly waiting: Job[] = []

  constructor(settings: PoolSettings) {
    this.settings = settings
    this.threads = Array.from({ length: settings.threads }, () => new Thread(settings, () => this.next()))
  }

  /** Resolves when every thread has its hooks loaded; rejects when one can't. */
  async ready(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.ready))
  }

  /** Calls that are waiting for a thread. */
  get length(): number {
    return this.waiting.length
  }

  async decide(hooks: readonly string[], body: Uint8Array, caller: Caller): Promise<Decision> {
    if (this.waiting.length >= MAX_WAITING) {
      return this.refuse(hooks, body, caller, 'the server has too much to do')
    }
    const { deadlineMs } = this.settings
    const decision = await new Promise<Decision | { readonly problem: string }>((resolve) => {
      const job: Job = { hooks, body, caller, done: resolve }
      const timer = setTimeout(() => this.expire(job), deadlineMs)
      job.done = (result) => {
        clearTimeout(timer)
        resolve(result)
      }
      this.waiting.push(job)
      this.next()
    })
    return 'problem' in decision ? this.refuse(hooks, body, caller, decision.problem) : decision
  }

  /** The decision about a call that the hooks can't be asked about. */
  refuse(hooks: readonly string[], body: Uint8Array, caller: Caller, problem: string): Promise<Decision> {
    const asked = this.settings.hooks.filter(({ name }) => hooks.includes(name))
    return undecided(asked, body, caller, problem)
  }

  private expire(job: Job): void {
    const problem = `no decision after ${this.settings.deadlineMs} ms`
    if (job.thread) {
      job.thread.abandon(problem)
      return
    }
    this.waiting.splice(this.waiting.indexOf(job), 1)
    job.done({ problem })
  }

  private next(): void {
    for (const thread of this.threads) {
      if (!thread.isFree) continue
      const job = this.waiting.shift()
      if (!job) return
      thread.run(job)
    }
  }

  async close(): Promise<void> {
    for (const job of this.waiting.splice(0)) job.done({ problem: 'the server stops' })
    await Promise.all(this.threads.map((thread) => thread.close()))
  }
}

/** A place for a thread; when one is ended another takes its place. */
class Thread {
  readonly ready: Promise<void>
  private readonly settings: PoolSettings
  private readonly freed: () => void
  private worker: Worker
  private job: Job | undefined
  private isLoaded = false
  private closed = false

  constructor(settings: PoolSettings, freed: () => void) {
    this.settings = settings
    this.freed = freed
    this.worker = this.start()
    this.ready = new Promise((resolve, reject) => {
      this.worker.once('message', () => resolve())
      this.worker.once('error', reject)
    })
    this.ready.catch(() => {})
  }

  get isFree(): boolean {
    return this.isLoaded && this.job === undefined && !this.closed
  }

  run(job: Job): void {
    this.job = job
    job.thread = this
    this.worker.postMessage({ hooks: job.hooks, body: job.body, caller: job.caller } satisfies AskedThread)
  }

  async close(): Promise<void> {
    this.closed = true
    this.finish({ problem: 'the server stops' })
    await this.worker.terminate()
  }

  private start(): Worker {
    const { workerFile, hooks, config } = this.settings
    const worker = new Worker(workerFile, {
      workerData: { role: 'policy', hooks: hooks.map(({ name }) => name), config },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    this.isLoaded = false
    worker.on('message', (said: Decision | 'ready') => {
      // What an abandoned thread still says is about a call that has its answer, not about the next.
      if (worker !== this.worker) return
      if (said === 'ready') {
        this.isLoaded = true
        this.freed()
      } else this.finish(said)
    })
    let why = 'its thread has ended'
    worker.on('error', (error) => {
      why = error instanceof Error ? error.message : String(error)
    })
    worker.on('exit', () => {
      if (this.closed || worker !== this.worker) return
      // One that could not even load its hooks (its file was replaced) would not at once either.
      if (this.isLoaded) this.worker = this.start()
      else setTimeout(() => this.startAgain(), AGAIN_MS).unref()
      this.finish({ problem: why })
    })
    return worker
  }

  private startAgain(): void {
    if (!this.closed) this.worker = this.start()
  }

  /** Ends the thread with the call that holds it. */
  abandon(problem: string): void {
    const old = this.worker
    this.worker = this.start()
    void old.terminate()
    this.finish({ problem })
  }

  private finish(result: Decision | { readonly problem: string }): void {
    const { job } = this
    this.job = undefined
    job?.done(result)
    if (!this.closed) this.freed()
  }
}
