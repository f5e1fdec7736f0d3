import type { Host } from '../host/host.ts'
import { pruneCache, readCache, writeCache } from '../store/cache.ts'
import { shortHash } from '../text/hash.ts'
import type { Comment, RemoteTicket } from './provider.ts'

/**
 * What trackers answered, in `~/.cache/hookbox/tickets`: one file for each ticket, which only the
 * user can read. No token and nothing made of one is in them.
 */

const FOLDER = 'tickets'
/** A ticket that old is not worth a word, even when nothing newer can be had. */
const KEPT_MS = 30 * 86_400_000

const nameOf = (key: string) => `${FOLDER}/${shortHash(key)}.json`
const waitNameOf = (key: string) => `${FOLDER}/${shortHash(key)}.wait.json`

export interface Cached {
  /** When the tracker was asked; milliseconds since the epoch. */
  readonly at: number
  /** Undefined: it has no such ticket. */
  readonly ticket?: RemoteTicket
}

/** What was answered last, however long ago that is (up to 30 days). */
export function readTicket(host: Host, key: string): Cached | undefined {
  const entry = readCache(host, nameOf(key))
  // The key is compared whole: two of them may share a file's name.
  if (entry === undefined || entry['v'] !== 1 || entry['key'] !== key) return undefined
  const at = Number(entry['at'])
  const age = host.now() - at
  if (!(age >= 0 && age < KEPT_MS)) return undefined
  const ticket = entry['ticket']
  if (ticket === null) return { at }
  return isTicket(ticket) ? { at, ticket } : undefined
}

/** Keeps an answer. Where that can't be written the tracker is asked again next time. */
export function writeTicket(host: Host, key: string, ticket: RemoteTicket | undefined): void {
  writeCache(host, nameOf(key), { v: 1, key, at: host.now(), ticket: ticket ?? null })
  pruneCache(host, FOLDER, KEPT_MS)
}

function isTicket(value: unknown): value is RemoteTicket {
  if (typeof value !== 'object' || value === null) return false
  const { fields, comments } = value as Record<string, unknown>
  return typeof fields === 'object' && fields !== null && Array.isArray(comments) && comments.every(isComment)
}

function isComment(value: unknown): value is Comment {
  if (typeof value !== 'object' || value === null) return false
  const { author, at, text } = value as Record<string, unknown>
  return typeof author === 'string' && typeof at === 'string' && typeof text === 'string'
}

/** Why a tracker is to be left alone for now, and for how many milliseconds more. */
export interface Wait {
  readonly problem: string
  readonly leftMs: number
}

export function readWait(host: Host, key: string): Wait | undefined {
  const entry = readCache(host, waitNameOf(key))
  if (entry === undefined || entry['key'] !== key) return undefined
  const leftMs = Number(entry['until']) - host.now()
  const problem = String(entry['problem'])
  return leftMs > 0 && leftMs <= 3_600_000 ? { problem, leftMs } : undefined
}

export function writeWait(host: Host, key: string, problem: string, ms: number): void {
  writeCache(host, waitNameOf(key), { key, until: host.now() + ms, problem })
}
