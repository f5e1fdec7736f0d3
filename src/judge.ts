import { mayApprove } from './approval/mention.ts'
import { type Arguments, UsageError } from './arguments.ts'
import { optionsFor } from './config/options.ts'
import { type Dialect, type Event, type EventName, PayloadError } from './event.ts'
import {
  type Context,
  failsClosed,
  type Hook,
  judgesCalls,
  type Mode,
  PASS,
  type Refusal,
  report,
  type Verdict,
} from './hook.ts'
import type { Host } from './host/host.ts'
import { dialectFromEnvironment, type PayloadText } from './payload.ts'

/** A hook of this process, and what it was started with. */
export interface Part {
  readonly hook: Hook
  readonly args: Arguments
}

/** How far a call came, for the answer to an error. */
export interface Call {
  text?: PayloadText
  event?: Event
  dialect?: Dialect
  /** The hook itself was asked. */
  checked?: boolean
}

/** What came of a hook. */
export interface Answer {
  readonly name: string
  readonly verdict: Verdict
  readonly mode?: Mode
  /** What was decided, before the mode. */
  readonly refusal?: Refusal
  /** The code of a person's approval that was used up for it. */
  readonly approved?: string
  /** It is in the audit log already. */
  readonly recorded?: true
  /** Why it could not judge, in sentences. */
  readonly failure?: string
  /** For stderr, when HOOKBOX_DEBUG=1 asks for it. */
  readonly trace?: string
}

/**
 * Asks one hook about the event. Never throws: an error is answered as the hook's kind demands.
 * `looking`: what a guard or gate looks at the world through, shared by those of a call.
 */
export async function judge(
  part: Part,
  event: Event,
  call: Call,
  host: Host,
  looking: Host = host,
): Promise<Answer> {
  const { hook, args } = part
  const { name } = hook
  let mode: Mode | undefined
  let checked = false
  try {
    if (!serves(hook, event)) return { name, verdict: PASS }
    if (args.problems.length > 0) throw new UsageError(args.problems.join('; '))
    const loaded = await optionsFor(hook, args, event, host)
    mode = modeOf(loaded.options)
    checked = true
    const seen = failsClosed(hook) ? looking : host
    const decided = await verdictOf(hook, event, contextOf(loaded.options, seen, undefined, loaded.from))
    if (!('reason' in decided)) return { name, verdict: decided, ...moded(mode) }
    const { settle } = await import('./settle.ts')
    const { rules: _rules, ...settled } = await settle(hook, decided, loaded, event, host)
    return { name, ...moded(mode), ...settled, refusal: decided }
  } catch (error) {
    return failed(part, error, { ...call, checked }, host, mode)
  }
}

/** The hook's verdict, before the mode. What a guard may never let pass is not left to the hook. */
export async function verdictOf(hook: Hook, event: Event, ctx: Context<object>): Promise<Verdict> {
  if (judgesCalls(hook) && mayApprove(event)) {
    const { ownApproval } = await import('./approval/own-command.ts')
    const refusal = await ownApproval(event, ctx.host)
    if (refusal) return refusal
  }
  return hook.check(event, ctx)
}

/**
 * A hook's answer to an error of our own: a guard refuses, any other says so and lets the
 * payload be kept if its check has not seen it.
 */
export async function failed(
  part: Part,
  error: unknown,
  call: Call,
  host: Host,
  mode?: Mode,
): Promise<Answer> {
  const { name } = part.hook
  const { cannotJudge, describeFailure, sentences } = await import('./failure.ts')
  const { problem, remedy, said, trace } = describeFailure(error, host)
  const traced = trace === undefined ? {} : { trace }
  if (failsClosed(part.hook)) {
    const decided = cannotJudge([name], said, call.event?.stop?.active === true)
    const refusal = 'reason' in decided ? { refusal: decided } : {}
    return {
      name,
      verdict: inMode(decided, mode, name),
      ...moded(mode),
      ...refusal,
      failure: said,
      ...traced,
    }
  }
  const further = call.checked ? undefined : await keepUnread(part, problem, call, host)
  const all = further === undefined ? said : sentences(`${problem}; ${further}`, remedy)
  const message = `${name}: ${all}`.replace(/\s*\n\s*/g, '; ')
  return { name, verdict: { kind: 'report', message, failure: 'new' }, ...traced }
}

/** Lets an observer keep a payload that never came to its check. */
async function keepUnread(
  { hook, args }: Part,
  problem: string,
  call: Call,
  host: Host,
): Promise<string | undefined> {
  if (!call.text || !hook.unreadable) return undefined
  const dialect = call.dialect ?? args.dialect ?? dialectFromEnvironment(host)
  const event = call.event ?? {
    name: 'other',
    dialect,
    harnessEvent: '',
    cwd: host.cwd() ?? '/',
    payload: {},
  }
  const { options, from } = await optionsFor(hook, args, event, host).catch(() => ({
    options: hook.options.defaults,
    from: {},
  }))
  return hook.unreadable(call.text.text, problem, contextOf(options, host, undefined, from))
}

/**
 * True when the hook looks at this event. Throws a PayloadError when a guard should look at a
 * call and can't see which tool it is.
 */
export function serves(
  hook: Pick<Hook, 'kind' | 'events' | 'alsoServes' | 'tools' | 'alsoTools'>,
  event: Event,
): boolean {
  if (!hook.events.includes(event.name) && !hook.alsoServes?.includes(event.name)) return false
  const isCall = event.name === 'tool-before' || event.name === 'permission'
  if (isCall && !event.tool && failsClosed(hook)) {
    throw new PayloadError('the payload names no tool (tool_name), so the call can not be judged')
  }
  // A batch holds calls of many tools: the hook itself picks those that concern it.
  if (!hook.tools || !ONE_TOOL.has(event.name)) return true
  const kind = event.tool?.kind
  return kind !== undefined && (hook.tools.includes(kind) || hook.alsoTools?.includes(kind) === true)
}

/** Events that are about the call of one tool. */
const ONE_TOOL: ReadonlySet<EventName> = new Set(['tool-before', 'tool-after', 'tool-failed', 'permission'])

export function contextOf<Options>(
  options: Options,
  host: Host,
  note: Context<Options>['note'] = () => {},
  from: Context<Options>['from'] = {},
): Context<Options> {
  return { options, host, note, from }
}

export function modeOf(options: object): Mode | undefined {
  return (options as { mode?: Mode }).mode
}

function moded(mode: Mode | undefined): { mode?: Mode } {
  return mode === undefined ? {} : { mode }
}

/** The verdict as the mode lets it out: `ask` asks instead of denying, `observe` only tells. */
export function inMode(verdict: Verdict, mode: Mode | undefined, name: string): Verdict {
  if (mode === undefined || mode === 'enforce') return verdict
  if (verdict.kind !== 'deny' && verdict.kind !== 'block' && verdict.kind !== 'ask') return verdict
  if (mode === 'observe') {
    return report(`${name} only observes; it would have said ${verdict.kind}: ${verdict.reason}`)
  }
  return verdict.kind === 'deny' ? { kind: 'ask', reason: verdict.reason } : verdict
}
