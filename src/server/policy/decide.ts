import { readArguments } from '../../arguments.ts'
import type { AuditRecord } from '../../audit/record.ts'
import { verdictRecord } from '../../audit/verdict.ts'
import type { Dialect } from '../../event.ts'
import type { Reply } from '../../harness/index.ts'
import { type Hook, PASS } from '../../hook.ts'
import { type Answer, type Call, failed, judge } from '../../judge.ts'
import { replyTo } from '../../run.ts'
import { mayServe } from './asked-hook.ts'
import { type Caller, callerHost, eventOf, readPosted, readPostedStart } from './posted.ts'

/** What hooks made of a posted event. */
export interface Decision {
  readonly dialect: Dialect
  /** The event as the harness calls it; undefined when the payload named none. */
  readonly harnessEvent?: string
  readonly reply: Reply
  /** What each hook said: the kind of its verdict. */
  readonly verdicts: readonly { readonly hook: string; readonly verdict: string }[]
  /** Records of the refusals, which may hold secrets. */
  readonly records: readonly AuditRecord[]
}

/** Runs hooks on a posted event. Never throws: what goes wrong is answered as each hook's kind demands. */
export async function decidePosted(
  hooks: readonly Hook[],
  body: Uint8Array,
  caller: Caller,
  config: string | undefined,
): Promise<Decision> {
  const args = { ...readArguments([]), ...(config === undefined ? {} : { config }) }
  const parts = hooks.map((hook) => ({ hook, args }))
  const call: Call = {}
  let host = callerHost(caller, undefined)
  let answers: readonly Answer[]
  try {
    const posted = await readPosted(body)
    call.dialect = posted.dialect
    host = callerHost(caller, posted.payload)
    const event = eventOf(posted, host)
    call.event = event
    answers = await Promise.all(parts.map((part) => judge(part, event, call, host)))
  } catch (error) {
    await knownOf(body, call, caller)
    answers = await Promise.all(
      parts.map((part) =>
        mayServe(part.hook, call.event)
          ? failed(part, error, call, host)
          : { name: part.hook.name, verdict: PASS },
      ),
    )
  }
  const { event, dialect = 'unknown' } = call
  return {
    dialect,
    ...(event ? { harnessEvent: event.harnessEvent } : {}),
    reply: await replyTo(answers, parts.length > 1, dialect, event),
    verdicts: answers.map(({ name, verdict }) => ({ hook: name, verdict: verdict.kind })),
    records: event
      ? answers.flatMap(({ name, refusal, mode, approved }) =>
          refusal ? [verdictRecord(name, refusal, { mode, approved }, event, host)] : [],
        )
      : [],
  }
}

/** What the start of a body tells that can't be read whole, so that its sender understands the answer. */
async function knownOf(body: Uint8Array, call: Call, caller: Caller): Promise<void> {
  if (call.event) return
  const posted = await readPostedStart(body)
  try {
    call.event = eventOf(posted, callerHost(caller, posted.payload))
    call.dialect = posted.dialect
  } catch {
    // It names no event.
  }
}
