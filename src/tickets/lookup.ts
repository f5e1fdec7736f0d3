import type { Host } from '../host/host.ts'
import { takeLock } from '../store/lock.ts'
import { isWebProblem } from '../web/client.ts'
import { type Cached, readTicket, readWait, writeTicket, writeWait } from './cache.ts'
import type { Provider, RemoteTicket, Wishes } from './provider.ts'
import type { Reference } from './reference.ts'

export interface Limits {
  readonly host: Host
  /** Milliseconds since the epoch by which there has to be an answer. */
  readonly deadline: number
  /** How long an answer is taken for fresh. */
  readonly freshMs: number
  /** A line for `--explain`. */
  readonly note: (line: string) => void
}

/** What is known of a ticket now. */
export type Looked =
  | {
      readonly kind: 'ticket'
      readonly ticket: RemoteTicket
      /** When the tracker was asked. */
      readonly at: number
      /** Why it is older than it should be. */
      readonly stale?: string
    }
  | { readonly kind: 'missing' }
  | { readonly kind: 'problem'; readonly problem: string }

/** A name that is no ticket may become one; and it costs little to ask. */
const MISSING_FRESH_MS = 5 * 60_000
/** How long a tracker that failed is not asked again, so that not every prompt waits for it. */
const PAUSE_MS = 30_000
/** Others wait for a lock at most as long as they have; one that is older was left behind. */
const LOCK_STALE_MS = 15_000

/**
 * A ticket from the cache while it is fresh, else from its tracker; from the cache all the same,
 * with its age said, when the tracker does not answer. Of several processes that want the same
 * ticket one asks. Never throws.
 */
export async function lookUp(
  provider: Provider,
  reference: Reference,
  wishes: Wishes,
  limits: Limits,
): Promise<Looked> {
  const { host, note } = limits
  const key = JSON.stringify([provider.key, reference.id, wishes.comments, ...wishes.fields])
  const known = readTicket(host, key)
  const fresh = freshAnswer(known, limits)
  if (fresh !== undefined) {
    note(`${reference.id} from the cache, asked of ${provider.name} ${secondsAgo(known, host)}`)
    return fresh
  }
  const wait = readWait(host, provider.key)
  if (wait !== undefined) {
    note(`${provider.name} is not asked for another ${Math.ceil(wait.leftMs / 1000)} s: ${wait.problem}`)
    return orOld(known, wait.problem)
  }
  const waitMs = Math.max(0, limits.deadline - host.now())
  const lock = await takeLock(host, `ticket ${key}`, { waitMs, staleMs: LOCK_STALE_MS })
  if (lock.kind === 'busy') return orOld(known, `${provider.name}: another process still waits for it`)
  try {
    // Whoever had the lock may have brought it.
    const brought = lock.kind === 'taken' ? freshAnswer(readTicket(host, key), limits) : undefined
    return brought ?? (await fetched(provider, { reference, key, known }, wishes, limits))
  } finally {
    if (lock.kind === 'taken') lock.release()
  }
}

interface Wanted {
  readonly reference: Reference
  readonly key: string
  readonly known: Cached | undefined
}

async function fetched(
  provider: Provider,
  { reference, key, known }: Wanted,
  wishes: Wishes,
  { host, deadline, note }: Limits,
): Promise<Looked> {
  const started = host.now()
  const took = () => `${Math.round(host.now() - started)} ms`
  try {
    const ticket = await provider.fetch(reference, wishes, { host, deadline, secrets: [] })
    const unseen = ticket ? '' : ' (or not to be seen with this token)'
    note(`${reference.id} ${ticket ? 'from' : 'is not known to'} ${provider.name}${unseen}, ${took()}`)
    writeTicket(host, key, ticket)
    return ticket ? { kind: 'ticket', ticket, at: host.now() } : { kind: 'missing' }
  } catch (error) {
    const said = isWebProblem(error) ? error.message : `an unexpected error (${nameOf(error)})`
    const problem = `${provider.name}: ${said}`
    note(`${reference.id}: ${problem}, ${took()}`)
    const pause = isWebProblem(error) ? (error.waitMs ?? PAUSE_MS) : PAUSE_MS
    if (pause > 0) writeWait(host, provider.key, problem, pause)
    return orOld(known, problem)
  }
}

/** The kind of an error only: its words may hold what a server sent. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error
}

function freshAnswer(known: Cached | undefined, { host, freshMs }: Limits): Looked | undefined {
  if (known === undefined) return undefined
  const age = host.now() - known.at
  if (known.ticket === undefined) {
    return age < Math.min(freshMs, MISSING_FRESH_MS) ? { kind: 'missing' } : undefined
  }
  return age < freshMs ? { kind: 'ticket', ticket: known.ticket, at: known.at } : undefined
}

function orOld(known: Cached | undefined, problem: string): Looked {
  if (known?.ticket === undefined) return { kind: 'problem', problem }
  return { kind: 'ticket', ticket: known.ticket, at: known.at, stale: problem }
}

function secondsAgo(known: Cached | undefined, host: Host): string {
  return `${Math.round((host.now() - (known?.at ?? host.now())) / 1000)} s ago`
}
