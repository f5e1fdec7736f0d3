import type { Event } from '../../src/event.ts'
import type { Host } from '../../src/host/host.ts'
import { pruneCache, readCache, writeCache } from '../../src/store/cache.ts'
import { shortHash } from '../../src/text/hash.ts'

/**
 * What the gate remembers between two stops, in `~/.cache/hookbox/verify`: the last green
 * state of each project, and for each session the state it began with and how often it was
 * blocked.
 */

const SESSIONS = 'verify/sessions'
/** What nobody asked for in this time goes. */
const KEPT_MS = 30 * 24 * 3600 * 1000

/** Why a session was blocked; each cause has its own count. */
export type Cause = 'red' | 'stuck'

export interface Remembered {
  readonly fingerprint: string
  readonly head: string | undefined
}

function remembered(value: unknown): Remembered | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { fingerprint, head } = value as Record<string, unknown>
  if (typeof fingerprint !== 'string') return undefined
  return { fingerprint, head: typeof head === 'string' ? head : undefined }
}

/** The state in which the tests of this place were last green. `key` names place and settings. */
export function lastGreen(host: Host, key: string): Remembered | undefined {
  return remembered(readCache(host, greenName(key))?.['green'])
}

export function rememberGreen(host: Host, key: string, green: Remembered): void {
  writeCache(host, greenName(key), { green })
}

function greenName(key: string): string {
  return `verify/green/${shortHash(key)}.json`
}

/** The state of the repository when the session began; undefined when that was not recorded. */
export function baseline(host: Host, event: Event, root: string): Remembered | undefined {
  const session = readSession(host, event)
  return remembered((session?.['baselines'] as Record<string, unknown> | undefined)?.[root])
}

/** Records it, unless this session has one already: a resumed session keeps its first. */
export function rememberBaseline(host: Host, event: Event, root: string, state: Remembered): void {
  if (baseline(host, event, root)) return
  const session = readSession(host, event)
  if (!session) pruneCache(host, SESSIONS, KEPT_MS)
  const baselines = { ...(session?.['baselines'] as Record<string, unknown> | undefined), [root]: state }
  writeSession(host, event, { ...session, baselines })
}

/**
 * How often this agent was blocked in a row for the cause. Undefined when it can't be told.
 * The first stop of a chain starts at 0; `stop_hook_active` says which one that is
 * (docs/contracts/claude-code.md section 12). Without that field only a green run ends the
 * count. The harness's own count is of no use: it starts again with every tool call.
 */
export function blocksSoFar(host: Host, event: Event, cause: Cause): number | undefined {
  if (saysItIsFirst(event)) return 0
  const session = readSession(host, event)
  const counts = session?.['blocks'] as Record<string, unknown> | undefined
  const count = counts?.[cause]
  if (typeof count === 'number') return count
  // Active without a count of ours: another hook blocked, or our file is gone.
  return event.stop?.active && !hasSession(event) ? undefined : 0
}

/** Counts one more block. False when it can't be kept. */
export function countBlock(host: Host, event: Event, cause: Cause, count: number): boolean {
  const session = readSession(host, event)
  if (!session) pruneCache(host, SESSIONS, KEPT_MS)
  const before = saysItIsFirst(event) ? {} : (session?.['blocks'] as Record<string, unknown> | undefined)
  return writeSession(host, event, { ...session, blocks: { ...before, [cause]: count } })
}

/** Ends the counts of this agent, if there are any. */
export function forgetBlocks(host: Host, event: Event): void {
  const session = readSession(host, event)
  if (session?.['blocks'] !== undefined) writeSession(host, event, { ...session, blocks: undefined })
}

/** True for the first stop of a chain, where the harness says so. */
export function saysItIsFirst(event: Event): boolean {
  return event.payload['stop_hook_active'] === false
}

function hasSession(event: Event): boolean {
  return event.sessionId !== undefined && event.sessionId !== ''
}

/** An empty session id is no session: two sessions without one must not share a count. */
function sessionName(event: Event): string | undefined {
  if (!hasSession(event)) return undefined
  const agent = event.payload['agent_id']
  return `${SESSIONS}/${shortHash(`${event.sessionId}\0${typeof agent === 'string' ? agent : ''}`)}.json`
}

function readSession(host: Host, event: Event): Readonly<Record<string, unknown>> | undefined {
  const name = sessionName(event)
  return name === undefined ? undefined : readCache(host, name)
}

function writeSession(host: Host, event: Event, value: Readonly<Record<string, unknown>>): boolean {
  const name = sessionName(event)
  return name !== undefined && writeCache(host, name, value)
}
