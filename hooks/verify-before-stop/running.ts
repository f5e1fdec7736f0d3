import type { Context } from '../../src/hook.ts'
import type { Host } from '../../src/host/host.ts'

const TICK_MS = 1000

/** Tells a person who waits which suites are running, and for how long. */
export class Running {
  readonly #host: Host
  readonly #progress: Context<unknown>['progress']
  readonly #since = new Map<string, number>()

  constructor(host: Host, progress: Context<unknown>['progress']) {
    this.#host = host
    this.#progress = progress
  }

  /** The result of the work, which is shown as running until it ends. Without a watcher it costs nothing. */
  async watch<Result>(name: string, work: Promise<Result>): Promise<Result> {
    if (!this.#progress) return work
    const ended = work.then(
      () => true,
      () => true,
    )
    this.#since.set(name, this.#host.now())
    do this.#tell()
    while (!(await Promise.race([ended, this.#host.sleep(TICK_MS).then(() => false)])))
    this.#since.delete(name)
    return work
  }

  #tell(): void {
    const now = this.#host.now()
    const all = [...this.#since].map(([name, since]) => `${name} (${Math.round((now - since) / 1000)} s)`)
    this.#progress?.(`running ${all.join(', ')}`)
  }
}
