import { verdictRecord } from '../../audit/verdict.ts'
import type { Event } from '../../event.ts'
import { cannotJudge } from '../../failure.ts'
import { harnessOf } from '../../harness/index.ts'
import { failsClosed, PASS, type Verdict } from '../../hook.ts'
import { type Answer, text } from '../http/answer.ts'
import { type AskedHook, mayServe } from './asked-hook.ts'
import type { Decision } from './decide.ts'
import { type Caller, callerHost, eventOf, readPostedStart } from './posted.ts'

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

/**
 * The decision about a call that hooks could not be asked about: a guard that looks at such refuses. Of a
 * `body` that can't be read its start is enough to refuse in the words of whoever sent it.
 */
export async function undecided(
  all: readonly AskedHook[],
  body: Uint8Array,
  caller: Caller,
  problem: string,
): Promise<Decision> {
  const posted = await readPostedStart(body)
  const host = callerHost(caller, posted.payload)
  let event: Event | undefined
  try {
    event = eventOf(posted, host)
  } catch {
    // It names no event: then the answer is the one for a harness that nobody knows.
  }
  const hooks = all.filter((hook) => mayServe(hook, event))
  const verdicts = hooks.map(({ name }) => ({ hook: name, verdict: 'undecided' }))
  const guards = hooks.filter(failsClosed).map(({ name }) => name)
  const verdict = verdictOf(hooks, guards, problem, event)
  const dialect = event ? posted.dialect : 'unknown'
  const records =
    event && 'reason' in verdict ? guards.map((name) => verdictRecord(name, verdict, {}, event, host)) : []
  return {
    dialect,
    ...(event ? { harnessEvent: event.harnessEvent } : {}),
    reply: harnessOf(dialect).reply(verdict, event),
    verdicts,
    records,
  }
}

function verdictOf(
  hooks: readonly AskedHook[],
  guards: readonly string[],
  problem: string,
  event: Event | undefined,
): Verdict {
  if (guards.length > 0) return cannotJudge(guards, problem, event?.stop?.active === true)
  if (hooks.length === 0) return PASS
  const names = hooks.map(({ name }) => name).join(', ')
  return { kind: 'report', message: `${names}: ${problem}`, failure: 'new' }
}
