import * as fs from 'node:fs'
import * as path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openHarnessPlugins } from '../../../src/cli/settings/openharness-plugins.ts'
import { readSettings } from '../../../src/cli/settings/read.ts'
import { endpointOf } from '../../../src/cli/simulate/model.ts'
import { simulateOpenHarness } from '../../../src/cli/simulate/openharness.ts'
import { openAiModel } from '../../support/openai-model.ts'
import { payloadLike } from '../../support/table.ts'
import { VERDICTS } from '../../support/verdict-cases.ts'
import { makeWorld, type World } from '../../support/world.ts'
import { Executor } from './executor.ts'

const harness = new Executor()
afterAll(() => harness.close())

const bash = payloadLike('openharness/pre_tool_use.bash-rm-rf-build.json', {
  tool_input: { command: "echo 'é' $ARGUMENTS" },
})

/** Writes settings and plugins into the world's home. */
function configure(world: World, files: Readonly<Record<string, unknown>>): void {
  for (const [file, value] of Object.entries(files)) {
    world.put(`../.openharness/${file}`, typeof value === 'string' ? value : JSON.stringify(value))
  }
}

function sourcesOf(world: World) {
  const settings = readSettings({
    harness: 'openharness',
    scope: 'user',
    path: path.join(world.home, '.openharness/settings.json'),
  })
  return [settings, ...openHarnessPlugins(settings, world.project, { HOME: world.home })]
}

async function simulated(world: World, payload: Readonly<Record<string, unknown>>, url?: string) {
  const around = { cwd: world.project, project: world.project }
  const endpoint = url === undefined ? {} : { endpoint: endpointOf(url, 'default') }
  const event = String(payload['event'])
  return simulateOpenHarness(sourcesOf(world), event, payload, around, { answer: '', ...endpoint })
}

/** Of a request what both send: the real client streams, simulate does not. */
function question(body: Readonly<Record<string, unknown>> | undefined) {
  const { stream: _stream, stream_options: _options, ...rest } = body ?? {}
  return rest
}

describe.each(['prompt', 'agent'])('a %s handler asks the same and reads the same', (type) => {
  test.each(VERDICTS)('%s', async (_name, answer) => {
    const model = await openAiModel(answer)
    const world = makeWorld()
    const hook = { type, prompt: 'May this run? $ARGUMENTS', ...(type === 'agent' ? { model: 'mine' } : {}) }
    const real = await harness.execute(world, bash, [hook], model.url)
    const { steps } = await simulated(world, bash, model.url)
    const outcomes = steps.flatMap(({ outcome }) => outcome ?? [])
    const [asked, again] = model.asked
    expect(again?.path).toBe(asked?.path)
    expect(question(again?.body)).toEqual(question(asked?.body))
    expect({
      blocked: outcomes.some(({ blocked }) => blocked),
      successes: outcomes.map(({ success }) => success),
      reason: outcomes.find(({ blocked }) => blocked)?.reason ?? '',
    }).toEqual({
      blocked: real.blocked,
      successes: real.results.map(({ success }) => success),
      reason: String(real.reason),
    })
  })
})

test('open: a refusal blocks nothing', async () => {
  const model = await openAiModel('{"ok": false}')
  const world = makeWorld()
  const hook = { type: 'prompt', prompt: 'May this run?', block_on_failure: false }
  expect((await harness.execute(world, bash, [hook], model.url)).blocked).toBe(false)
  expect((await simulated(world, bash, model.url)).effect.blocked).toBe(false)
})

test('what the model says between tags of thinking is not read', async () => {
  const model = await openAiModel('<think>{"ok": true}</think>{"ok": false, "reason": "thought"}')
  const world = makeWorld()
  const hook = { type: 'prompt', prompt: 'May this run?' }
  const real = await harness.execute(world, bash, [hook], model.url)
  const { effect } = await simulated(world, bash, model.url)
  expect([real.reason, effect.model]).toEqual(['thought', ['thought']])
})

test('a model that answers with an error raises out of the executor, and nothing runs behind it', async () => {
  const model = await openAiModel('', { status: 400, body: '{"error": {"message": "no such model"}}' })
  const world = makeWorld()
  configure(world, {
    'settings.json': {
      hooks: {
        pre_tool_use: [
          { type: 'prompt', prompt: 'May this run?' },
          { type: 'command', command: 'touch ran' },
        ],
      },
    },
  })
  const real = await harness.run(world, bash, model.url)
  expect(real).toMatchObject({ raised: expect.stringContaining('no such model') })
  const { effect, steps } = await simulated(world, bash, model.url)
  expect(effect.blocked).toBe(true)
  expect(steps.map(({ started }) => started)).toEqual([true, false])
  expect(world.exists('ran')).toBe(false)
})

/** One hook a file, which leaves its name; the real registry says which run, and in which order. */
const says = (name: string, more: object = {}) => ({
  type: 'command',
  command: `echo ${name} >> "$HOME/log"`,
  ...more,
})

const plugins: readonly [name: string, files: Readonly<Record<string, unknown>>][] = [
  [
    'settings, then plugins by their folders',
    {
      'settings.json': { hooks: { pre_tool_use: [says('settings')] } },
      'plugins/b/plugin.json': { name: 'first' },
      'plugins/b/hooks.json': { pre_tool_use: [says('b')] },
      'plugins/a/.claude-plugin/plugin.json': { name: 'second' },
      'plugins/a/hooks.json': { pre_tool_use: [says('a'), says('other', { matcher: 'write_*' })] },
    },
  ],
  [
    'off, off by default, on though off by default',
    {
      'settings.json': { enabled_plugins: { a: false, c: true } },
      'plugins/a/plugin.json': { name: 'a' },
      'plugins/a/hooks.json': { pre_tool_use: [says('a')] },
      'plugins/b/plugin.json': { name: 'b', enabled_by_default: false },
      'plugins/b/hooks.json': { pre_tool_use: [says('b')] },
      'plugins/c/plugin.json': { name: 'c', enabled_by_default: false },
      'plugins/c/hooks.json': { pre_tool_use: [says('c')] },
    },
  ],
  [
    'another file of hooks, a manifest without a name, no manifest',
    {
      'settings.json': {},
      'plugins/a/plugin.json': { name: 'a', hooks_file: 'more.json' },
      'plugins/a/more.json': { pre_tool_use: [says('more')] },
      'plugins/a/hooks.json': { pre_tool_use: [says('not-this')] },
      'plugins/b/plugin.json': {},
      'plugins/b/hooks.json': { pre_tool_use: [says('b')] },
      'plugins/c/hooks.json': { pre_tool_use: [says('c')] },
    },
  ],
  [
    'no type, an unknown type, an unknown event',
    {
      'settings.json': {},
      'plugins/a/plugin.json': { name: 'a' },
      'plugins/a/hooks.json': {
        pre_tool_use: [
          { ...says('typeless'), type: undefined },
          says('odd', { type: 'script' }),
          says('right'),
        ],
        PreToolUse: [says('camel')],
      },
    },
  ],
  [
    'a group as in Claude Code, in the flat file',
    {
      'settings.json': {},
      'plugins/a/plugin.json': { name: 'a' },
      'plugins/a/hooks.json': { pre_tool_use: [{ matcher: 'bash', hooks: [says('inner')] }, says('right')] },
    },
  ],
  [
    'the form of Claude Code in hooks/hooks.json',
    {
      'settings.json': { hooks: { pre_tool_use: [says('settings')] } },
      'plugins/a/plugin.json': { name: 'a' },
      'plugins/a/hooks/hooks.json': { hooks: { PreToolUse: [{ hooks: [says('camel')] }] } },
    },
  ],
  [
    'a wrong timeout in a plugin',
    {
      'settings.json': { hooks: { pre_tool_use: [says('settings')] } },
      'plugins/a/plugin.json': { name: 'a' },
      'plugins/a/hooks.json': { pre_tool_use: [says('a', { timeout_seconds: 0 })] },
    },
  ],
  [
    '"hooks" around the events of the flat file',
    {
      'settings.json': { hooks: { pre_tool_use: [says('settings')] } },
      'plugins/a/plugin.json': { name: 'a' },
      'plugins/a/hooks.json': { hooks: { pre_tool_use: [says('a')] } },
    },
  ],
  [
    'a plugin file that is no JSON',
    {
      'settings.json': { hooks: { pre_tool_use: [says('settings')] } },
      'plugins/a/plugin.json': { name: 'a' },
      'plugins/a/hooks.json': '{',
    },
  ],
]

test.each(plugins)('plugins: %s', async (_name, files) => {
  const [there, here] = [makeWorld(), makeWorld()]
  const log = ({ home }: World) => {
    const file = path.join(home, 'log')
    return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
  }
  configure(there, files)
  const real = await harness.run(there, bash)
  configure(here, files)
  const home = process.env['HOME']
  process.env['HOME'] = here.home
  try {
    const { steps } = await simulated(here, bash)
    expect(log(here)).toBe(log(there))
    if ('raised' in real) expect(steps.some(({ started }) => started)).toBe(false)
  } finally {
    process.env['HOME'] = home
  }
})
