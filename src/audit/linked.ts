import { appendChained, type Seam } from '../chain/append.ts'
import { keyedHasher } from '../chain/key.ts'
import { PLAIN } from '../chain/link.ts'
import type { Context } from '../hook.ts'
import type { Host } from '../host/host.ts'
import { resolvePath } from '../paths/written.ts'
import type { LogFile } from '../store/append-log.ts'
import { isoTime } from '../text/iso-time.ts'
import type { Options } from './options.ts'
import { type AuditRecord, VERSION } from './record.ts'

/**
 * Appends records as the next links of the log's chain; returns the lines as they were written.
 * `seamEnd` finishes the line of a seam. Throws a HostError.
 */
export function appendLinked(
  records: readonly AuditRecord[],
  lines: readonly string[],
  file: LogFile,
  { host, options: { chainKeyFile } }: Context<Options>,
  seamEnd: (line: string) => string,
): Promise<readonly string[]> {
  const hasher = chainKeyFile === '' ? PLAIN : keyedHasher(host, homePath(host, chainKeyFile))
  const seamLine = (seam: Seam) => {
    return seamEnd(
      JSON.stringify({
        timestamp: isoTime(host.now()),
        stage: 'seam',
        harness: records[0]?.harness ?? 'unknown',
        cwd: records[0]?.cwd ?? '/',
        user: records[0]?.user,
        v: VERSION,
        ...seam,
      }),
    )
  }
  return appendChained(host, file, lines, hasher, seamLine)
}

/** The path that a user means, `~/` being the home. */
function homePath(host: Host, path: string): string {
  const isWindows = host.platform === 'win32'
  return /^~[/\\]/.test(path)
    ? resolvePath(host.home() ?? '/', path.slice(2), isWindows)
    : resolvePath(host.cwd() ?? '/', path, isWindows)
}
