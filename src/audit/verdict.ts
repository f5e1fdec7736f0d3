import { optionsFor } from '../config/options.ts'
import type { Event } from '../event.ts'
import type { Mode, Refusal, Ruled } from '../hook.ts'
import type { Host } from '../host/host.ts'
import { contextOf } from '../judge.ts'
import { logFile } from './log-file.ts'
import { options, SECTION } from './options.ts'
import { type AuditRecord, callOf, known, recordOf } from './record.ts'
import { isWanted, writeRecords } from './write.ts'

/** What became of a refusal: the mode that let it out, the approval that was used up for it. */
interface Outcome {
  readonly mode?: Mode | undefined
  readonly approved?: string | undefined
}

/** The record of a refusal, before redaction. */
export function verdictRecord(
  hook: string,
  refusal: Refusal,
  outcome: Outcome,
  event: Event,
  host: Host,
): AuditRecord {
  const { rule, also } = refusal as Ruled
  const decided = known({ hook, verdict: refusal.kind, rule, also, ...outcome, reason: refusal.reason })
  return recordOf('verdict', event, host, { ...callOf(event), ...decided })
}

/**
 * Puts what a guard decided into the trail, where one is kept: the log has to be there
 * already. A guard's answer has been given by then, and never depends on this. Never throws.
 */
export async function recordVerdict(
  hook: string,
  refusal: Refusal,
  outcome: Outcome,
  event: Event,
  host: Host,
): Promise<void> {
  try {
    const section = { name: SECTION, options }
    const loaded = await optionsFor(section, { set: [] }, event, host)
    const ctx = contextOf(loaded.options, host, undefined, loaded.from)
    if (host.lstat(logFile(event.cwd, ctx).path)?.kind !== 'file') return
    const record = verdictRecord(hook, refusal, outcome, event, host)
    if (isWanted(record, loaded.options)) await writeRecords([record], event.cwd, ctx)
  } catch {
    // audit-tool-call itself says when the log can't be written.
  }
}
