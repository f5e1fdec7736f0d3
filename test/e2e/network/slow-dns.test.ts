import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import * as path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeWorld, worldEnv } from '../../support/world.ts'

/** Mounts $1 over the system's list of name servers, then becomes the rest. */
const ENTER = 'mount --bind "$1" /etc/resolv.conf && shift && exec "$@"'

test('a DNS that does not answer costs the deadline, and nothing after it', async () => {
  const silent = createSocket('udp4')
  let asked = 0
  silent.on('message', () => asked++)
  await new Promise<void>((resolve) => silent.bind(53, '127.0.0.1', resolve))
  onTestFinished(() => {
    silent.close()
  })
  const providers = [{ type: 'jira', url: 'https://jira.example.com', token: { env: 'T' } }]
  const world = makeWorld({
    files: { 'resolv.conf': 'nameserver 127.0.0.1\n' },
    homeFiles: {
      '.config/hookbox/hookbox.json': JSON.stringify({
        'inject-ticket-context': { providers, deadlineMs: 1000 },
      }),
    },
  })
  const hook = path.resolve(import.meta.dirname, '../../../bin/inject-ticket-context')
  const payload = {
    hook_event_name: 'UserPromptSubmit',
    session_id: 's',
    prompt: 'PAY-1',
    cwd: world.project,
  }
  const resolv = path.join(world.project, 'resolv.conf')
  const argv = ['-m', '--', 'sh', '-c', ENTER, 'sh', resolv, process.execPath, hook, JSON.stringify(payload)]
  const started = performance.now()
  const child = spawn('unshare', argv, { env: worldEnv(world, { T: 'tok_123456789' }), cwd: world.project })
  let stdout = ''
  child.stdout.on('data', (text) => {
    stdout += text
  })
  const exit = await new Promise((resolve) => child.on('close', resolve))
  expect(exit).toBe(0)
  expect(asked).toBeGreaterThan(0)
  expect(stdout).toMatch(
    /no ticket was added: Jira at jira\.example\.com: (?:no answer in time|the DNS did not answer)/,
  )
  expect(performance.now() - started).toBeLessThan(4000)
})
