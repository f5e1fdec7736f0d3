import { type Around, playOpenHarness } from '../play/handler-run.ts'
import {
  type OpenHarnessOutcome,
  openHarnessMatches,
  openHarnessOutcome,
  openHarnessSubject,
  takesBlock,
} from '../play/openharness-outcome.ts'
import type { Handler, Settings } from '../settings/read.ts'
import { recordOf } from '../settings/value.ts'
import type { Stub } from './claude.ts'
import { post } from './http.ts'
import type { Effect, Simulated, Step } from './simulated.ts'

type OpenHarnessStep = Step<OpenHarnessOutcome>

/** The longest payload that starts a command handler on Linux (docs/contracts/openharness.md section 2). */
const MAX_PAYLOAD = 131_046

/**
 * Plays one event as OpenHarness does (docs/contracts/openharness.md sections 2 to 5): the
 * handlers whose matcher takes it run one after another, also behind one that blocked, those of
 * higher priority first.
 */
export async function simulateOpenHarness(
  settings: Settings,
  event: string,
  payload: Readonly<Record<string, unknown>>,
  around: Around,
  stub: Stub,
): Promise<Simulated<OpenHarnessOutcome>> {
  const broken = settings.problems.find(({ voids }) => voids === 'file')
  const subject = openHarnessSubject(payload)
  const ordered = settings.handlers
    .filter((handler) => handler.event === event)
    .sort((a, b) => priorityOf(b) - priorityOf(a))
  const steps: OpenHarnessStep[] = []
  for (const handler of ordered) {
    if (broken) {
      steps.push({ handler, started: false, ms: 0, why: `OpenHarness does not start: ${broken.text}` })
    } else if (!openHarnessMatches(handler.matcher, subject)) {
      const why = `its matcher ${JSON.stringify(handler.matcher)} does not take ${JSON.stringify(subject.slice(0, 60))}`
      steps.push({ handler, started: false, ms: 0, why })
    } else steps.push(await runOne(handler, event, payload, around, stub))
  }
  const effect = together(event, payload, steps)
  const further = broken
    ? [...effect.further, `OpenHarness does not start with ${settings.place.path}: ${broken.text}`]
    : effect.further
  return { harness: 'openharness', event, payload, steps, effect: { ...effect, further } }
}

function priorityOf({ fields }: Handler): number {
  return typeof fields['priority'] === 'number' ? fields['priority'] : 0
}

async function runOne(
  handler: Handler,
  event: string,
  payload: object,
  around: Around,
  stub: Stub,
): Promise<OpenHarnessStep> {
  const { type = 'command' } = handler.fields
  if (type === 'http') return runHttp(handler, event, payload)
  if (type === 'prompt' || type === 'agent') return runStub(handler, stub)
  const played = await playOpenHarness(handler, payload, around)
  const { stdout, stderr, code, ended, durationMs, problem } = played.result
  const tooLong = JSON.stringify(payload).length > MAX_PAYLOAD || /E2BIG/.test(problem ?? '')
  const outcome = tooLong
    ? {
        success: false,
        // It raises out of the executor, whatever block_on_failure says.
        blocked: event === 'pre_tool_use',
        reason: `Tool failed: OSError: [Errno 7] Argument list too long (the payload has over ${MAX_PAYLOAD} bytes)`,
      }
    : openHarnessOutcome(handler, played)
  return {
    handler,
    started: !tooLong,
    ms: durationMs,
    exit: ended === 'exited' ? code : ended,
    stdout,
    stderr,
    outcome,
  }
}

async function runHttp(handler: Handler, event: string, payload: object): Promise<OpenHarnessStep> {
  const { url, headers, timeout_seconds, block_on_failure } = handler.fields
  const given = Object.entries(recordOf(headers) ?? {}).map(([name, value]) => [name, String(value)])
  const seconds = typeof timeout_seconds === 'number' ? timeout_seconds : 30
  const answer = await post(String(url), given, { event, payload }, seconds * 1000)
  const success = answer.ended === 'exited' && answer.code === 0
  const reason =
    answer.ended === 'exited'
      ? answer.stdout || `http hook returned ${answer.status}`
      : (answer.problem ?? '')
  const outcome = { success, blocked: !success && block_on_failure === true, reason }
  const exit = answer.status ?? answer.ended
  return { handler, started: true, ms: answer.durationMs, exit, stdout: answer.stdout, outcome }
}

/** A model's answer passes as `{"ok": true}` or as the bare word (section 4). */
function runStub(handler: Handler, { answer }: Stub): OpenHarnessStep {
  const text = answer.trim()
  let ok = /^(?:ok|true|yes)$/i.test(text)
  let reason = text || 'hook rejected the event'
  try {
    const value = recordOf(JSON.parse(text))
    if (value) {
      ok = value['ok'] === true
      reason = typeof value['reason'] === 'string' ? value['reason'] : 'hook rejected the event'
    }
  } catch {}
  const blocked = !ok && (handler.fields['block_on_failure'] ?? true) === true
  return {
    handler,
    started: true,
    ms: 0,
    exit: 'stub',
    stdout: answer,
    outcome: { success: ok, blocked, reason },
  }
}

function together(
  event: string,
  payload: Readonly<Record<string, unknown>>,
  steps: readonly OpenHarnessStep[],
): Effect {
  const outcomes = steps.flatMap(({ outcome }) => outcome ?? [])
  // Of several the first is read, unlike Claude Code.
  const first = outcomes.find(({ blocked }) => blocked)
  const consumed = takesBlock(event)
  const blocked = first !== undefined && consumed
  const tool = String(payload['tool_name'] ?? '')
  const further =
    first && !consumed ? [`a hook blocked, and nothing reads that on ${event}: OpenHarness goes on`] : []
  if (event === 'pre_tool_use' && blocked) {
    return {
      blocked,
      happens: 'the tool call does not run',
      model: [first.reason || `pre_tool_use hook blocked ${tool}`],
      user: [],
      further,
    }
  }
  return {
    blocked,
    happens: blocked ? 'the conversation is not compacted' : happensOf(event),
    model: noteOf(event, outcomes, first),
    user: [],
    further,
  }
}

function happensOf(event: string): string {
  return event === 'pre_tool_use' ? 'the call goes on to look-up, validation and permission' : 'it goes on'
}

/** What post_compact hooks print becomes a note, were it ever reached (section 1). */
function noteOf(
  event: string,
  outcomes: readonly OpenHarnessOutcome[],
  first: OpenHarnessOutcome | undefined,
): string[] {
  if (event !== 'post_compact') return []
  const texts = first ? [first.reason] : outcomes.map(({ reason }) => reason).filter((text) => text !== '')
  return texts.length === 0
    ? []
    : [
        `[Compact attachment: hook_results] Compact hook notes\n${texts.join('\n')} (not reached in a real session of 0.1.9)`,
      ]
}
