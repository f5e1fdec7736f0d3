import type { AddressInfo } from 'node:net'
import type { Hook } from '../hook.ts'
import { nodeHost } from '../host/node.ts'
import { makeRedactor } from '../redact/redact.ts'
import { json, text } from './http/answer.ts'
import { Bodies } from './http/body.ts'
import { isLoopback } from './http/callers.ts'
import { makeServer } from './http/listener.ts'
import type { Asked, Route } from './http/routes.ts'
import { Queue } from './ingest/queue.ts'
import { Ingest } from './ingest/routes.ts'
import type { Making } from './ingest/rows.ts'
import { Live } from './live.ts'
import { type Log, wordsOf } from './log.ts'
import { lookRoutes } from './look/routes.ts'
import { Metrics } from './metrics.ts'
import { type PageFiles, pageRoutes } from './page/routes.ts'
import type { AskedHook } from './policy/asked-hook.ts'
import { Pool } from './policy/pool.ts'
import type { Caller } from './policy/posted.ts'
import { policyRoute } from './policy/routes.ts'
import type { Settings } from './settings.ts'
import type { Store } from './store/store.ts'

/** What the server is made of besides its settings. */
export interface Parts {
  readonly store: Store
  /** Hooks that may be asked, those of `settings.hooks`. */
  readonly hooks: readonly AskedHook[]
  readonly page: PageFiles
  readonly workerFile: string
  readonly config?: string
  readonly log: Log
  now(): number
}

export interface Serving {
  /** `http://127.0.0.1:4180`. */
  readonly url: string
  /**
   * Takes nothing new, ends what goes on, closes the store. False: the store did not answer in time;
   * whoever sent what is not stored has had no answer either.
   */
  stop(): Promise<boolean>
}

const PRUNE_EVERY_MS = 3_600_000
const DAY_MS = 86_400_000
/** A store that takes longer for its smallest answer is not ready. */
const READY_MS = 5000
/** What comes last at the end has this time even where connections took all of theirs. */
const LEAST_MS = 1000

/**
 * Starts the server. Rejects when the address is taken or a hook can't be loaded; the store is
 * closed then, so that nothing holds the process.
 */
export async function serve(settings: Settings, parts: Parts): Promise<Serving> {
  const { store, log } = parts
  const { limits } = settings
  const metrics = new Metrics()
  const live = new Live()
  const queue = new Queue(store, (rows) => live.tell(rows))
  const bodies = new Bodies(limits)
  const pool = new Pool({
    workerFile: parts.workerFile,
    hooks: parts.hooks.filter(({ name }) => name !== 'audit-tool-call'),
    threads: limits.threads,
    deadlineMs: limits.hookMs,
    ...(parts.config === undefined ? {} : { config: parts.config }),
  })
  const making: Making = {
    redactor: makeRedactor(nodeHost, {
      keys: settings.audit.redactKeys,
      patterns: settings.audit.redactPatterns,
    }),
    options: settings.audit,
    now: parts.now,
  }
  const caller = callerOf(settings)
  const ingest = new Ingest({ bodies, queue, making, secret: settings.secret, metrics, log, caller })
  const hooks = settings.hooks
  gauges(metrics, { bodies, queue, pool, live })
  const requests = metrics.counter('hookbox_http_requests_total', 'Requests, by route and status.')
  const took = metrics.histogram('hookbox_http_seconds', 'Time from a request to the end of its answer.')
  const server = makeServer({
    callers: settings,
    routes: [
      ...ingest.routes(),
      policyRoute({ bodies, pool, ingest, metrics, hooks, caller }),
      ...lookRoutes(store, live, parts.now),
      ...pageRoutes(parts.page),
      ...stateRoutes(store, metrics),
    ],
    requestMs: limits.requestMs,
    ...(settings.tls ? { tls: settings.tls } : {}),
    log,
    done: (route, status, ms) => {
      requests({ route, status: String(status) })
      if (route !== '/v1/live') took(ms, { route })
    },
  })
  try {
    await pool.ready()
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(settings.port, settings.host, resolve)
    })
  } catch (error) {
    live.close()
    await pool.close()
    await store.close()
    throw error
  }
  const { port } = server.address() as AddressInfo
  const pruning = pruneRegularly(settings, parts)
  const name = settings.host.includes(':') ? `[${settings.host}]` : settings.host
  return {
    url: `${settings.tls ? 'https' : 'http'}://${name}:${port}`,
    stop: async () => {
      clearInterval(pruning)
      const until = performance.now() + limits.stopMs
      const left = () => Math.max(LEAST_MS, until - performance.now())
      const closed = new Promise((resolve) => server.close(resolve))
      live.close()
      // Connections that are kept for a next request; some become so only now.
      const idle = setInterval(() => server.closeIdleConnections(), 50)
      const late = setTimeout(() => server.closeAllConnections(), limits.stopMs)
      await closed
      clearInterval(idle)
      clearTimeout(late)
      const isStored = await inTime(ingest.settled(), left())
      await pool.close()
      const isClosed = await inTime(store.close(), left()).catch((error: unknown) => {
        log('the store could not be closed', { error: wordsOf(error) })
        return false
      })
      return isStored && isClosed
    },
  }
}

/** False when it has not come by then; rejects when the work does. */
async function inTime(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Who asks: what the headers say, else the token's name, else (on loopback) this machine's user. */
function callerOf({ host, tokens }: Settings): (asked: Asked) => Caller {
  const isLocal = isLoopback(host) && tokens.length === 0
  const ownUser = isLocal ? nodeHost.user() : undefined
  return ({ request, token }) => {
    const header = (name: string) => {
      const value = request.headers[name]
      return typeof value === 'string' && value !== '' ? value.slice(0, 300) : undefined
    }
    const user = header('x-hookbox-user') ?? token?.name ?? ownUser
    const cwd = header('x-hookbox-cwd')
    return { isLocal, ...(user === undefined ? {} : { user }), ...(cwd === undefined ? {} : { cwd }) }
  }
}

function gauges(
  metrics: Metrics,
  { bodies, queue, pool, live }: { bodies: Bodies; queue: Queue; pool: Pool; live: Live },
): void {
  metrics.gauge('hookbox_waiting_bytes', 'Bytes of bodies that are held.', () => bodies.waiting)
  metrics.gauge('hookbox_waiting_records', 'Records on their way into the store.', () => queue.length)
  metrics.gauge('hookbox_waiting_hooks', 'Posted events that wait for a thread.', () => pool.length)
  metrics.gauge('hookbox_open_pages', 'Open live streams.', () => live.size)
  metrics.gauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss())
  metrics.gauge('process_uptime_seconds', 'Since the start.', () => Math.round(process.uptime()))
}

/** `/health`: the process answers. `/ready`: the store does too. `/metrics`: figures. */
function stateRoutes(store: Store, metrics: Metrics): Route[] {
  return [
    { method: 'GET', path: '/health', needs: 'nobody', answer: () => json({ status: 'ok' }) },
    {
      method: 'GET',
      path: '/ready',
      needs: 'nobody',
      answer: async () => {
        const isReady = await inTime(store.ready(), READY_MS).catch(() => false)
        return isReady ? json({ status: 'ok' }) : json({ status: 'the store does not answer' }, 503)
      },
    },
    { method: 'GET', path: '/metrics', needs: 'read', answer: () => text(metrics.text()) },
  ]
}

function pruneRegularly({ keepDays }: Settings, { store, log, now }: Parts): NodeJS.Timeout | undefined {
  if (keepDays === undefined) return undefined
  const prune = async () => {
    try {
      const removed = await store.prune(now() - keepDays * DAY_MS)
      if (removed > 0) log('old records removed', { records: removed })
    } catch (error) {
      log('old records could not be removed', { error: wordsOf(error) })
    }
  }
  void prune()
  return setInterval(prune, PRUNE_EVERY_MS)
}

/**
 * Hooks that a server answers for when it is not told which. Never those that run a project's own
 * programs (formatters after an edit, tests at a stop): whoever reaches the server, an agent in its
 * sandbox too, could have it run what it has written. From elsewhere only those that judge.
 */
export function usualHooks(hooks: readonly Pick<Hook, 'name' | 'kind' | 'events'>[], host: string): string[] {
  const runsPrograms = ({ kind, events }: Pick<Hook, 'kind' | 'events'>) =>
    kind === 'feedback' || (kind === 'gate' && events.includes('stop'))
  return hooks
    .filter((hook) => (isLoopback(host) ? !runsPrograms(hook) : ['guard', 'observer'].includes(hook.kind)))
    .map(({ name }) => name)
}
