import { optionsFor } from '../config/options.ts'
import type { Event } from '../event.ts'
import type { Mode, Refusal, Ruled } from '../hook.ts'
import type { Host } from '../host/host.ts'
import { contextOf } from '../judge.ts'
import { logFile } from './log-file.ts'
import { options, SECTION } from './options.ts'
import { callOf, known, recordOf } from './record.ts'
import { isWanted, writeRecords } from './write.ts'

/**
 * Puts what a guard decided into the trail, where one is kept: the log has to be there
 * already. A guard's answer has been given by then, and never depends on this. Never throws.
 */
export async function recordVerdict(
  hook: string,
  refusal: Refusal,
  outcome: { readonly mode?: Mode | undefined; readonly approved?: string | undefined },
  event: Event,
  host: Host,
): Promise<void> {
  try {
    const section = { name: SECTION, options }
    const loaded = await optionsFor(section, { set: [] }, event, host)
    const ctx = contextOf(loaded.options, host, undefined, loaded.from)
    if (host.lstat(logFile(event.cwd, ctx).path)?.kind !== 'file') return
    const { rule, also } = refusal as Ruled
    const decided = known({ hook, verdict: refusal.kind, rule, also, ...outcome, reason: refusal.reason })
    const record = recordOf('verdict', event, host, { ...callOf(event), ...decided })
    if (isWanted(record, loaded.options)) await writeRecords([record], event.cwd, ctx)
  } catch {
    // audit-tool-call itself says when the log can't be written.
  }
}
