import * as path from 'node:path'
import type { Registry } from '../command/registry.ts'
import { logTo, wordsOf } from '../server/log.ts'
import { readPage } from '../server/page/routes.ts'
import { type Serving, serve } from '../server/serve.ts'
import { openStore } from '../server/store/open.ts'
import { StoreError } from '../server/store/store.ts'
import { distFolder } from './own-files.ts'
import type { Given } from './serve.ts'
import { readSettings, UsageProblem } from './serve-settings.ts'

/** Exit codes: 0 stopped as asked, 1 could not start or could not store all, 64 usage. */
export async function runServe(given: Given, registry: Registry): Promise<number> {
  const log = logTo((line) => process.stderr.write(line))
  const fail = (problem: string, exit: number) => {
    process.stderr.write(`hookbox serve: ${problem}\n`)
    return exit
  }
  let serving: Serving
  try {
    const hooks = await Promise.all(Object.values(registry).map((load) => load()))
    const settings = await readSettings(given, hooks)
    const dist = distFolder()
    const workerFile = path.join(dist, 'server-worker.cjs')
    const store = await openStore(settings.store, workerFile, Date.now)
    serving = await serve(settings, {
      store,
      hooks: hooks.filter(({ name }) => settings.hooks.includes(name)),
      page: readPage(path.join(dist, 'page'), 'page.js'),
      workerFile,
      ...(given.config === undefined ? {} : { config: path.resolve(given.config) }),
      log,
      now: Date.now,
    })
    log('started', { url: serving.url, store: store.title, hooks: settings.hooks.join(',') })
    process.stdout.write(`${serving.url}\n`)
  } catch (error) {
    if (error instanceof UsageProblem) return fail(error.message, 64)
    if (error instanceof StoreError) return fail(error.message, 1)
    // By its name: each part of the bundle has classes of its own.
    if ((error as Error).name === 'ConfigError') return fail((error as Error).message, 64)
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') return fail(`${given.listen} is taken; give another with --listen`, 1)
    return fail(wordsOf(error), 1)
  }
  const signal = await stopSignal()
  log('stopping', { signal })
  if (!(await serving.stop())) {
    log('stopped, but the database did not answer in time or could not be closed')
    process.exit(1) // what waits for it would hold the process
  }
  log('stopped')
  return 0
}

/** The first of the signals that end a server. A second one ends it at once. */
function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    let stopping = false
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (stopping) process.exit(1)
        stopping = true
        resolve(signal)
      })
    }
  })
}
