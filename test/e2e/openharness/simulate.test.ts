import { afterAll, expect, test } from 'vitest'
import { parseSettings } from '../../../src/cli/settings/read.ts'
import { simulateOpenHarness } from '../../../src/cli/simulate/openharness.ts'
import { payloadLike } from '../../support/table.ts'
import { makeWorld } from '../../support/world.ts'
import { Executor } from './executor.ts'

const harness = new Executor()
afterAll(() => harness.close())

const bash = payloadLike('openharness/pre_tool_use.bash-rm-rf-build.json', { tool_input: { command: 'ls' } })
const prompt = { event: 'user_prompt_submit', prompt: 'Fix [this] bash' }

const hook = (command: string, more: object = {}) => ({ type: 'command', command, ...more })
const closed = { block_on_failure: true }

/** Hooks of one event each, and the payload. The real executor says what comes of them. */
const cases: readonly [name: string, payload: Readonly<Record<string, unknown>>, hooks: readonly object[]][] =
  [
    ['silence', bash, [hook('true')]],
    ['text on stdout', bash, [hook('echo hello')]],
    ['text on both', bash, [hook('echo out; echo err >&2')]],
    ['exit 1, open', bash, [hook('echo why; exit 1')]],
    ['exit 1, closed', bash, [hook('echo why; exit 1', closed)]],
    ['exit 2 with stderr, closed', bash, [hook('echo why >&2; exit 2', closed)]],
    ['exit 2 with both, closed', bash, [hook('echo out; echo err >&2; exit 2', closed)]],
    ['exit 78 without a word', bash, [hook('exit 78', closed)]],
    ['deny JSON with exit 0 does nothing', bash, [hook(`echo '{"decision":"block","ok":false}'`, closed)]],
    ['not found', bash, [hook('no-such-program-here', closed)]],
    ['a signal', bash, [hook('kill -9 $$', closed)]],
    ['a timeout', bash, [hook('sleep 3', { ...closed, timeout_seconds: 1 })]],
    ['output before a timeout is lost', bash, [hook('echo x; sleep 3', { ...closed, timeout_seconds: 1 })]],
    ['a matcher that takes it', bash, [hook('exit 1', { ...closed, matcher: 'bash' })]],
    ['a matcher of another case', bash, [hook('exit 1', { ...closed, matcher: 'Bash' })]],
    ['a star', bash, [hook('exit 1', { ...closed, matcher: 'b*h' })]],
    ['a question mark', bash, [hook('exit 1', { ...closed, matcher: 'bas?' })]],
    ['a set', bash, [hook('exit 1', { ...closed, matcher: '[ab]ash' })]],
    ['a set of others', bash, [hook('exit 1', { ...closed, matcher: '[!b]ash' })]],
    ['a bar is a letter', bash, [hook('exit 1', { ...closed, matcher: 'bash|write_file' })]],
    ['no regular expression', bash, [hook('exit 1', { ...closed, matcher: 'ba.h' })]],
    ['an empty matcher', bash, [hook('exit 1', { ...closed, matcher: '' })]],
    ['a prompt is matched by its text', prompt, [hook('exit 1', { ...closed, matcher: 'Fix*' })]],
    ['brackets in a prompt', prompt, [hook('exit 1', { ...closed, matcher: 'Fix [[]this] bash' })]],
    [
      'the event name is not a prompt',
      prompt,
      [hook('exit 1', { ...closed, matcher: 'user_prompt_submit' })],
    ],
    [
      'an empty prompt has the event name',
      { ...prompt, prompt: '' },
      [hook('exit 1', { ...closed, matcher: 'user_*' })],
    ],
    ['the first reason counts', bash, [hook('echo one; exit 1', closed), hook('echo two; exit 1', closed)]],
    ['it goes on behind a block', bash, [hook('exit 1', closed), hook('echo after')]],
    ['an open failure gives no reason', bash, [hook('echo one; exit 1'), hook('echo two; exit 1', closed)]],
    [
      'the payload in the environment',
      bash,
      [hook('echo "$OPENHARNESS_HOOK_EVENT $OPENHARNESS_HOOK_PAYLOAD"')],
    ],
    ['$ARGUMENTS', bash, [hook('printf "%s" $ARGUMENTS')]],
    [
      '$ARGUMENTS with quotes and letters',
      { ...bash, tool_input: { command: "echo 'it''s' é 漢" } },
      [hook('printf "%s" $ARGUMENTS')],
    ],
    ['nothing on stdin', bash, [hook('cat; echo end')]],
  ]

test.each(cases)('%s', async (_name, payload, hooks) => {
  const world = makeWorld()
  const real = await harness.execute(world, payload, hooks)
  const event = String(payload['event'])
  const settings = parseSettings(
    { harness: 'openharness', scope: 'user', path: 'settings.json' },
    JSON.stringify({ hooks: { [event]: hooks } }),
  )
  const around = { cwd: world.project, project: world.project }
  const { steps } = await simulateOpenHarness([settings], event, payload, around, { answer: '' })
  const outcomes = steps.flatMap(({ outcome }) => outcome ?? [])
  expect({
    blocked: outcomes.some(({ blocked }) => blocked),
    successes: outcomes.map(({ success }) => success),
    reason: outcomes.find(({ blocked }) => blocked)?.reason ?? '',
  }).toEqual({
    blocked: real.blocked,
    successes: real.results.map(({ success }) => success),
    reason: real.blocked ? real.reason : '',
  })
  for (const [index, step] of steps.filter(({ started }) => started).entries()) {
    const said = [step.stdout?.trim(), step.stderr?.trim()].filter((part) => part).join('\n')
    if (step.exit === 0) expect(said).toBe(real.results[index]?.output)
  }
})
