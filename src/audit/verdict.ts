import { optionsFor } from '../config/options.ts'
import type { Event } from '../event.ts'
import type { Context, Mode, Refusal, Ruled } from '../hook.ts'
import type { Host } from '../host/host.ts'
import { contextOf } from '../judge.ts'
import { logFile } from './log-file.ts'
import { type Options, options, SECTION } from './options.ts'
import { type AuditRecord, callOf, known, recordOf } from './record.ts'
import { isWanted, writeRecords } from './write.ts'

/** What became of a refusal. */
export interface Outcome {
  readonly mode?: Mode | undefined
  /** The code of the approval that let it pass all the same. */
  readonly approved?: string | undefined
  /** Why, in the words of the person who allowed it. */
  readonly why?: string | undefined
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
    const ctx = await auditContext(event, host)
    if (host.lstat(logFile(event.cwd, ctx).path)?.kind !== 'file') return
    const record = verdictRecord(hook, refusal, outcome, event, host)
    if (isWanted(record, ctx.options)) await writeRecords([record], event.cwd, ctx)
  } catch {
    // audit-tool-call itself says when the log can't be written.
  }
}

/**
 * Puts a refusal that a person overrode into the trail, whatever its options leave out; a log
 * that is not there yet is made. Returns its path. Throws when it can't be written: then
 * nothing may pass.
 */
export async function recordOverride(
  hook: string,
  refusal: Refusal,
  outcome: Outcome,
  event: Event,
  host: Host,
): Promise<string> {
  const ctx = await auditContext(event, host)
  await writeRecords([verdictRecord(hook, refusal, outcome, event, host)], event.cwd, ctx)
  return logFile(event.cwd, ctx).path
}

async function auditContext(event: Event, host: Host): Promise<Context<Options>> {
  const loaded = await optionsFor({ name: SECTION, options }, { set: [] }, event, host)
  return contextOf(loaded.options, host, undefined, loaded.from)
}
