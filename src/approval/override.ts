import { type Outcome, recordOverride } from '../audit/verdict.ts'
import type { Event } from '../event.ts'
import { deny, type Refusal, type Ruled, report, type Verdict } from '../hook.ts'
import type { Host } from '../host/host.ts'
import type { Holding } from './use.ts'

/**
 * The verdict on what a hook refuses and a person lets pass all the same, saying why. It passes
 * when that is in the audit log, and the user is told; else it does not pass.
 */
export async function overridden(
  hook: string,
  refusal: Refusal & Ruled,
  { mode, approved }: { readonly mode?: Outcome['mode']; readonly approved: Holding },
  event: Event,
  host: Host,
): Promise<Verdict> {
  const { code, why } = approved
  const about = `${code}${why === undefined ? '' : `: ${why}`}`
  try {
    const log = await recordOverride(hook, refusal, { mode, approved: code, why }, event, host)
    return report(
      `${hook}: passes although it refuses, as a person allowed it (${about}). Recorded in ${log}.`,
    )
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    return deny(
      `${refusal.reason}\nA person allowed it (${about}), but that counts only when it is in the audit log, which can't be written: ${problem}`,
      refusal.rule === undefined ? {} : { rule: refusal.rule },
    )
  }
}
