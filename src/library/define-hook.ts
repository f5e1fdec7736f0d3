import type { Event, EventName, StopState, ToolCall, ToolKind } from '../event.ts'
import { type Hook, MODES, PASS, type Verdict, type VerdictOf } from '../hook.ts'
import type { Host } from '../host/host.ts'

/** A tool call: before it runs, after it ran, or after it failed. */
export interface ToolEvent extends Event {
  readonly tool: ToolCall
}

export interface PromptEvent extends Event {
  readonly prompt: string
}

export interface StopEvent extends Event {
  readonly stop: StopState
}

/** What a check of yours may use. */
export interface OwnContext {
  /** The outside world: files, programs, environment, clock. */
  readonly host: Host
  /** A line for `--explain`: what was understood and which rule decided. */
  note(line: string): void
}

type Kinds = Verdict['kind']
/** Nothing returned is a pass. */
type Check<On, Kind extends Kinds> = (
  event: On,
  ctx: OwnContext,
) => VerdictOf<Kind> | undefined | Promise<VerdictOf<Kind> | undefined>

/** What is checked, by event, and which verdicts mean something there. */
export interface Checks {
  /** A tool is about to run. */
  readonly 'tool-before'?: Check<ToolEvent, 'pass' | 'deny' | 'ask' | 'context' | 'report'>
  /** A tool has run. */
  readonly 'tool-after'?: Check<ToolEvent, 'pass' | 'block' | 'context' | 'report'>
  /** A tool has failed. */
  readonly 'tool-failed'?: Check<ToolEvent, 'pass' | 'context' | 'report'>
  /** All calls of a turn have ended; `event.payload` names them. */
  readonly 'tool-batch'?: Check<Event, 'pass' | 'block' | 'context' | 'report'>
  /** Somebody has submitted a prompt. */
  readonly prompt?: Check<PromptEvent, 'pass' | 'block' | 'context' | 'report'>
  readonly 'session-start'?: Check<Event, 'pass' | 'context' | 'report'>
  readonly 'session-end'?: Check<Event, 'pass' | 'report'>
  /** The agent wants to stop; `block` keeps it going. */
  readonly stop?: Check<StopEvent, 'pass' | 'block' | 'report'>
  readonly 'subagent-stop'?: Check<StopEvent, 'pass' | 'block' | 'report'>
}

export interface Definition {
  /** Words with dashes: `block-main-push`. */
  readonly name: string
  /** One line for --help. */
  readonly summary: string
  /**
   * closed: what goes wrong in it refuses the call, as a guard must. open: it passes and says so
   * on stderr, as an observer must.
   */
  readonly fails: 'closed' | 'open'
  /** Only calls of these kinds of tool are looked at. Default: all. */
  readonly tools?: readonly ToolKind[]
  readonly on: Checks
}

/** A hook of your own, ready for `runHook` and `callHook`. */
export type OwnHook = Hook<{ readonly mode?: 'enforce' | 'ask' | 'observe' }>

const EVENTS: readonly string[] = [
  'tool-before',
  'tool-after',
  'tool-failed',
  'tool-batch',
  'prompt',
  'session-start',
  'session-end',
  'stop',
  'subagent-stop',
] satisfies readonly (keyof Checks)[]

const TOOLS: readonly string[] = ['shell', 'edit', 'read', 'mcp', 'other'] satisfies readonly ToolKind[]

/**
 * Makes a hook that speaks every dialect hookbox knows: reading the payload, finding out who is
 * calling, and answering in its way is done for you. Throws a TypeError for a definition that is
 * wrong: in JavaScript nothing else would say that a mistyped event is never checked.
 */
export function defineHook(definition: Definition): OwnHook {
  refuseWrong({ ...definition })
  const { name, summary, fails, tools, on } = definition
  const events = Object.keys(on) as EventName[]
  return {
    name,
    summary,
    kind: fails === 'closed' ? 'guard' : 'observer',
    events,
    ...(tools === undefined ? {} : { tools }),
    options: {
      defaults: fails === 'closed' ? { mode: 'enforce' } : {},
      merge: { mode: MODES },
      schema: async () => MODE_ONLY,
    },
    check: async (event, { host, note }) => {
      const check = on[event.name as keyof Checks] as Check<Event, Kinds> | undefined
      return (await check?.(event, { host, note })) ?? PASS
    },
    explain: (command, cwd) => ({
      name: 'tool-before',
      dialect: 'unknown',
      harnessEvent: '',
      cwd,
      tool: { name: 'Bash', kind: 'shell', input: { command } },
      payload: {},
    }),
  }
}

function refuseWrong({ name, fails, tools, on }: Readonly<Record<string, unknown>>): void {
  const refuse = (what: string): never => {
    throw new TypeError(what)
  }
  if (typeof name !== 'string' || !/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) {
    refuse(`a hook's name is words with dashes, as in block-main-push; got ${JSON.stringify(name)}`)
  }
  if (fails !== 'closed' && fails !== 'open') {
    refuse(`${name}: "fails" has to be "closed" or "open"; got ${JSON.stringify(fails)}`)
  }
  if (tools !== undefined && !(Array.isArray(tools) && tools.every((one) => TOOLS.includes(one)))) {
    refuse(`${name}: "tools" has to be a list of ${TOOLS.join(', ')}; got ${JSON.stringify(tools)}`)
  }
  const checks = Object.entries(typeof on === 'object' && on !== null ? on : {})
  if (checks.length === 0) refuse(`${name} checks nothing: name an event in "on"`)
  for (const [event, check] of checks) {
    if (!EVENTS.includes(event)) refuse(`${name}: there is no event ${event}; there are ${EVENTS.join(', ')}`)
    if (typeof check !== 'function') refuse(`${name}: what checks ${event} has to be a function`)
  }
}

/** Own hooks have one option, which only the command line sets: `--mode`. */
const MODE_ONLY = {
  safeParse: (value: unknown) => {
    const { mode } = value as { mode?: unknown }
    if (mode === undefined || MODES.some((one) => one === mode))
      return { success: true, data: value } as const
    const issue = { code: 'invalid_value', path: ['mode'], message: '', values: MODES }
    return { success: false, error: { issues: [issue] } } as const
  },
}
