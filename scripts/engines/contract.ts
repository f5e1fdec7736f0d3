import type { Registry } from '../../src/command/registry.ts'
import { DIALECTS, type Dialect, type EventName } from '../../src/event.ts'
import { CLAUDE_EVENTS } from '../../src/harness/claude-code.ts'
import { OPENHARNESS_EVENTS } from '../../src/harness/openharness.ts'
import { ask, block, context, defineHook, deny, PASS, report, type Verdict } from '../../src/hook.ts'

/** Every kind of verdict, on every event of every harness: what test/contract is about. */

export const VERDICTS: readonly Verdict[] = [
  PASS,
  deny('no, because'),
  ask('is this meant?'),
  block('not yet'),
  context('a fact'),
  report('for the user'),
  { kind: 'deny', reason: 'no, because', message: 'for the user' },
  { kind: 'ask', reason: 'is this meant?', message: 'for the user' },
  { kind: 'block', reason: 'not yet', message: 'for the user' },
  { kind: 'context', text: 'a fact', message: 'for the user' },
]

const EVENTS_OF: Readonly<Record<Dialect, readonly string[]>> = {
  'claude-code': [...CLAUDE_EVENTS.keys()],
  openharness: [...OPENHARNESS_EVENTS.keys()],
  unknown: ['', 'PreToolUse', 'Whatever'],
}

export const CONTRACT_EVENTS: readonly (readonly [dialect: Dialect, name: string])[] = DIALECTS.flatMap(
  (dialect) => EVENTS_OF[dialect].map((name) => [dialect, name] as const),
)

const EVERY_EVENT: readonly EventName[] = [
  'tool-before',
  'tool-after',
  'tool-failed',
  'tool-batch',
  'permission',
  'prompt',
  'session-start',
  'session-end',
  'stop',
  'subagent-stop',
  'other',
]

/** The hook that says this verdict, whatever it is asked. */
export const speakerOf = (verdict: Verdict): string => `says-${VERDICTS.indexOf(verdict)}`

export const speakers: Registry = Object.fromEntries(
  VERDICTS.map((verdict) => {
    const name = speakerOf(verdict)
    const hook = defineHook({
      name,
      summary: 'always says the same',
      kind: 'guard',
      events: EVERY_EVENT,
      options: {
        defaults: {},
        merge: {},
        schema: async () => ({ safeParse: (data) => ({ success: true, data }) }),
      },
      check: () => verdict,
    })
    return [name, async () => hook]
  }),
)

/** The words of a call of this event, the payload last. */
export function contractCall(dialect: Dialect, name: string, cwd: string): readonly string[] {
  const payload = { tool_name: 'Bash', tool_input: { command: 'ls' }, prompt: 'hello', session_id: 's', cwd }
  switch (dialect) {
    case 'claude-code':
      return [JSON.stringify({ hook_event_name: name, ...payload })]
    case 'openharness':
      return [JSON.stringify({ event: name, ...payload })]
    case 'unknown':
      return ['--dialect', dialect, JSON.stringify({ ...(name === '' ? {} : { event: name }), ...payload })]
  }
}
