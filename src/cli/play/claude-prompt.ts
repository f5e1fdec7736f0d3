import type { RunResult } from '../../host/host.ts'
import type { Handler } from '../settings/read.ts'
import { objectOf } from '../settings/value.ts'
import { CLAUDE_PLAY } from './claude-events.ts'
import type { Outcome } from './claude-outcome.ts'

/** The event has no conversation, so its prompt and agent handlers fail (docs/contracts/claude-code.md section 19). */
const NO_CONVERSATION = ['SessionStart', 'Setup']

/** Why a handler of this type never runs on the event; undefined when it does. */
export function neverRuns({ fields }: Handler, event: string): string | undefined {
  const { type } = fields
  if (!NO_CONVERSATION.includes(event)) return undefined
  return type === 'prompt' || type === 'agent' || type === 'http'
    ? `${String(type)} handlers do not run on ${event}`
    : undefined
}

/** Seconds. */
export function promptTimeout({ fields }: Handler): number {
  if (typeof fields['timeout'] === 'number') return fields['timeout']
  return fields['type'] === 'agent' ? 60 : 30
}

/** What a prompt or agent handler of Claude Code asks: the payload where it says `$ARGUMENTS`, else behind it. */
export function promptText({ fields }: Handler, payload: object): string {
  const prompt = String(fields['prompt'])
  const json = JSON.stringify(payload)
  return prompt.includes('$ARGUMENTS')
    ? prompt.replaceAll('$ARGUMENTS', () => json)
    : `${prompt}\n\nARGUMENTS: ${json}`
}

/** Reads the verdict on a prompt or agent handler as Claude Code 2.1.332 does (section 19). */
export function claudePromptOutcome(event: string, handler: Handler, result: RunResult): Outcome {
  const { type, prompt, continueOnBlock } = handler.fields
  const isAgent = type === 'agent'
  const failed = (text: string): Outcome => ({
    effect: 'failed',
    text,
    further: [],
    ignored: handler.fields['onFailure'] === 'block' ? [`onFailure has no effect on a missing verdict`] : [],
  })
  if (result.ended !== 'exited' || result.code !== 0) return failed(result.problem ?? result.ended)
  const verdict = verdictOf(result.stdout)
  if (!verdict) {
    return failed(`the answer is not {"ok": true or false, "reason": "..."}: ${result.stdout.slice(0, 200)}`)
  }
  const { ok, reason, impossible } = verdict
  const isStop = event === 'Stop' || event === 'SubagentStop'
  if (ok) return { effect: 'passes', further: [], ignored: [] }
  if (impossible && isStop && !isAgent) {
    return { effect: 'passes', further: [`it can never hold, so the agent may stop: ${reason}`], ignored: [] }
  }
  const text = isAgent ? `Agent hook condition was not met: ${reason}` : `[${String(prompt)}]: ${reason}`
  const ends = !isAgent && !isStop && continueOnBlock !== true
  const exit2 = CLAUDE_PLAY[event]?.exit2 ?? 'nothing'
  return {
    // Where the turn ends there is no request in which the model could read it.
    effect: exit2 === 'tells-model' && ends ? 'tells-user' : exit2,
    text,
    ...(exit2 === 'tells-model' && !ends ? { line: String(prompt) } : {}),
    further: ends && exit2 !== 'nothing' ? ['the turn ends (continueOnBlock is not true)'] : [],
    ignored: exit2 === 'nothing' ? [`a refusal has no effect on ${event}`] : [],
  }
}

interface Verdict {
  readonly ok: boolean
  readonly reason: string
  readonly impossible: boolean
}

/** A code fence around the JSON is taken off. */
function verdictOf(text: string): Verdict | undefined {
  const json = text
    .trim()
    .replace(/^```[a-zA-Z]*\s*/, '')
    .replace(/\s*```$/, '')
  const { ok, reason, impossible } = objectOf(json) ?? {}
  if (typeof ok !== 'boolean') return undefined
  if (reason !== undefined && typeof reason !== 'string') return undefined
  if (impossible !== undefined && typeof impossible !== 'boolean') return undefined
  return { ok, reason: String(reason), impossible: impossible === true }
}
