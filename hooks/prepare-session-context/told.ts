import type { Host } from '../../src/host/host.ts'
import { pruneCache, readCache, writeCache } from '../../src/store/cache.ts'
import { shortHash } from '../../src/text/hash.ts'
import type { Section } from './section-names.ts'

/**
 * What each session was told at its last start: a hash for each section, so that a resumed one is
 * told only what has changed. The texts themselves are not kept.
 */
const FOLDER = 'session-facts'
const KEPT_MS = 30 * 86_400_000

const nameOf = (sessionId: string) => `${FOLDER}/${shortHash(sessionId)}.json`

export interface Told {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly sections: Readonly<Record<string, unknown>>
}

export function readTold(host: Host, sessionId: string | undefined): Told | undefined {
  const entry = sessionId === undefined ? undefined : readCache(host, nameOf(sessionId))
  const sections = entry?.['sections']
  const at = Number(entry?.['at'])
  if (typeof sections !== 'object' || sections === null || !(at <= host.now())) return undefined
  return { at, sections: sections as Record<string, unknown> }
}

export function writeTold(host: Host, sessionId: string | undefined, sections: readonly Section[]): void {
  if (sessionId === undefined) return
  const hashes = Object.fromEntries(sections.map((section) => [section.name, hashOf(section)]))
  if (writeCache(host, nameOf(sessionId), { at: host.now(), sections: hashes })) {
    pruneCache(host, FOLDER, KEPT_MS)
  }
}

/** Ages and durations change with every start and are no change of the facts. */
export function hashOf({ lines }: Section): string {
  return shortHash(
    lines
      .join('\n')
      .replace(/\b(?:less than a minute|\d+ (?:minutes?|hours?|days?)) ago\b/g, '')
      .replace(/\(\d+ ms\)/g, ''),
  )
}
