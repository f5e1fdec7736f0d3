import { type Around, playOpenHarness, pythonJson } from '../play/handler-run.ts'
import {
  type OpenHarnessOutcome,
  openHarnessMatches,
  openHarnessOutcome,
  openHarnessSubject,
  openHarnessVerdict,
  takesBlock,
} from '../play/openharness-outcome.ts'
import type { Handler, Settings } from '../settings/read.ts'
import { isInside, recordOf } from '../settings/value.ts'
import { post } from './http.ts'
import { type Answers, askModel } from './model.ts'
import type { Effect, Simulated, Step } from './simulated.ts'

type OpenHarnessStep = Step<OpenHarnessOutcome>

/** The longest payload that starts a command handler on Linux (docs/contracts/openharness.md section 2). */
const MAX_PAYLOAD = 131_046

/**
 * Plays one event as OpenHarness does (docs/contracts/openharness.md sections 2 to 6): the
 * handlers whose matcher takes it run one after another, also behind one that blocked, those of
 * higher priority first, of the same those of the settings before those of plugins. What raises
 * out of the executor ends the list.
 */
export async function simulateOpenHarness(
  all: readonly Settings[],
  event: string,
  payload: Readonly<Record<string, unknown>>,
  around: Around,
  answers: Answers,
): Promise<Simulated<OpenHarnessOutcome>> {
  const broken = all.flatMap(({ place, problems }) =>
    problems.filter(({ voids }) => voids === 'file').map(({ text }) => ({ text, file: place.path })),
  )[0]
  const subject = openHarnessSubject(payload)
  const ordered = all
    .flatMap((settings) => settings.handlers.map((handler) => ({ settings, handler })))
    .filter(({ handler }) => handler.event === event)
    .sort((a, b) => priorityOf(b.handler) - priorityOf(a.handler))
  const steps: OpenHarnessStep[] = []
  let raised = false
  for (const { settings, handler } of ordered) {
    const skip = (why: string) => steps.push({ handler, started: false, ms: 0, why })
    const entry = settings.problems.find((one) => one.voids === 'entry' && isInside(handler.path, one.path))
    if (broken) skip(`OpenHarness does not start: ${broken.text}`)
    else if (settings.off !== undefined) skip(settings.off)
    else if (entry) skip(entry.text)
    else if (event === 'session_start' && handler.place.bearer) {
      skip('OpenHarness knows the hooks of plugins from the first line on, which comes after session_start')
    } else if (!openHarnessMatches(handler.matcher, subject)) {
      skip(
        `its matcher ${JSON.stringify(handler.matcher)} does not take ${JSON.stringify(subject.slice(0, 60))}`,
      )
    } else if (raised) skip('an error of the one before ends the list')
    else {
      const step = await runOne(handler, event, payload, around, { ...answers, timeoutMs: modelTimeout(all) })
      raised = step.outcome?.raised === true
      steps.push(step)
    }
  }
  const effect = together(event, payload, steps)
  const further = broken
    ? [...effect.further, `OpenHarness does not start with ${broken.file}: ${broken.text}`]
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
  answers: Answers & { readonly timeoutMs: number },
): Promise<OpenHarnessStep> {
  const { type = 'command' } = handler.fields
  if (type === 'http') return runHttp(handler, event, payload)
  if (type === 'prompt' || type === 'agent') return askPrompt(handler, event, payload, answers)
  const played = await playOpenHarness(handler, payload, around)
  const { stdout, stderr, code, ended, durationMs, problem } = played.result
  const tooLong = JSON.stringify(payload).length > MAX_PAYLOAD || /E2BIG/.test(problem ?? '')
  const outcome = tooLong
    ? raising(event, `OSError: [Errno 7] Argument list too long (the payload has over ${MAX_PAYLOAD} bytes)`)
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

/** It raises out of the executor, whatever block_on_failure says; before a tool call that holds it back. */
function raising(event: string, error: string): OpenHarnessOutcome {
  return { success: false, blocked: event === 'pre_tool_use', reason: `Tool failed: ${error}`, raised: true }
}

/** As its executor asks (section 4): one answer, no tools, whatever timeout_seconds says. */
async function askPrompt(
  handler: Handler,
  event: string,
  payload: object,
  { answer, endpoint, timeoutMs }: Answers & { readonly timeoutMs: number },
): Promise<OpenHarnessStep> {
  const { type, prompt, model } = handler.fields
  if (!endpoint) {
    const outcome = openHarnessVerdict(handler, answer)
    return { handler, started: true, ms: 0, exit: 'stub', stdout: answer, outcome }
  }
  const result = await askModel(endpoint, {
    system: `${SYSTEM}${type === 'agent' ? THOROUGH : ''}`,
    prompt: String(prompt).replaceAll('$ARGUMENTS', () => pythonJson(payload)),
    model: typeof model === 'string' ? model : undefined,
    maxTokens: 512,
    timeoutMs,
  })
  const { ended, stdout, durationMs, problem } = result
  const outcome =
    ended === 'exited'
      ? openHarnessVerdict(handler, stdout)
      : raising(event, problem ?? `the model did not answer (${ended})`)
  return {
    handler,
    started: true,
    ms: durationMs,
    exit: ended === 'exited' ? 'model' : ended,
    stdout,
    outcome,
  }
}

/** The executor's own words (hooks/executor.py of 0.1.9). */
const SYSTEM =
  'You are validating whether a hook condition passes in OpenHarness. Return strict JSON: {"ok": true} or {"ok": false, "reason": "..."}.'
const THOROUGH = ' Be more thorough and reason over the payload before deciding.'

/** The settings' `timeout` in seconds, 30 unless given, is that of its API client (config/settings.py of 0.1.9). */
function modelTimeout(all: readonly Settings[]): number {
  const given = recordOf(all.find(({ place }) => !place.bearer)?.value)?.['timeout']
  return typeof given === 'number' && given > 0 ? given * 1000 : 30_000
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
  const raised = outcomes.find((one) => one.raised)
  const further =
    raised && event !== 'pre_tool_use'
      ? [
          `the error leaves the executor: ${event === 'user_prompt_submit' ? 'the turn ends with it' : raised.reason}`,
        ]
      : first && !consumed
        ? [`a hook blocked, and nothing reads that on ${event}: OpenHarness goes on`]
        : []
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
