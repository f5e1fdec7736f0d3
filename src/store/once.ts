import type { Host } from '../host/host.ts'
import { parentOf } from '../paths/written.ts'
import { shortHash } from '../text/hash.ts'
import { cachePath } from './cache.ts'

/**
 * True the first time it is asked about this text by this user, on any process. Where that
 * can't be remembered it is true every time. Never throws.
 */
export function isFirstTime(host: Host, text: string): boolean {
  const path = cachePath(host, `told/${shortHash(text)}`)
  if (path === undefined) return true
  try {
    host.makeDirectory(parentOf(path) ?? '/', 0o700)
    return host.create(path, '', 0o600)
  } catch {
    return true
  }
}
