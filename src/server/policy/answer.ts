import { harnessOf } from '../../harness/index.ts'
import { failsClosed, type Hook } from '../../hook.ts'
import { type Answer, text } from '../http/answer.ts'
import type { Decision } from './decide.ts'
import { type Caller, callerHost, eventOf, readPosted } from './posted.ts'

/**
 * The decision as the caller's harness understands it. Claude Code decides by the JSON of a 2xx
 * answer, and takes anything else for a hook that failed, which stops nothing. OpenHarness decides
 * by the status alone: what is not 2xx blocks, with the body as its reason
 * (docs/contracts/openharness.md section 4).
 */
export function answerOf({
  dialect,
  harnessEvent,
  reply,
}: Pick<Decision, 'dialect' | 'harnessEvent' | 'reply'>): Answer {
  const refuses = reply.exit !== 0
  if (dialect !== 'claude-code' || harnessEvent === undefined) {
    return refuses ? text(reply.stderr || 'refused', 403) : text(reply.stdout)
  }
  // Where an event has no JSON of its own to refuse with, the general one has to do.
  const blind = refuses ? JSON.stringify({ decision: 'block', reason: reply.stderr.trim() }) : '{}'
  return { status: 200, type: 'application/json; charset=utf-8', body: reply.stdout.trim() || blind }
}

/** The decision about a call that hooks could not be asked about: a guard among them refuses. */
export async function undecided(
  hooks: readonly Pick<Hook, 'name' | 'kind'>[],
  body: Uint8Array,
  caller: Caller,
  problem: string,
): Promise<Decision> {
  const guards = hooks.filter(failsClosed)
  const names = (guards.length > 0 ? guards : hooks).map(({ name }) => name).join(', ')
  const verdict =
    guards.length > 0
      ? ({ kind: 'deny', reason: `${names} could not judge this, so it is refused: ${problem}` } as const)
      : ({ kind: 'report', message: `${names}: ${problem}`, failure: 'new' } as const)
  const verdicts = hooks.map(({ name }) => ({ hook: name, verdict: 'undecided' }))
  try {
    const posted = await readPosted(body)
    const event = eventOf(posted, callerHost(caller, posted.payload))
    const reply = harnessOf(posted.dialect).reply(verdict, event)
    return { dialect: posted.dialect, harnessEvent: event.harnessEvent, reply, verdicts, records: [] }
  } catch {
    return {
      dialect: 'unknown',
      reply: harnessOf('unknown').reply(verdict, undefined),
      verdicts,
      records: [],
    }
  }
}
