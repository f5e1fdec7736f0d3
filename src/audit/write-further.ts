import type { Context } from '../hook.ts'
import type { Host } from '../host/host.ts'
import { spoolRecords } from '../spool/append.ts'
import { spoolFolder } from '../spool/folder.ts'
import { appendLog, type LogFile } from '../store/append-log.ts'
import { recordId } from './id.ts'
import type { Options } from './options.ts'
import type { AuditRecord } from './record.ts'

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
    if (options.chain) {
      const { appendLinked } = await import('./linked.ts')
      const seamEnd = (line: string) => (goesOut ? withId(line, undefined, host) : line)
      written = await appendLinked(records, written, file, ctx, seamEnd)
    } else await appendLog(host, file, `${written.join('\n')}\n`)
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
