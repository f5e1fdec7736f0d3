import type { Host } from '../../src/host/host.ts'
import { joinPath } from '../../src/paths/written.ts'
import { cachePath, readCache, writeCache } from '../../src/store/cache.ts'
import { shortHash } from '../../src/text/hash.ts'

/** What each session was already given: the id of a ticket, and a hash of the text. */
export type Given = Readonly<Record<string, unknown>>

const FOLDER = 'tickets-given'
const KEPT_MS = 14 * 86_400_000

const nameOf = (sessionId: string) => `${FOLDER}/${shortHash(sessionId)}.json`

export function readGiven(host: Host, sessionId: string | undefined): Given {
  return sessionId === undefined ? {} : (readCache(host, nameOf(sessionId)) ?? {})
}

/** Remembers what was given now. Without a session or a writable home nothing is remembered. */
export function writeGiven(host: Host, sessionId: string | undefined, given: Given): void {
  if (sessionId === undefined) return
  const isNew = readCache(host, nameOf(sessionId)) === undefined
  if (writeCache(host, nameOf(sessionId), given) && isNew) removeOld(host)
}

/** After a compaction the model no longer has the text. */
export function forgetGiven(host: Host, sessionId: string | undefined): void {
  const path = sessionId === undefined ? undefined : cachePath(host, nameOf(sessionId))
  if (path === undefined) return
  try {
    host.remove(path)
  } catch {
    // Then the model is told where the file is instead of getting it again.
  }
}

function removeOld(host: Host): void {
  const folder = cachePath(host, FOLDER)
  if (folder === undefined) return
  for (const name of host.list(folder) ?? []) {
    const path = joinPath(folder, name)
    const info = host.lstat(path)
    if (info?.kind !== 'file' || host.now() - info.modified < KEPT_MS) continue
    try {
      host.remove(path)
    } catch {
      return
    }
  }
}
