import { afterAll, expect, test } from 'vitest'
import { startServer } from '../../server/start.ts'
import { payloadLike } from '../../support/table.ts'
import { makeWorld } from '../../support/world.ts'
import { Executor } from './executor.ts'

const harness = new Executor()
afterAll(() => harness.close())

const http = (url: string, headers: object = {}) => ({
  type: 'http',
  url,
  headers,
  timeout_seconds: 10,
  block_on_failure: true,
})

function bash(command: string): Record<string, unknown> {
  return payloadLike('openharness/pre_tool_use.bash-rm-rf-build.json', { tool_input: { command } })
}

test('a guard asked over HTTP blocks with its reason, and passes', async () => {
  const server = await startServer()
  const world = makeWorld()
  const hooks = [
    http(`${server.url}/hooks/block-sudo`, { 'X-Hookbox-User': 'ada', 'X-Hookbox-Cwd': world.project }),
  ]
  const blocked = await harness.execute(world, bash('sudo rm -rf ./data'), hooks)
  expect(blocked).toMatchObject({
    blocked: true,
    reason: expect.stringContaining('block-sudo: `sudo rm -rf ./data`'),
  })
  const passed = await harness.execute(world, bash('echo "sudo"'), hooks)
  expect(passed).toMatchObject({ blocked: false, results: [{ success: true, output: '' }] })
  const [verdict] = await server.store.records({}, { limit: 10 })
  expect(verdict).toMatchObject({
    stage: 'verdict',
    harness: 'openharness',
    user: 'ada',
    cwd: world.project,
    tool: 'bash',
  })
})

test('events become records; a payload too large for a command hook too', async () => {
  const server = await startServer()
  const world = makeWorld()
  const content = 'x'.repeat(300_000)
  const payload = payloadLike('openharness/pre_tool_use.write_file.json', {
    tool_input: { path: 'big.txt', content },
  })
  const result = await harness.execute(world, payload, [http(`${server.url}/v1/events`)])
  expect(result).toMatchObject({ blocked: false, results: [{ success: true }] })
  const [row] = await server.store.records({}, { limit: 10 })
  expect(row).toMatchObject({ stage: 'attempt', tool: 'write_file', summary: 'big.txt' })
})

test('a server that is away blocks', async () => {
  const world = makeWorld()
  const result = await harness.execute(world, bash('ls'), [http('http://127.0.0.1:9/hooks/block-sudo')])
  expect(result.blocked).toBe(true)
})
