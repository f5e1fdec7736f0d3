import * as fs from 'node:fs'
import * as path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Pool } from '../../src/server/policy/pool.ts'
import { makeWorld } from '../support/world.ts'

const CALLER = { isLocal: true }
const CALL = new TextEncoder().encode('{"tool_name":"Bash","tool_input":{"command":"ls"}}')

test('threads that can not start are tried again now and then; until one can, calls are refused', async () => {
  const world = makeWorld()
  const [starts, broken] = ['starts', 'broken'].map((name) => path.join(world.project, name)) as [
    string,
    string,
  ]
  const workerFile = world.put(
    'worker.cjs',
    `const fs = require('node:fs')
     const { parentPort } = require('node:worker_threads')
     fs.appendFileSync(${JSON.stringify(starts)}, 'x')
     if (fs.existsSync(${JSON.stringify(broken)})) process.exit(1)
     const passes = { dialect: 'unknown', reply: { exit: 0, stdout: '', stderr: '' }, verdicts: [], records: [] }
     parentPort.on('message', () => fs.existsSync(${JSON.stringify(broken)}) ? process.exit(1) : parentPort.postMessage(passes))
     parentPort.postMessage('ready')`,
  )
  const pool = new Pool({
    workerFile,
    hooks: [{ name: 'guard', kind: 'guard', events: ['tool-before'] }],
    threads: 1,
    deadlineMs: 400,
  })
  onTestFinished(() => pool.close())
  await pool.ready()
  const ask = async () => (await pool.decide(['guard'], CALL, CALLER)).reply.exit
  expect(await ask()).toBe(0)
  fs.writeFileSync(broken, '')
  expect(await ask()).not.toBe(0)
  expect(await ask()).not.toBe(0)
  expect(await ask()).not.toBe(0)
  expect(fs.readFileSync(starts, 'utf8').length).toBeLessThanOrEqual(3)
  fs.rmSync(broken)
  for (let tries = 0; tries < 20; tries++) if ((await ask()) === 0) return
  throw new Error('no call was judged again')
})
