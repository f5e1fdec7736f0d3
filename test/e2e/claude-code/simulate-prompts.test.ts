import { describe, expect, test } from 'vitest'
import { samplePayload } from '../../../src/cli/play/sample.ts'
import { parseSettings } from '../../../src/cli/settings/read.ts'
import { simulateClaude } from '../../../src/cli/simulate/claude.ts'
import { VERDICTS } from '../../support/verdict-cases.ts'
import { makeWorld } from '../../support/world.ts'
import { type Hooks, runClaude } from './client.ts'
import { bash, type Turn } from './model.ts'
import type { Session } from './session.ts'

const PROMPT = 'May it go ahead?'

const hooksOf = (event: string, more: object = {}): Hooks => ({
  [event]: [{ hooks: [{ type: 'prompt', prompt: PROMPT, ...more }] }],
})

async function simulated(event: string, hooks: Hooks, answer: string) {
  const world = makeWorld()
  const place = { harness: 'claude-code', scope: 'user', path: 'settings.json' } as const
  const settings = parseSettings(place, JSON.stringify({ hooks }))
  const payload = samplePayload('claude-code', event, { cwd: world.project, input: { command: 'true' } })
  return simulateClaude(
    [settings],
    event,
    payload,
    { cwd: world.project, project: world.project },
    { answer },
  )
}

/** Whether the turn ended with the call, so that the model was asked no more. */
const endsTurn = (further: readonly string[]) => further.some((text) => text.startsWith('the turn ends'))

/** Those that the events differ in. */
const SOME = VERDICTS.filter(([name]) =>
  ['yes', 'no', 'no without a reason', 'a bare no', 'it can never hold'].includes(name),
)

const events: readonly [event: string, more: object][] = [
  ['PreToolUse', { continueOnBlock: true }],
  ['PreToolUse', { onFailure: 'block' }],
  ['PostToolUse', {}],
  ['PostToolUse', { continueOnBlock: true }],
]

async function agrees(event: string, more: object, answer: string): Promise<void> {
  const hooks = hooksOf(event, more)
  const session = await runClaude({
    hooks,
    verdicts: [answer],
    turns: [bash('call', 'touch made.txt'), { text: 'Done.' }],
  })
  const { effect } = await simulated(event, hooks, answer)
  const real = {
    ran: session.exists('made.txt'),
    ended: session.requests.length === 1,
    read: session.requests.length > 1 ? told(session, event) : [],
  }
  expect({
    ran: !(event === 'PreToolUse' && effect.blocked),
    ended: endsTurn(effect.further),
    read: endsTurn(effect.further) ? [] : effect.model,
  }).toEqual(real)
}

test.each(VERDICTS)('a prompt handler on PreToolUse: %s', { timeout: 30_000 }, (_name, answer) =>
  agrees('PreToolUse', {}, answer),
)

describe.each(events)('a prompt handler on %s, %j', (event, more) => {
  test.each(SOME)('%s', { timeout: 30_000 }, (_name, answer) => agrees(event, more, answer))
})

/** What of the hook the model reads in the request behind the call. */
function told(session: Session, event: string): string[] {
  if (event === 'PreToolUse') {
    const { isError, text } = session.result('call')
    return isError ? [text] : []
  }
  const line = session
    .read()
    .split('\n')
    .find((one) => one.includes(`${event}:Bash hook blocking error`))
  return line === undefined ? [] : [line]
}

const said = (text: string): Turn => ({ text })

test.each(VERDICTS)('a prompt handler on Stop: %s', { timeout: 30_000 }, async (_name, answer) => {
  const hooks = hooksOf('Stop')
  const session = await runClaude({ hooks, verdicts: [answer], turns: [said('One.'), said('Two.')] })
  const { effect } = await simulated('Stop', hooks, answer)
  expect(effect.goesOn).toBe(session.requests.length === 2)
  if (effect.goesOn) for (const text of effect.model) expect(session.read()).toContain(text)
})

test.each(VERDICTS)(
  'a prompt handler on UserPromptSubmit: %s',
  { timeout: 30_000 },
  async (_name, answer) => {
    const hooks = hooksOf('UserPromptSubmit')
    const session = await runClaude({ hooks, verdicts: [answer], turns: [said('One.')] })
    const { effect } = await simulated('UserPromptSubmit', hooks, answer)
    expect(effect.blocked).toBe(session.requests.length === 0)
  },
)

/** The client's agent answers with a tool; what simulate is told is that tool's input. */
const verdict = (input: Readonly<Record<string, unknown>>): Turn => ({
  tools: [{ id: 'verdict', name: 'StructuredOutput', input }],
})

test.each([
  ['yes', verdict({ ok: true }), '{"ok": true}'],
  ['no', verdict({ ok: false, reason: 'not today' }), '{"ok": false, "reason": "not today"}'],
  ['no answer', said('{"ok": false}'), 'none'],
])('an agent handler on PreToolUse: %s', { timeout: 30_000 }, async (_name, turn, answer) => {
  const hooks: Hooks = { PreToolUse: [{ hooks: [{ type: 'agent', prompt: PROMPT, onFailure: 'block' }] }] }
  const session = await runClaude({
    hooks,
    turns: [bash('call', 'touch made.txt'), turn, ...(answer === 'none' ? [turn] : []), said('Done.')],
  })
  const { effect } = await simulated('PreToolUse', hooks, answer)
  expect(!effect.blocked).toBe(session.exists('made.txt'))
  if (effect.blocked) expect(effect.model).toEqual([session.result('call').text])
  expect(endsTurn(effect.further)).toBe(false)
})

test('an agent handler on PostToolUse: no', { timeout: 30_000 }, async () => {
  const hooks: Hooks = { PostToolUse: [{ hooks: [{ type: 'agent', prompt: PROMPT }] }] }
  const turn = verdict({ ok: false, reason: 'not today' })
  const session = await runClaude({ hooks, turns: [bash('call', 'touch made.txt'), turn, said('Done.')] })
  const { effect } = await simulated('PostToolUse', hooks, '{"ok": false, "reason": "not today"}')
  expect(effect.model).toEqual(told(session, 'PostToolUse'))
})
