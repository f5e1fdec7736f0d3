import { appendChained, type Seam } from '../chain/append.ts'
import { keyedHasher } from '../chain/key.ts'
import { PLAIN } from '../chain/link.ts'
import type { Context } from '../hook.ts'
import type { Host } from '../host/host.ts'
import { resolvePath } from '../paths/written.ts'
import { spoolRecords } from '../spool/append.ts'
import { spoolFolder } from '../spool/folder.ts'
import { appendLog, type LogFile } from '../store/append-log.ts'
import { isoTime } from '../text/iso-time.ts'
import { recordId } from './id.ts'
import type { Options } from './options.ts'
import { type AuditRecord, VERSION } from './record.ts'

/**
 * Writes records whose log has a chain, or which go somewhere else besides. Each place is tried
 * whatever becomes of the other. Returns what the user has to know of deliveries. Throws when one
 * of them could not be written to.
 */
export async function writeFurther(
  records: readonly AuditRecord[],
  lines: readonly string[],
  file: LogFile,
  ctx: Context<Options>,
): Promise<string | undefined> {
  const { host, options } = ctx
  const goesOut = options.sinks.length > 0
  let written = goesOut ? lines.map((line, index) => withId(line, records[index], host)) : lines
  let failure: unknown
  try {
    if (options.chain) written = await chained(records, written, file, ctx, goesOut)
    else await appendLog(host, file, `${written.join('\n')}\n`)
  } catch (error) {
    failure = error
  }
  let told: string | undefined
  if (goesOut) {
    try {
      const folder = spoolFolder(host, options.spool)
      told = await spoolRecords(
        host,
        { folder, maxBytes: options.maxSpoolBytes, sinks: options.sinks },
        written,
      )
    } catch (error) {
      failure ??= error
    }
  }
  if (failure !== undefined) throw failure
  return told
}

/** The line with the id by which a record that is delivered twice is known. */
function withId(line: string, record: Partial<AuditRecord> | undefined, host: Host): string {
  const { session_id, tool_use_id, stage } = record ?? {}
  const about = JSON.stringify([session_id, tool_use_id, stage, line.slice(-500)])
  return `${line.slice(0, -1)},"id":"${recordId(host.now(), about)}"}`
}

function chained(
  records: readonly AuditRecord[],
  lines: readonly string[],
  file: LogFile,
  { host, options: { chainKeyFile } }: Context<Options>,
  goesOut: boolean,
): Promise<readonly string[]> {
  const hasher = chainKeyFile === '' ? PLAIN : keyedHasher(host, homePath(host, chainKeyFile))
  const seamLine = (seam: Seam) => {
    const line = JSON.stringify({
      timestamp: isoTime(host.now()),
      stage: 'seam',
      harness: records[0]?.harness ?? 'unknown',
      cwd: records[0]?.cwd ?? '/',
      user: records[0]?.user,
      v: VERSION,
      ...seam,
    })
    return goesOut ? withId(line, undefined, host) : line
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
