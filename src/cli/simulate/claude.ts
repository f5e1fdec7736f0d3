import { CLAUDE_PLAY, claudeMatches } from '../play/claude-events.ts'
import { claudeOutcome, type Outcome, stops } from '../play/claude-outcome.ts'
import { type Around, playClaude } from '../play/handler-run.ts'
import { whyOnlyManaged } from '../settings/merged.ts'
import type { Handler, Settings } from '../settings/read.ts'
import { isInside } from '../settings/value.ts'
import { claudeReads } from './claude-reads.ts'
import { playHttp } from './http.ts'
import type { Effect, Simulated, Step } from './simulated.ts'

/** What prompt, agent and mcp_tool handlers answer here, where no model is. */
export interface Stub {
  /** The JSON that such a handler would bring. */
  readonly answer: string
}

/**
 * Plays one event as Claude Code does (docs/contracts/claude-code.md sections 2, 3, 8, 9, 11):
 * the handlers of all settings files whose matcher takes it start together, equal ones once, and
 * the strictest answer wins.
 */
export async function simulateClaude(
  all: readonly Settings[],
  event: string,
  payload: Readonly<Record<string, unknown>>,
  around: Around,
  stub: Stub,
): Promise<Simulated> {
  const rules = CLAUDE_PLAY[event]
  const subject = rules?.subject === undefined ? undefined : subjectOf(event, payload[rules.subject])
  const off = whyOnlyManaged(all)
  const seen = new Set<string>()
  const steps: Promise<Step>[] = []
  let finished = 0
  for (const settings of all) {
    const { handlers, problems } = settings
    const broken = problems.find(({ voids }) => voids === 'file')
    for (const handler of handlers.filter((one) => one.event === event)) {
      const base = { handler, started: false } as const
      const skip = (why: string) => steps.push(Promise.resolve({ ...base, why, ms: 0 }))
      const entry = problems.find((one) => one.voids === 'entry' && isInside(handler.path, one.path))
      if (off && handler.place.scope !== 'managed') skip(off)
      else if (broken) skip(`the file counts for nothing: ${broken.text}`)
      else if (entry) skip(`the entry counts for nothing: ${entry.text}`)
      else if (subject !== undefined && !claudeMatches(handler.matcher, subject)) {
        skip(`its matcher ${JSON.stringify(handler.matcher)} does not take ${JSON.stringify(subject)}`)
      } else if (handler.fields['if'] !== undefined && rules?.subject !== 'tool_name') {
        skip(`it has "if", with which a hook on ${event} never runs`)
      } else if (seen.has(keyOf(handler))) skip('the same as one before, so it runs once')
      else {
        seen.add(keyOf(handler))
        steps.push(
          runOne(handler, event, payload, around, stub).then((step) => ({ ...step, finished: ++finished })),
        )
      }
    }
  }
  const done = await Promise.all(steps)
  const effect = together(event, payload, done)
  const further = [...effect.further, ...all.flatMap(unreadable)]
  return { harness: 'claude-code', event, payload, steps: done, effect: { ...effect, further } }
}

/** A file whose handlers can't even be named. */
function unreadable({ place, value, problems, text = '' }: Settings): string[] {
  const broken = problems.find(({ voids }) => voids === 'file')
  return broken && value === undefined && text !== ''
    ? [`${place.path} counts for nothing: ${broken.text}`]
    : []
}

/** FileChanged compares the name alone (section 1). */
function subjectOf(event: string, value: unknown): string {
  const text = String(value ?? '')
  return event === 'FileChanged' ? text.slice(text.lastIndexOf('/') + 1) : text
}

/** Same type and command (and args, and if): once per event, whatever file it stands in (section 11). */
function keyOf({ fields }: Handler): string {
  const { type, command, args, url, prompt, if: condition } = fields
  return JSON.stringify([type, command, args, url, prompt, condition])
}

async function runOne(
  handler: Handler,
  event: string,
  payload: object,
  around: Around,
  stub: Stub,
): Promise<Step> {
  const { type, onFailure } = handler.fields
  if (type === 'command') {
    const played = await playClaude(handler, payload, around)
    const { stdout, stderr, code, ended, durationMs } = played.result
    const outcome = claudeOutcome(event, onFailure, played)
    return {
      handler,
      started: true,
      ms: durationMs,
      exit: ended === 'exited' ? code : ended,
      stdout,
      stderr,
      outcome: notDeciding(handler, stdout) ? inBackground(outcome) : withCondition(handler, event, outcome),
    }
  }
  const { result, note } =
    type === 'http'
      ? { result: await playHttp(handler, payload), note: [] }
      : { result: stubbed(stub), note: [`${String(type)} is answered by a stub here (--answer)`] }
  const line = String(handler.fields['url'] ?? type)
  const outcome = claudeOutcome(event, onFailure, { line, result })
  return {
    handler,
    started: true,
    ms: result.durationMs,
    exit: result.code,
    stdout: result.stdout,
    stderr: result.stderr,
    outcome: { ...outcome, ignored: [...outcome.ignored, ...note] },
  }
}

/** `async: true`, or a first line that asks for it, puts the hook into the background (section 8). */
function notDeciding({ fields }: Handler, stdout: string): boolean {
  return fields['async'] === true || /^\s*\{\s*"async"\s*:\s*true\b/.test(stdout)
}

/** What it says comes later, as the text of a next request, and decides nothing (sections 3 and 9). */
function inBackground({ effect, text, context, ignored, further }: Outcome): Outcome {
  const lost =
    effect === 'passes' ? [] : [`it runs in the background, so that it ${effect} counts for nothing`]
  const later = context ?? text
  return {
    effect: 'passes',
    further: later === undefined ? further : [...further, `with a later request the model reads: ${later}`],
    ignored: [...ignored, ...lost],
  }
}

/** `if` is best effort on tool events, and elsewhere keeps the hook from running (section 2). */
function withCondition({ fields }: Handler, event: string, outcome: Outcome): Outcome {
  if (fields['if'] === undefined || CLAUDE_PLAY[event]?.subject !== 'tool_name') return outcome
  return {
    ...outcome,
    ignored: [
      ...outcome.ignored,
      `"if" is not played here: it ran as if ${JSON.stringify(fields['if'])} held`,
    ],
  }
}

function stubbed({ answer }: Stub) {
  return { ended: 'exited', code: 0, stdout: answer, stderr: '', omitted: 0, durationMs: 0 } as const
}

/** deny > defer > ask > allow; of several refusals the one that came last is read (section 11). */
function together(event: string, payload: Readonly<Record<string, unknown>>, steps: readonly Step[]): Effect {
  const outcomes = steps
    .filter((step) => step.outcome !== undefined)
    .sort((a, b) => (a.finished ?? 0) - (b.finished ?? 0))
    .map((step) => step.outcome as Outcome)
  const tells = (effect: Outcome['effect']) => outcomes.findLast((one) => one.effect === effect)
  const decided =
    outcomes.findLast(stops) ??
    tells('keeps-going') ??
    tells('defers') ??
    tells('asks') ??
    tells('tells-model') ??
    tells('tells-user') ??
    tells('allows')
  const contexts = outcomes.filter(({ context }) => context !== undefined)
  return {
    blocked: decided !== undefined && stops(decided),
    happens: happens(event, decided),
    model: claudeReads(event, payload, decided, contexts),
    user: [
      ...outcomes.flatMap(({ message }) => message ?? []),
      ...(decided?.effect === 'tells-user' || decided?.effect === 'blocks-for-user'
        ? [decided.text ?? '']
        : []),
    ],
    further: outcomes.flatMap(({ further }) => further),
  }
}

function happens(event: string, decided: Outcome | undefined): string {
  const isCall = event === 'PreToolUse'
  switch (decided?.effect) {
    case 'blocks':
      return isCall ? 'the tool call does not run' : `${event}: it does not happen`
    case 'blocks-for-user':
      if (event === 'UserPromptSubmit') return 'the prompt is erased and no request is made'
      return event === 'PostToolBatch'
        ? 'the turn ends before the next request'
        : `${event}: it does not happen`
    case 'keeps-going':
      return 'the agent goes on instead of stopping'
    case 'asks':
      return 'the user is asked; where nobody can be (-p) the call is refused'
    case 'defers':
      return 'in -p the process ends with the call deferred'
    case 'allows':
      return isCall
        ? 'the call runs without a question, unless a deny or ask rule says otherwise'
        : 'it is allowed'
    default:
      if (isCall) return "the call goes on to the harness's own permission check"
      return event === 'Stop' || event === 'SubagentStop' ? 'the agent stops' : 'it goes on'
  }
}
