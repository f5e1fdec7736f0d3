import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { expect, test } from 'vitest'
import { nodeHost } from '../../src/host/node.ts'
import { makeWorld } from '../support/world.ts'

/** A program that starts another one in a session of its own, and waits. */
const LEAVES = `
const { spawn } = require('node:child_process')
const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
require('node:fs').writeFileSync('pid', String(child.pid))
setTimeout(() => {}, 60_000)
`

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function gone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 40 && isAlive(pid); tries++) await nodeHost.sleep(50)
  return !isAlive(pid)
}

test('at the deadline a process goes too that has left the group', async () => {
  const { project } = makeWorld()
  const how = { cwd: project, timeoutMs: 1500, maxOutputBytes: 1000 }
  const result = await nodeHost.run([process.execPath, '-e', LEAVES], how)
  expect(result.ended).toBe('timeout')
  const pid = Number(fs.readFileSync(path.join(project, 'pid'), 'utf8'))
  expect(pid).toBeGreaterThan(1)
  expect(await gone(pid)).toBe(true)
})

test('a process of somebody else stays', async () => {
  const { project } = makeWorld()
  const other = spawn('sleep', ['60'], { stdio: 'ignore' })
  await nodeHost.run(['sleep', '60'], { cwd: project, timeoutMs: 200, maxOutputBytes: 1000 })
  expect(isAlive(other.pid ?? 0)).toBe(true)
  other.kill('SIGKILL')
})
