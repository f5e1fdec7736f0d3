import { OWN_APPROVAL } from './approval/own-command.ts'
import type { LoadedOptions } from './config/load.ts'
import { strictness } from './config/rules.ts'
import type { Event } from './event.ts'
import {
  type Hook,
  judgesCalls,
  type Mode,
  PASS,
  type Refusal,
  type Rule,
  type Ruled,
  type Verdict,
} from './hook.ts'
import type { Host } from './host/host.ts'
import { inMode, modeOf } from './judge.ts'

/** What becomes of a refusal. Loaded for refusals only. */
export interface Settled {
  /** As it leaves. */
  readonly verdict: Verdict
  /** The mode that held for its rules. */
  readonly mode?: Mode
  /** The rules that refuse, as the hook describes them. */
  readonly rules: readonly Rule[]
  /** The code of the approval that let the call pass. */
  readonly approved?: string
  /** It is in the audit log already. */
  readonly recorded?: true
}

/**
 * A refusal with the mode of its rules, what a person has approved, and everything said that
 * has to be: the rule, settings that did not count, and how a person can allow this one call.
 */
export async function settle<Options extends object>(
  hook: Hook<Options>,
  refusal: Refusal & Ruled,
  loaded: LoadedOptions<Options>,
  event: Event,
  host: Host,
  offers = true,
): Promise<Settled> {
  const ids = idsOf(refusal)
  const rules = ids.length === 0 ? [] : (await rulesOf(hook)).filter(({ id }) => ids.includes(id))
  const critical = rules.some((rule) => rule.critical === true)
  const { mode, notes } = modeFor(ids, critical, loaded)
  const said = { ...refusal, reason: withNotes(refusal.reason, ids, [...loaded.ignored, ...notes]) }
  const verdict = inMode(said, mode, hook.name)
  const settled = { verdict, rules, ...(mode === undefined ? {} : { mode }) }
  const refuses = verdict.kind === 'deny' || verdict.kind === 'ask'
  // Without a rule it is not known what would be allowed: an error, or a hook that has none.
  const approvable = ids.length > 0 && !critical && event.tool !== undefined && isBefore(event)
  if (!offers || !refuses || !approvable) return settled
  const { digestOf } = await import('./approval/call.ts')
  const { useApproval } = await import('./approval/use.ts')
  const digest = digestOf(hook.name, refusal, event)
  const approved = useApproval(digest, event, host)
  const asksWhy = rules.some((rule) => rule.asksWhy === true)
  if (approved && !asksWhy) return { ...settled, verdict: PASS, approved: approved.code }
  if (approved) {
    const { overridden } = await import('./approval/override.ts')
    const verdict = await overridden(hook.name, refusal, { mode, approved }, event, host)
    return { ...settled, verdict, approved: approved.code, recorded: true }
  }
  // Claude Code asks the person itself; where nobody is asked, to ask is to deny.
  if (verdict.kind === 'ask' && event.dialect === 'claude-code') return settled
  const { rememberRefusal } = await import('./approval/pending.ts')
  const code = rememberRefusal(hook.name, { ...refusal, asksWhy }, digest, event, host)
  if (code === undefined) return settled
  const offer = `A person can allow this one call, in a terminal of their own: hookbox approve ${code}`
  return { ...settled, verdict: { ...verdict, reason: `${verdict.reason}\n${offer}` } }
}

/** All rules that a refusal of the hook may name. */
export async function rulesOf(hook: Pick<Hook, 'kind' | 'events' | 'rules'>): Promise<readonly Rule[]> {
  const own = (await hook.rules?.()) ?? []
  return judgesCalls(hook) ? [...own, OWN_APPROVAL] : own
}

function idsOf({ rule, also = [] }: Ruled): readonly string[] {
  return rule === undefined ? also : [rule, ...also]
}

function isBefore({ name }: Event): boolean {
  return name === 'tool-before' || name === 'permission'
}

/** The strictest mode of the rules that refuse; each has its own or the hook's. */
function modeFor<Options extends object>(
  ids: readonly string[],
  critical: boolean,
  { options, rules, from }: LoadedOptions<Options>,
): { readonly mode: Mode | undefined; readonly notes: readonly string[] } {
  const whole = modeOf(options)
  if (whole === undefined) return { mode: undefined, notes: [] }
  const modes = ids.length === 0 ? [whole] : ids.map((id) => rules[id] ?? whole)
  const mode = modes.reduce((strict, one) => (strictness(one) > strictness(strict) ? one : strict))
  if (!critical || mode !== 'observe') return { mode, notes: [] }
  // For a trial, somebody who writes the command line has the say; a file never has.
  if (from['mode'] === 'flags' && ids.every((id) => rules[id] === undefined)) return { mode, notes: [] }
  return { mode: 'ask', notes: ['"observe" does not reach this rule: no file makes it less than a question'] }
}

function withNotes(reason: string, ids: readonly string[], notes: readonly string[]): string {
  const rules = ids.length === 0 ? '' : ` (${ids.length === 1 ? 'rule' : 'rules'} ${ids.join(', ')})`
  return `${reason}${rules}${notes.length === 0 ? '' : `\n(${notes.join('; ')}.)`}`
}
