import { spawn } from 'node:child_process'
import * as path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startServer } from '../server/start.ts'
import { callExecutable } from '../support/call.ts'
import { bashPayload, payloadLike } from '../support/table.ts'
import { makeWorld, worldEnv } from '../support/world.ts'
import { DATABASES, newDatabase, openDatabase } from './databases.ts'

/** The whole way: the hook, its spool, the sender, the server, the database. */
test.each(DATABASES)(
  '%s: what the hook has recorded arrives once, however often it is sent',
  async (database) => {
    const store = await openDatabase(await newDatabase(database))
    const tokens = 'dev write dev-token-0123456789'
    const server = await startServer({ tokens, secret: 'a secret of some length', parts: { store } })
    const sink = {
      type: 'http',
      url: `${server.url}/v1/records`,
      token: { env: 'AUDIT_SERVER_TOKEN' },
      secret: { env: 'AUDIT_SERVER_KEY' },
    }
    const world = makeWorld({
      homeFiles: { '.config/hookbox/hookbox.json': JSON.stringify({ 'audit-tool-call': { sinks: [sink] } }) },
    })
    const env = worldEnv(world, {
      AUDIT_SERVER_TOKEN: 'dev-token-0123456789',
      AUDIT_SERVER_KEY: 'a secret of some length',
    })
    const payloads = [
      bashPayload('npm test', { tool_use_id: 'one' }),
      payloadLike('claude-code/PostToolUse.Bash.json', { tool_use_id: 'one' }),
      bashPayload('curl -H "Authorization: Bearer abcdefgh12345678" x', { tool_use_id: 'two' }),
      payloadLike('claude-code/PostToolUseFailure.Bash.json', { tool_use_id: 'two' }),
      payloadLike('claude-code/Stop.json'),
    ]
    for (const payload of payloads) {
      const stdin = JSON.stringify(payload).replaceAll('@PROJECT@', world.project)
      expect(await callExecutable('audit-tool-call', { stdin, env, cwd: world.project })).toMatchObject({
        exit: 0,
      })
    }
    // The hook starts a sender by itself; this one may find that it was first.
    const bin = path.resolve(import.meta.dirname, '../../bin/hookbox')
    const watch = spawn(process.execPath, [bin, 'audit', 'send', '--watch'], {
      env,
      cwd: world.project,
      stdio: 'ignore',
    })
    onTestFinished(() => void watch.kill())
    for (let tries = 0; (await store.size()) < payloads.length && tries < 300; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const rows = await store.records({}, { limit: 100, order: 'old' })
    expect(rows.map(({ stage, call, client }) => [stage, call, client])).toEqual([
      ['attempt', 'one', 'dev'],
      ['success', 'one', 'dev'],
      ['attempt', 'two', 'dev'],
      ['failure', 'two', 'dev'],
      ['stop', null, 'dev'],
    ])
    const kept = await Promise.all(rows.map(({ id }) => store.record(id)))
    expect(kept.map((one) => one?.record).join('\n')).not.toContain('abcdefgh12345678')
    // All of it again, as the log has it: known by their ids.
    const again = await fetch(`${server.url}/v1/records`, { method: 'POST' })
    expect(again.status).toBe(401)
    const log = world.read('logs/tool-audit.jsonl')
    const { createHmac } = await import('node:crypto')
    const signature = `sha256=${createHmac('sha256', 'a secret of some length').update(log).digest('hex')}`
    const headers = { authorization: 'Bearer dev-token-0123456789', 'x-hookbox-signature': signature }
    expect((await server.post('/v1/records', log, headers)).json()).toEqual({
      accepted: 0,
      duplicate: payloads.length,
      rejected: [],
    })
  },
)
