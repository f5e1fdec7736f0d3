import { spawnSync } from 'node:child_process'
import * as path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { callExecutable } from '../../support/call.ts'
import { payloadLike } from '../../support/table.ts'
import { makeWorld, type World, worldEnv } from '../../support/world.ts'
import { Executor, guard, observer } from './executor.ts'

const harness = new Executor()
afterAll(() => harness.close())

function bash(command: string): Record<string, unknown> {
  return payloadLike('openharness/pre_tool_use.bash-rm-rf-build.json', { tool_input: { command } })
}

/** What the executable itself says on stderr for this payload. */
async function ownReason(name: string, payload: object, world: World): Promise<string> {
  const env = worldEnv(world, { OPENHARNESS_HOOK_PAYLOAD: JSON.stringify(payload) })
  const { stderr } = await callExecutable(name, { env, cwd: world.project })
  return stderr.trim()
}

const cases = [
  { name: 'block-dangerous-rm', refused: bash('rm -rf ./data'), passing: bash('rm data/old.txt') },
  { name: 'block-sudo', refused: bash('sudo rm -rf ./data'), passing: bash('echo "sudo"') },
  {
    name: 'protect-sensitive-files',
    refused: payloadLike('openharness/pre_tool_use.write_file.json', {
      tool_input: { path: '.env', content: 'TOKEN=1' },
    }),
    passing: payloadLike('openharness/pre_tool_use.write_file.json', {
      tool_input: { path: '.env.example', content: 'TOKEN=' },
    }),
  },
  { name: 'check-deploy-env', refused: bash('./deploy.sh production'), passing: bash('./build.sh') },
]

describe.each([
  ['by the environment alone', ''],
  ['as $ARGUMENTS', ' $ARGUMENTS'],
] as const)('payload %s', (_way, more) => {
  test.each(cases)('$name blocks with its reason, and passes', async ({ name, refused, passing }) => {
    const world = makeWorld({ files: { 'data/old.txt': '' }, git: true })
    const blocked = await harness.execute(world, refused, [guard(name, more)])
    expect(blocked).toMatchObject({ blocked: true, results: [{ success: false }] })
    expect(blocked.reason).toBe(await ownReason(name, refused, world))
    const passed = await harness.execute(world, passing, [guard(name, more)])
    expect(passed).toMatchObject({ blocked: false, results: [{ success: true, output: '' }] })
  })
})

test('several hooks: the first that blocks gives the reason', async () => {
  const world = makeWorld({ files: { 'data/old.txt': '' } })
  const payload = bash('sudo rm -rf ./data')
  const result = await harness.execute(world, payload, [
    guard('check-deploy-env'),
    guard('block-sudo'),
    guard('block-dangerous-rm'),
  ])
  expect(result.results.map((one) => one.success)).toEqual([true, false, false])
  expect(result.reason).toBe(await ownReason('block-sudo', payload, world))
})

test('a guard that can not read its configuration blocks', async () => {
  const world = makeWorld({ files: { 'hookbox.json': '{ "block-sudo": { "mode": 1 } }' } })
  const result = await harness.execute(world, bash('ls'), [guard('block-sudo')])
  expect(result.blocked).toBe(true)
  expect(result.reason).toContain(`${world.project}/hookbox.json:1:`)
})

test('a record for a call that ran and one that failed', async () => {
  const world = makeWorld()
  const audit = [observer('audit-tool-call')]
  const failed = payloadLike('openharness/post_tool_use.bash-failing.json')
  for (const payload of [{ ...failed, tool_is_error: false }, failed]) {
    expect(await harness.execute(world, payload, audit)).toMatchObject({ blocked: false, reason: '' })
  }
  const records = world.read('logs/tool-audit.jsonl').trimEnd().split('\n')
  expect(records.map((line) => JSON.parse(line))).toMatchObject([
    { stage: 'success', harness: 'openharness', event: 'post_tool_use', tool_name: 'bash' },
    { stage: 'failure', harness: 'openharness', event: 'post_tool_use', tool_name: 'bash' },
  ])
})

test('what `hookbox init` writes makes it refuse', async () => {
  const world = makeWorld({ git: true, homeFiles: { '.openharness/settings.json': '{}' } })
  const hookbox = path.resolve(import.meta.dirname, '../../../bin/hookbox')
  const argv = [hookbox, 'init', '--harness', 'openharness', '--yes']
  spawnSync(process.execPath, argv, { cwd: world.project, env: worldEnv(world) })
  const { hooks } = JSON.parse(world.read('../.openharness/settings.json')) as {
    hooks: Record<string, object[]>
  }
  const refused = await harness.execute(world, bash('rm -rf ./data'), hooks['pre_tool_use'] ?? [])
  expect(refused).toMatchObject({ blocked: true, reason: expect.stringContaining('rm -r of ./data') })
  const passed = await harness.execute(world, bash('ls'), hooks['pre_tool_use'] ?? [])
  expect(passed.blocked).toBe(false)
})
