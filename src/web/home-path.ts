import type { Host } from '../host/host.ts'
import { resolvePath } from '../paths/written.ts'

/** A path of the user's own configuration: absolute, or from the home, with `~/` or without. */
export function homePath(host: Host, written: string): string {
  const path = written.startsWith('~/') ? written.slice(2) : written
  return resolvePath(host.home() ?? '/', path, host.platform === 'win32')
}
