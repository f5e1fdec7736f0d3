import type { Event, EventName, ToolKind } from './event.ts'
import type { Host } from './host/host.ts'

/**
 * What a check returns. Nothing else leaves a hook. `message`: said to the user besides, as by a
 * report; it comes from several hooks in one process.
 */
export type Verdict =
  /** Says nothing. It is not an approval: the user's own permission question still comes. */
  | { readonly kind: 'pass' }
  /** The tool call does not run; the reason goes to the model. */
  | ({ readonly kind: 'deny'; readonly reason: string; readonly message?: string } & Ruled)
  /** A person decides; where nobody can be asked it is a deny. */
  | ({ readonly kind: 'ask'; readonly reason: string; readonly message?: string } & Ruled)
  /** Text for the model. */
  | { readonly kind: 'context'; readonly text: string; readonly message?: string }
  /** The agent goes on instead of stopping, or the prompt is not taken; the reason says why. */
  | { readonly kind: 'block'; readonly reason: string; readonly message?: string }
  /**
   * A message for the user; the model does not see it. `failure`: something of ours went wrong,
   * so it is said on stderr as well, and there alone when the user knows already.
   */
  | { readonly kind: 'report'; readonly message: string; readonly failure?: 'new' | 'known' }

/** Which of the hook's rules (`Hook.rules`) refuse a call. */
export interface Ruled {
  /** The id of the rule that decided. */
  readonly rule?: string
  /** Ids of the others that would refuse the call without it. */
  readonly also?: readonly string[]
}

/** A verdict that keeps something from happening, at least until a person has been asked. */
export type Refusal = Extract<Verdict, { readonly reason: string }>

/** The verdicts of these kinds. */
export type VerdictOf<Kind extends Verdict['kind']> = Extract<Verdict, { readonly kind: Kind }>

export const PASS: VerdictOf<'pass'> = { kind: 'pass' }
export const deny = (reason: string, by: Ruled = {}): VerdictOf<'deny'> => ({ kind: 'deny', reason, ...by })
export const ask = (reason: string, by: Ruled = {}): VerdictOf<'ask'> => ({ kind: 'ask', reason, ...by })
export const context = (text: string): VerdictOf<'context'> => ({ kind: 'context', text })
export const block = (reason: string): VerdictOf<'block'> => ({ kind: 'block', reason })
export const report = (message: string): VerdictOf<'report'> => ({ kind: 'report', message })

/** Who wrote an option: see docs/configuration.md for how far each is trusted. */
export type OptionSource = 'managed' | 'user' | 'flags' | 'project'

/** What a check may use besides the event. All of it can be replaced in a test. */
export interface Context<Options> {
  readonly options: Options
  readonly host: Host
  /** Who set an option, for those that are not at their default. */
  readonly from?: Readonly<Record<string, OptionSource>>
  /** Notes for `--explain`: what was understood and which rule decided. */
  readonly note: (line: string) => void
}

/**
 * How a project's file may change an option that a more trusted file has set
 * (user and managed files; docs/configuration.md):
 * - a list of values: from loosest to strictest; only stricter ones are taken
 * - `union`: entries add to the protection; both lists count
 * - `fixed`: entries loosen the protection; the trusted list stays as it is
 * - `nearest`: neither; the nearest file wins
 * - `trusted`: never taken from a project's file, even where nobody else has set it
 * - `{ optIn }`: as `trusted`, until a more trusted source sets the named option to true; then
 *   the lists of both count. For what makes a cloned repository run programs.
 */
export type MergeRule =
  | readonly (string | boolean)[]
  | 'union'
  | 'fixed'
  | 'nearest'
  | 'trusted'
  | { readonly optIn: string }

export interface OptionsOf<Options> {
  /** What holds with no configuration at all. */
  readonly defaults: Options
  readonly merge: { readonly [Key in keyof Options]-?: MergeRule }
  /** The zod schema, loaded only when there is something to validate. */
  readonly schema: () => Promise<OptionsSchema>
}

/** The part of a zod schema that is used on the hook path. */
export interface OptionsSchema {
  safeParse(
    value: unknown,
  ): { success: true; data: unknown } | { success: false; error: { issues: readonly SchemaIssue[] } }
}

export interface SchemaIssue {
  readonly code?: string | undefined
  /** too_small, too_big: of what. */
  readonly origin?: string
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly expected?: string
  readonly keys?: readonly string[]
  readonly values?: readonly unknown[]
  readonly minimum?: number | bigint
  readonly maximum?: number | bigint
  readonly errors?: readonly (readonly SchemaIssue[])[]
}

export type Mode = 'enforce' | 'ask' | 'observe'
export const MODES: readonly Mode[] = ['observe', 'ask', 'enforce']

/** Modes of single rules, by their ids. */
export type RuleModes = Readonly<Record<string, Mode>>

/** Something that a guard or gate refuses for. Its id is what the option `rules` names. */
export interface Rule {
  readonly id: string
  /** What it refuses, for the table in the README. */
  readonly what: string
  /** No file loosens it below `ask`, and no one-time approval is offered (docs/configuration.md). */
  readonly critical?: true
}

/** The ids of a refusal as `Ruled`: the first decided. Each counts once. */
export function ruledBy(ids: readonly string[]): Ruled {
  const [rule, ...also] = new Set(ids)
  return { ...(rule === undefined ? {} : { rule }), ...(also.length === 0 ? {} : { also }) }
}

export interface Hook<Options extends object = object> {
  readonly name: string
  /** One line for lists and --help. */
  readonly summary: string
  /**
   * guard: may deny a tool call. gate: may deny or block by the state of the world.
   * observer and context never deny.
   */
  readonly kind: 'guard' | 'gate' | 'observer' | 'context' | 'feedback'
  readonly events: readonly EventName[]
  /** Events it serves when somebody registers it for them; an installer does not. */
  readonly alsoServes?: readonly EventName[]
  /** Only calls of these kinds of tool are looked at. Undefined: all. */
  readonly tools?: readonly ToolKind[]
  /** The harness's timeout that an installer writes, in seconds. Default 10. */
  readonly timeoutSeconds?: number
  readonly options: OptionsOf<Options>
  /** Every rule that a verdict of it may name. Loaded for a refusal, or to read the option `rules`. */
  readonly rules?: () => Promise<readonly Rule[]>
  check(event: Event, ctx: Context<Options>): Verdict | Promise<Verdict>
  /**
   * What to do with a payload that never came to `check` (observers that log it): it can't be
   * read, or the options can't. Must not throw; what goes wrong with it comes back in words.
   */
  unreadable?(text: string, problem: string, ctx: Context<Options>): Promise<string | undefined>
  /**
   * A tool call that it refuses with its default options, wherever it runs. `hookbox doctor` sends
   * it through the settings' own command line, as text: the call itself is never made.
   */
  readonly canary?: { readonly tool: 'Bash' | 'Write'; readonly input: Readonly<Record<string, unknown>> }
  /** `--explain` with a command or a file: the event it stands for. */
  explain?(subject: string, cwd: string): Event
}

/** True when an error of this hook must deny rather than pass. */
export function failsClosed(hook: { readonly kind: Hook['kind'] }): boolean {
  return hook.kind === 'guard' || hook.kind === 'gate'
}

export function defineHook<Options extends object>(hook: Hook<Options>): Hook<Options> {
  return hook
}
