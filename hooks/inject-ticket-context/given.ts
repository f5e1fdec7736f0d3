import type { Host } from '../../src/host/host.ts'
import { cachePath, pruneCache, readCache, writeCache } from '../../src/store/cache.ts'
import { shortHash } from '../../src/text/hash.ts'

/**
 * What each session was already told, by the ids of tickets: hashes of their lines, so that a
 * later change can be told from what is known. The texts themselves are not kept here.
 */
export type Given = Readonly<Record<string, unknown>>

const FOLDER = 'tickets-given'
const KEPT_MS = 14 * 86_400_000
/** Tickets with more lines are given whole when they change. */
const MAX_LINES = 300

const nameOf = (sessionId: string) => `${FOLDER}/${shortHash(sessionId)}.json`
const hashOf = (line: string) => shortHash(line).slice(0, 10)

export function readGiven(host: Host, sessionId: string | undefined): Given {
  return sessionId === undefined ? {} : (readCache(host, nameOf(sessionId)) ?? {})
}

/** Remembers what was given now. Without a session or a writable home nothing is remembered. */
export function writeGiven(host: Host, sessionId: string | undefined, given: Given): void {
  if (sessionId === undefined) return
  if (writeCache(host, nameOf(sessionId), given)) pruneCache(host, FOLDER, KEPT_MS)
}

/** After a compaction the model no longer has the text. */
export function forgetGiven(host: Host, sessionId: string | undefined): void {
  const path = sessionId === undefined ? undefined : cachePath(host, nameOf(sessionId))
  if (path === undefined) return
  try {
    host.remove(path)
  } catch {
    // Then the model is told where the ticket is instead of getting it again.
  }
}

/** What is remembered of a ticket's lines. */
export function remembered(lines: readonly string[]): readonly string[] {
  const whole = hashOf(lines.join('\n'))
  return lines.length > MAX_LINES ? [whole] : [whole, ...lines.map(hashOf)]
}

/** How a ticket differs from what the session was given of it. */
export type Difference =
  | { readonly kind: 'new' | 'same' }
  /** `lines`: those that were not there, with the line that names their field. `gone`: how many are not there any more. */
  | { readonly kind: 'changed'; readonly lines: readonly string[]; readonly gone: number }

export function difference(given: unknown, lines: readonly string[]): Difference {
  if (!Array.isArray(given)) return { kind: 'new' }
  const [whole, ...before] = given.map(String)
  const [now, ...after] = remembered(lines)
  if (whole === now) return { kind: 'same' }
  if (before.length === 0 || after.length === 0) return { kind: 'new' }
  const known = new Set(before)
  const left = new Set(after)
  const fresh = lines.flatMap((line, index) =>
    known.has(after[index] ?? '') ? [] : withField(lines, index, line),
  )
  const gone = before.filter((hash) => !left.has(hash)).length
  const unique = fresh.filter((line, index) => line !== fresh[index - 1] || line.startsWith(' '))
  // When most of it is new, all of it reads better.
  const isMost = unique.join('\n').length > 0.6 * lines.join('\n').length
  return isMost ? { kind: 'new' } : { kind: 'changed', lines: unique, gone }
}

/** A line of a description means little without the line that says so. */
function withField(lines: readonly string[], index: number, line: string): string[] {
  if (!line.startsWith(' ')) return [line]
  let at = index - 1
  while (at >= 0 && /^(?: |$)/.test(lines[at] ?? '')) at--
  const field = lines[at]
  return field === undefined ? [line] : [field, line]
}
