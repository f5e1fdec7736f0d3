import { type Arguments, readArguments, UsageError } from './arguments.ts'
import { optionsFor } from './config/options.ts'
import { type Dialect, type Event, PayloadError } from './event.ts'
import { detectDialect, harnessOf, type Reply } from './harness/index.ts'
import {
  type Context,
  deny,
  failsClosed,
  type Hook,
  type Mode,
  PASS,
  type Refusal,
  report,
  type Verdict,
} from './hook.ts'
import type { Host } from './host/host.ts'
import {
  dialectFromEnvironment,
  type Payload,
  type PayloadText,
  parsePayload,
  readPayload,
} from './payload.ts'
import { visible } from './text/visible.ts'

/** Exit code of a usage error when a hook is tried by hand (sysexits.h, EX_USAGE). */
const EX_USAGE = 64

/**
 * One call of one hook: payload in, verdict out. The only place that writes to stdout and
 * decides the exit code, which it returns. Never throws: a guard that fails denies, an
 * observer that fails passes and says so on stderr.
 */
export async function run<Options extends object>(
  hook: Hook<Options>,
  argv: readonly string[],
  host: Host,
): Promise<number> {
  const args = readArguments(argv)
  if (args.help || args.version || args.explain) return byHand(hook, args, host)
  const call: Call = {}
  try {
    const text = await readPayload(host, args.payload)
    if (text === undefined) return await withoutPayload(hook, args, host)
    call.text = text
    const exit = emit(await decide(hook, args, text, call, host), host)
    await keepRefusal(hook, call, host)
    return exit
  } catch (error) {
    return fail(hook, args, error, call, host)
  }
}

/** What a person asked for; a harness never does. */
async function byHand<Options extends object>(
  hook: Hook<Options>,
  args: Arguments,
  host: Host,
): Promise<number> {
  if (args.help || args.version) {
    const { helpText, versionText } = await import('./by-hand.ts')
    host.write('stdout', args.help ? helpText(hook) : versionText(hook))
    return 0
  }
  const { explain } = await import('./explain.ts')
  const { text, exit } = await explain(hook, args, host)
  host.write('stdout', text)
  return exit
}

/** How far a call came, for the answer to an error. */
interface Call {
  text?: PayloadText
  event?: Event
  dialect?: Dialect
  mode?: Mode
  /** The hook itself was asked. */
  checked?: boolean
  /** What it then decided, before the mode. */
  refusal?: Refusal
}

async function decide<Options extends object>(
  hook: Hook<Options>,
  args: Arguments,
  text: PayloadText,
  call: Call,
  host: Host,
): Promise<Reply> {
  const payload = await parsePayload(text)
  call.dialect = args.dialect ?? detectDialect(payload)
  const harness = harnessOf(call.dialect)
  const event = readEvent(payload, call.dialect, args, host)
  call.event = event
  if (!serves(hook, event)) return harness.reply(PASS, event)
  if (args.problems.length > 0) throw new UsageError(args.problems.join('; '))
  const { options, from, ignored } = await optionsFor(hook, args, event, host)
  const mode = modeOf(options)
  if (mode !== undefined) call.mode = mode
  call.checked = true
  const verdict = await hook.check(event, contextOf(options, host, undefined, from))
  if ('reason' in verdict) call.refusal = verdict
  return harness.reply(shown(withIgnored(inMode(verdict, mode, hook.name), ignored)), event)
}

/** A refusal that a setting was meant to prevent says why the setting did not count. */
function withIgnored(verdict: Verdict, ignored: readonly string[]): Verdict {
  if (ignored.length === 0 || !('reason' in verdict)) return verdict
  return { ...verdict, reason: `${verdict.reason}\n(${ignored.join('; ')}.)` }
}

/** A verdict quotes what the model wrote, and ends in somebody's terminal. */
function shown(verdict: Verdict): Verdict {
  switch (verdict.kind) {
    case 'pass':
      return verdict
    case 'context':
      return { ...verdict, text: visible(verdict.text) }
    case 'report':
      return { ...verdict, message: visible(verdict.message) }
    default:
      return { ...verdict, reason: visible(verdict.reason) }
  }
}

/** Puts a refusal into the audit trail, if one is kept. The harness has its answer already. */
async function keepRefusal(hook: { readonly name: string }, call: Call, host: Host): Promise<void> {
  if (!call.refusal || !call.event) return
  try {
    const { recordVerdict } = await import('./audit/verdict.ts')
    await recordVerdict(hook.name, call.refusal, call.mode, call.event, host)
  } catch {
    // Nothing that happens now may lead to a second answer.
  }
}

/** The event in a payload of this dialect. Throws a PayloadError, or a UsageError for `--event`. */
export function readEvent(payload: Payload, dialect: Dialect, args: Arguments, host: Host): Event {
  const harness = harnessOf(dialect)
  // A mistyped name would be an event that nobody serves: the hook would be off without a word.
  if (args.event !== undefined && !harness.knows(args.event)) {
    throw new UsageError(`--event is ${args.event}, which is no event of ${harness.title}`)
  }
  return harness.read(payload, {
    cwd: host.cwd() ?? '/',
    ...(args.event === undefined ? {} : { event: args.event }),
  })
}

/**
 * True when the hook looks at this event. Throws a PayloadError when a guard should look at a
 * call and can't see which tool it is.
 */
export function serves(hook: Pick<Hook, 'kind' | 'events' | 'alsoServes' | 'tools'>, event: Event): boolean {
  if (!hook.events.includes(event.name) && !hook.alsoServes?.includes(event.name)) return false
  const isCall = event.name === 'tool-before' || event.name === 'permission'
  if (isCall && !event.tool && failsClosed(hook)) {
    throw new PayloadError('the payload names no tool (tool_name), so the call can not be judged')
  }
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

function modeOf(options: object): Mode | undefined {
  return (options as { mode?: Mode }).mode
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

function emit(reply: Reply, host: Host): number {
  if (reply.stdout !== '')
    host.write('stdout', reply.stdout.endsWith('\n') ? reply.stdout : `${reply.stdout}\n`)
  if (reply.stderr !== '') host.write('stderr', reply.stderr)
  return reply.exit
}

async function withoutPayload<Options extends object>(
  hook: Hook<Options>,
  args: Arguments,
  host: Host,
): Promise<number> {
  const { usageLine } = await import('./by-hand.ts')
  const isByHand = host.stdinIsTerminal() || args.problems.length > 0
  if (isByHand) {
    const problems = args.problems.map((problem) => `${hook.name}: ${problem}\n`).join('')
    host.write('stderr', `${problems}${usageLine(hook)}\n`)
    return EX_USAGE
  }
  return fail(
    hook,
    args,
    new PayloadError(
      'no payload came: stdin is empty and there is no argument',
      `A harness pipes it in; by hand, pipe it in or give it as the argument (${hook.name} --help); docs/troubleshooting.md says more`,
    ),
    {},
    host,
  )
}

/** The answer to an error of our own. */
async function fail<Options extends object>(
  hook: Hook<Options>,
  args: Arguments,
  error: unknown,
  call: Call,
  host: Host,
): Promise<number> {
  const { describeFailure, sentences } = await import('./failure.ts')
  const { problem, remedy, said, trace } = describeFailure(error, host)
  if (trace) host.write('stderr', trace)
  const dialect = call.dialect ?? args.dialect ?? dialectFromEnvironment(host)
  const harness = harnessOf(dialect)
  if (failsClosed(hook)) {
    // An agent that was kept going once already is let go: an error of ours must not hold it for ever.
    const verdict = call.event?.stop?.active
      ? report(`${hook.name} could not judge this, and lets the agent stop: ${said}`)
      : deny(`${hook.name} could not judge this, so it refuses: ${said}`)
    if ('reason' in verdict) call.refusal = verdict
    const exit = emit(harness.reply(shown(inMode(verdict, call.mode, hook.name)), call.event), host)
    await keepRefusal(hook, call, host)
    return exit
  }
  const further = call.checked ? undefined : await keepUnread(hook, args, problem, call, host)
  const all = further === undefined ? said : sentences(`${problem}; ${further}`, remedy)
  const message = visible(`${hook.name}: ${all}`.replace(/\s*\n\s*/g, '; '))
  const reply = harness.reply(report(message), call.event)
  return emit({ ...reply, stderr: `${message}\n` }, host)
}

/** Lets an observer keep a payload that never came to its check. */
async function keepUnread<Options extends object>(
  hook: Hook<Options>,
  args: Arguments,
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
