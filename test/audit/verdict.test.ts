import { describe, expect, test } from 'vitest'
import { hook } from '../../hooks/block-dangerous-rm/index.ts'
import { readLog } from '../../src/store/read-log.ts'
import { callExecutable, callFunction } from '../support/call.ts'
import { bashPayload, fixture } from '../support/table.ts'
import { makeWorld, type WorldOptions, worldEnv } from '../support/world.ts'

const LOG = 'logs/tool-audit.jsonl'
const kept = { files: { [LOG]: '' } }

async function guard(world: WorldOptions, payload: unknown, argv: readonly string[] = []) {
  const made = makeWorld(world)
  const stdin = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const call = {
    stdin: stdin.replaceAll('@PROJECT@', made.project),
    argv,
    env: worldEnv(made),
    cwd: made.project,
  }
  return { made, answers: [await callFunction(hook, call), await callExecutable(hook.name, call)] }
}

describe("a guard's refusal in the trail", () => {
  test('with the hook, the verdict and the reason', async () => {
    const { made, answers } = await guard(kept, bashPayload('rm -rf / # PASSWORD=hunter2'))
    for (const answer of answers) expect(answer.exit).toBe(2)
    const { records, bad } = readLog(made.read(LOG))
    expect(bad).toEqual([])
    const record = {
      stage: 'verdict',
      tool_use_id: 'toolu_1_0',
      tool_name: 'Bash',
      tool_input: { command: 'rm -rf / # PASSWORD=[REDACTED:by-key]' },
      hook: 'block-dangerous-rm',
      verdict: 'deny',
      mode: 'enforce',
      reason: expect.any(String),
      harness: 'claude-code',
      event: 'PreToolUse',
      v: 1,
    }
    expect(records).toMatchObject([record, record])
  })

  test('in OpenHarness', async () => {
    const { made, answers } = await guard(
      kept,
      fixture('openharness/pre_tool_use.bash-rm-rf-build.json').replace('./build', '/'),
    )
    for (const answer of answers) expect(answer).toMatchObject({ exit: 2, stdout: '' })
    expect(readLog(made.read(LOG)).records).toMatchObject([{ harness: 'openharness' }, { verdict: 'deny' }])
  })

  test('also where the guard only observes', async () => {
    const { made, answers } = await guard(kept, bashPayload('rm -rf /'), ['--mode', 'observe'])
    for (const answer of answers) expect(answer.exit).toBe(0)
    expect(readLog(made.read(LOG)).records).toMatchObject([{ verdict: 'deny', mode: 'observe' }, {}])
  })

  test('and where it failed', async () => {
    const { made } = await guard(kept, bashPayload('x', { tool_input: { command: 7 } }))
    expect(readLog(made.read(LOG)).records).toMatchObject([
      { verdict: 'deny', reason: expect.stringContaining('could not judge this') },
      {},
    ])
  })

  test('in the file that the configuration names', async () => {
    const section = JSON.stringify({ 'audit-tool-call': { file: 'x.jsonl' } })
    const { made } = await guard(
      { files: { 'hookbox.json': section, 'x.jsonl': '' } },
      bashPayload('rm -rf /'),
    )
    expect(readLog(made.read('x.jsonl')).records).toHaveLength(2)
  })
})

describe('nothing is written', () => {
  test('of what passes', async () => {
    const { made } = await guard(kept, bashPayload('ls'))
    expect(made.read(LOG)).toBe('')
  })

  test('where no trail is kept', async () => {
    const { made, answers } = await guard({}, bashPayload('rm -rf /'))
    for (const answer of answers) expect(answer.exit).toBe(2)
    expect(made.exists('logs')).toBe(false)
  })

  test('where it is not wanted', async () => {
    const section = JSON.stringify({ 'audit-tool-call': { stages: ['attempt'] } })
    const world = { ...kept, homeFiles: { '.config/hookbox/hookbox.json': section } }
    const { made, answers } = await guard(world, bashPayload('rm -rf /'))
    for (const answer of answers) expect(answer.exit).toBe(2)
    expect(made.read(LOG)).toBe('')
  })
})

test('the answer is the same whether it can be written or not', async () => {
  const without = await guard({}, bashPayload('rm -rf /'))
  const withFolder = await guard({ files: { [`${LOG}/x`]: '' } }, bashPayload('rm -rf /'))
  expect(withFolder.answers.map(({ exit }) => exit)).toEqual(without.answers.map(({ exit }) => exit))
})
