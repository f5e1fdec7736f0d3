import * as fs from 'node:fs'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import { record, server, spool } from '../send/spool-folder.ts'
import { callExecutable } from '../support/call.ts'
import { makeWorld, worldEnv } from '../support/world.ts'

const run = (folder: string, ...argv: readonly string[]) => {
  const world = makeWorld()
  const call = { argv: ['audit', ...argv, '--spool', folder], env: worldEnv(world), cwd: world.project }
  return callExecutable('hookbox', call)
}

test('nothing is delivered anywhere', async () => {
  const { exit, stdout } = await run(path.join(makeWorld().home, 'none'), 'spool')
  expect([exit, stdout]).toEqual([0, expect.stringMatching(/^nothing is delivered anywhere: /)])
})

test('what waits, what was delivered, and by whom', async () => {
  const { url } = await server()
  const { put, folder } = spool([{ type: 'http', url, name: 'near' }])
  put(record(1), record(2))
  expect((await run(folder, 'spool')).stdout).toMatch(
    /^near {2}http:.*\n {4}0 delivered, last never, \d+ B wait\nno sender is at work; the next hook starts one\n/,
  )
  expect(await run(folder, 'send', '--idle-ms', '200')).toMatchObject({ exit: 0, stdout: '', stderr: '' })
  const { exit, stdout } = await run(folder, 'spool', '--json')
  expect(exit).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    isSending: false,
    sinks: [{ key: 'near', waitingBytes: 0, delivered: 2, refused: 0 }],
  })
})

describe('what was refused', () => {
  const refused = async () => {
    const { url, received } = await server({ status: 400, body: 'bad' })
    const scene = spool([{ type: 'http', url }])
    scene.put(record(1), record(2))
    await scene.send()
    return { ...scene, received }
  }

  test('is shown: exit 1', async () => {
    const { folder } = await refused()
    const { exit, stdout } = await run(folder, 'spool')
    expect(exit).toBe(1)
    expect(stdout).toContain('2 refused\n')
    expect(stdout).toMatch(
      /problem {2}audit records do not arrive everywhere\. http-1 .*the server answered 400: bad/,
    )
  })

  test('can be sent again', async () => {
    const { folder, received, exists } = await refused()
    expect((await run(folder, 'spool', '--retry')).stdout).toBe(
      '2 refused records put into the spool again; hookbox audit send delivers them\n',
    )
    expect((await run(folder, 'send', '--idle-ms', '200')).exit).toBe(0)
    expect(received.map(({ numbers }) => numbers)).toEqual([
      [1, 2],
      [1, 2],
    ])
    expect(exists('dead-http-1.jsonl') || exists('problem.json')).toBe(false)
  })

  test('can be thrown away', async () => {
    const { folder } = await refused()
    expect((await run(folder, 'spool', '--discard')).stdout).toBe('2 refused records thrown away\n')
    expect(fs.readdirSync(folder).filter((name) => /^(?:dead|problem)/.test(name))).toEqual([])
    expect((await run(folder, 'spool')).exit).toBe(0)
  })
})
