import type { Arguments } from './arguments.ts'
import { optionsFor } from './config/options.ts'
import type { Dialect, Event } from './event.ts'
import {
  type Context,
  failsClosed,
  type Hook,
  type Mode,
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
}

/** What came of a hook, or of several that failed alike. */
export interface Answer {
  readonly names: readonly string[]
  readonly verdict: Verdict
  readonly mode?: Mode
  /** What was decided, before the mode. */
  readonly refusal?: Refusal
  /** For stderr, when HOOKBOX_DEBUG=1 asks for it. */
  readonly trace?: string
}

/** A mistake on the command line that a harness made us run with. */
class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Asks one hook about the event. Never throws: an error is answered as the hook's kind demands. */
export async function judge({ hook, args }: Part, event: Event, call: Call, host: Host): Promise<Answer> {
  const names = [hook.name]
  let mode: Mode | undefined
  let checked = false
  try {
    if (args.problems.length > 0) throw new UsageError(args.problems.join('; '))
    const { options, from, ignored } = await optionsFor(hook, args, event, host)
    mode = modeOf(options)
    checked = true
    const decided = await hook.check(event, contextOf(options, host, undefined, from))
    const verdict = withIgnored(inMode(decided, mode, hook.name), ignored)
    return { names, verdict, ...moded(mode), ...('reason' in decided ? { refusal: decided } : {}) }
  } catch (error) {
    if (failsClosed(hook)) return refuseFor(names, error, event, mode, host)
    return tellOf({ hook, args }, error, checked ? {} : call, host)
  }
}

/** The answers of all hooks to an error that concerns them all: a payload that can't be used. */
export async function judgeNone(
  parts: readonly Part[],
  error: unknown,
  call: Call,
  host: Host,
): Promise<readonly Answer[]> {
  const guards = parts.filter(({ hook }) => failsClosed(hook)).map(({ hook }) => hook.name)
  const others = parts.filter(({ hook }) => !failsClosed(hook))
  return Promise.all([
    ...(guards.length > 0 ? [refuseFor(guards, error, call.event, undefined, host)] : []),
    ...others.map((part) => tellOf(part, error, call, host)),
  ])
}

/** A guard's answer to an error of our own. */
async function refuseFor(
  names: readonly string[],
  error: unknown,
  event: Event | undefined,
  mode: Mode | undefined,
  host: Host,
): Promise<Answer> {
  const { describeFailure, refusalOf } = await import('./failure.ts')
  const failure = describeFailure(error, host)
  const decided = refusalOf(names, failure, event)
  return {
    names,
    verdict: inMode(decided, mode, names.join(', ')),
    ...moded(mode),
    ...('reason' in decided ? { refusal: decided } : {}),
    ...(failure.trace === undefined ? {} : { trace: failure.trace }),
  }
}

/** What a hook that never denies says of an error of our own. */
async function tellOf({ hook, args }: Part, error: unknown, call: Call, host: Host): Promise<Answer> {
  const { describeFailure } = await import('./failure.ts')
  const { problem, remedy, trace } = describeFailure(error, host)
  const further = await keepUnread({ hook, args }, problem, call, host)
  const said = further === undefined ? problem : `${problem}; ${further}`
  const message = `${hook.name}: ${said}. ${remedy}`.replace(/\s*\n\s*/g, '; ')
  return {
    names: [hook.name],
    verdict: { kind: 'report', message, failure: 'new' },
    ...(trace === undefined ? {} : { trace }),
  }
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

export function serves(hook: Pick<Hook, 'events' | 'alsoServes' | 'tools'>, event: Event): boolean {
  if (!hook.events.includes(event.name) && !hook.alsoServes?.includes(event.name)) return false
  // A batch holds calls of many tools: the hook itself picks those that concern it.
  if (!hook.tools || event.name === 'tool-batch') return true
  return event.tool !== undefined && hook.tools.includes(event.tool.kind)
}

export function contextOf<Options>(
  options: Options,
  host: Host,
  note: (line: string) => void = () => {},
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

/** A refusal that a setting was meant to prevent says why the setting did not count. */
function withIgnored(verdict: Verdict, ignored: readonly string[]): Verdict {
  if (ignored.length === 0 || !('reason' in verdict)) return verdict
  return { ...verdict, reason: `${verdict.reason}\n(${ignored.join('; ')}.)` }
}
