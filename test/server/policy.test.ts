import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registry } from '../../hooks/registry.ts'
import { usualHooks } from '../../src/server/serve.ts'
import { bashPayload, payloadLike } from '../support/table.ts'
import { type Answered, type How, startServer } from './start.ts'

const EVENTS = ['tool-before', 'stop', 'prompt'] as const
const JSON_TYPE = 'application/json; charset=utf-8'

function claude(command: string): string {
  return JSON.stringify(bashPayload(command, { cwd: '/home/dev/project' }))
}

function openHarness(command: string): string {
  const payload = payloadLike('openharness/pre_tool_use.bash-rm-rf-build.json', { tool_input: { command } })
  return JSON.stringify({ event: 'pre_tool_use', payload })
}

describe("the caller's dialect", () => {
  test('Claude Code decides by JSON with status 200', async () => {
    const server = await startServer()
    const refused = await server.post('/hooks/block-sudo', claude('sudo ls'))
    expect([refused.status, refused.headers.get('content-type')]).toEqual([200, JSON_TYPE])
    expect(refused.json()).toMatchObject({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: expect.stringContaining('block-sudo'),
      },
    })
    const passed = await server.post('/hooks/block-sudo', claude('echo sudo'))
    expect([passed.status, passed.text]).toEqual([200, '{}'])
  })

  test('OpenHarness decides by the status', async () => {
    const server = await startServer()
    const refused = await server.post('/hooks/block-sudo', openHarness('sudo ls'))
    expect([refused.status, refused.text]).toEqual([
      403,
      expect.stringMatching(/^block-sudo: `sudo ls` is not run/),
    ])
    const passed = await server.post('/hooks/block-sudo', openHarness('echo sudo'))
    expect([passed.status, passed.text]).toEqual([200, ''])
  })

  test('an unknown caller too', async () => {
    const server = await startServer()
    const body = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'sudo ls' } })
    expect((await server.post('/hooks/block-sudo', body)).status).toBe(403)
  })

  test.each([
    ['not JSON', '{"hook_event_name":'],
    ['not an object', '[]'],
    ['not UTF-8', new Uint8Array([0x7b, 0xff, 0x7d])],
    ['empty', ''],
    ['without an event or a tool', '{}'],
  ])('a body that is %s: a guard refuses', async (_title, body) => {
    const server = await startServer()
    const answer = await server.post('/hooks/block-sudo', body)
    expect([answer.status, answer.text]).toEqual([
      403,
      expect.stringContaining('block-sudo could not judge this'),
    ])
  })

  const nested = (text: string) =>
    text.replace('"command"', `"more":${'['.repeat(1500)}${']'.repeat(1500)},"command"`)
  const large = (text: string) => text.replace('sudo ls', `sudo ls #${'x'.repeat(300_000)}`)
  test.each([
    ['nested too deeply', nested, /nested deeper than 1000/],
    ['too large', large, /larger than 97 kB/],
    ['not UTF-8', (text: string) => Buffer.from(text.replace('sudo', '\u00ff'), 'latin1'), /not UTF-8/],
    ['cut', (text: string) => text.slice(0, -2), /not JSON/],
  ])(
    'a call whose body is %s: a guard refuses, so that its harness understands it',
    async (_title, change, words) => {
      const server = await startServer({ limits: { bodyBytes: 100_000 } })
      const refused = await server.post('/hooks/block-sudo', change(claude('sudo ls')))
      expect(refused.status).toBe(200)
      expect(refused.json()).toMatchObject({
        hookSpecificOutput: {
          permissionDecision: 'deny',
          permissionDecisionReason: expect.stringMatching(words),
        },
      })
      const other = await server.post('/hooks/block-sudo', change(openHarness('sudo ls')))
      expect([other.status, other.text]).toEqual([403, expect.stringMatching(words)])
      await server.stop()
      expect(
        (await server.store.records({ stage: 'verdict' }, { limit: 9 })).map(({ hook }) => hook),
      ).toEqual(['block-sudo', 'block-sudo'])
    },
  )

  test.each([
    ['an event that it does not look at', { hook_event_name: 'PostToolUse', tool_name: 'Bash' }],
    ['a tool that it does not look at', { hook_event_name: 'PreToolUse', tool_name: 'Write' }],
  ])('a body that is no call for the guard, %s, is none of its business', async (_title, fields) => {
    const server = await startServer({ limits: { bodyBytes: 100_000 } })
    const payload = JSON.stringify({ ...bashPayload('ls', { cwd: '/' }), ...fields })
    for (const body of [nested(payload), `${payload.slice(0, -1)},"more":"${'x'.repeat(300_000)}"}`]) {
      const answer = await server.post('/hooks/block-sudo', body)
      expect([answer.status, answer.text]).toEqual([200, '{}'])
    }
  })

  test('a stop that nobody could judge is held once, not for ever', async () => {
    const server = await startServer({ hooks: ['verify-before-stop'], limits: { bodyBytes: 2000 } })
    const stop = (active: boolean) =>
      JSON.stringify({
        ...payloadLike('claude-code/Stop.json', { stop_hook_active: active }),
        more: 'x'.repeat(5000),
      })
    expect((await server.post('/hooks/verify-before-stop', stop(false))).json()).toMatchObject({
      decision: 'block',
    })
    expect((await server.post('/hooks/verify-before-stop', stop(true))).json()).not.toHaveProperty('decision')
  })

  test('a call without its tool: a guard refuses in the words of the event', async () => {
    const server = await startServer()
    const body = JSON.stringify({ hook_event_name: 'PreToolUse', session_id: 's', cwd: '/', tool_input: {} })
    const answer = await server.post('/hooks/block-sudo', body)
    expect(answer.json()).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } })
  })
})

describe('several hooks', () => {
  test('the strictest answer goes out, and the event is kept', async () => {
    const server = await startServer()
    const url = '/hooks/block-sudo,block-dangerous-rm,audit-tool-call'
    const refused = await server.post(url, claude('sudo rm -rf /'))
    const reason = JSON.stringify(refused.json())
    expect(reason).toContain('block-sudo')
    expect(reason).toContain('block-dangerous-rm')
    const passed = await server.post(url, claude('ls'))
    expect(passed.text).toBe('{}')
    await server.stop()
    const rows = await server.store.records({}, { limit: 10, order: 'old' })
    expect(rows.map(({ stage }) => stage).sort()).toEqual(['attempt', 'attempt', 'verdict', 'verdict'])
    expect((await server.store.stats({}, 3_600_000)).tools).toMatchObject([
      { tool: 'Bash', calls: 2, refused: 1 },
    ])
  })

  test('a name that is none, or none of those that may be asked', async () => {
    const server = await startServer({ hooks: ['block-sudo'] })
    const wrong = await server.post('/hooks/block-suddo', claude('ls'))
    expect([wrong.status, wrong.text]).toEqual([404, expect.stringContaining('did you mean block-sudo?')])
    expect((await server.post('/hooks/check-quality', claude('ls'))).status).toBe(404)
    expect((await server.post('/hooks/', claude('ls'))).status).toBe(404)
    expect((await server.post('/hooks/%zz', claude('ls'))).status).toBe(404)
  })

  test('a verdict is kept without its secrets', async () => {
    const server = await startServer()
    await server.post('/hooks/block-sudo', claude('sudo mysql --password=hunter2-and-more'))
    await server.stop()
    const [row] = await server.store.records({ stage: 'verdict' }, { limit: 1 })
    expect(row).toMatchObject({ hook: 'block-sudo', verdict: 'deny', mode: 'enforce', trouble: 2 })
    expect((await server.store.record(row?.id ?? ''))?.record).not.toContain('hunter2')
  })
})

describe('hooks that behave badly', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hookbox-probe-'))
  const workerFile = path.join(folder, 'worker.cjs')
  beforeAll(async () => {
    await build({
      entryPoints: [path.join(import.meta.dirname, 'probe-worker.ts')],
      outfile: workerFile,
      bundle: true,
      format: 'cjs',
      platform: 'node',
      external: ['better-sqlite3', 'pg'],
      logLevel: 'error',
    })
  })
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

  const start = (names: readonly string[], how: How = {}) => {
    const hooks = names.map(
      (name) => ({ name, kind: name === 'endless-observer' ? 'observer' : 'guard', events: EVENTS }) as const,
    )
    return startServer({
      hooks: names,
      limits: { hookMs: 600, threads: 1 },
      ...how,
      parts: { workerFile, hooks },
    })
  }
  const reasonOf = (answer: Answered) =>
    answer.json<{ hookSpecificOutput: { permissionDecision: string; permissionDecisionReason: string } }>()
      .hookSpecificOutput

  test.each([
    ['endless', /^endless could not judge this, so it refuses: no decision after 600 ms$/],
    ['never-settles', /no decision after 600 ms/],
    ['throws', /it broke/],
    ['leaves', /its thread has ended/],
  ])('%s: refused in time, and the next call is judged', async (name, words) => {
    const server = await start([name, 'denies'])
    const started = Date.now()
    const answer = await server.post(`/hooks/${name}`, claude('ls'))
    expect(answer.status).toBe(200)
    expect(reasonOf(answer)).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringMatching(words),
    })
    expect(Date.now() - started).toBeLessThan(3000)
    expect(reasonOf(await server.post('/hooks/denies', claude('ls'))).permissionDecisionReason).toContain(
      'not this one',
    )
  })

  test('a stop is blocked, and context given, with the JSON of their events', async () => {
    const server = await start(['blocks', 'informs'])
    const stop = JSON.stringify(payloadLike('claude-code/Stop.json', { cwd: '/' }))
    const blocked = await server.post('/hooks/blocks', stop)
    expect([blocked.status, blocked.json()]).toEqual([
      200,
      { decision: 'block', reason: expect.stringContaining('the tests fail') },
    ])
    const prompt = payloadLike('claude-code/UserPromptSubmit.json', { cwd: '/' })
    expect((await server.post('/hooks/informs', JSON.stringify(prompt))).json()).toEqual({
      hookSpecificOutput: {
        hookEventName: 'UserPromptSubmit',
        additionalContext: 'what the model should know',
      },
    })
    const plain = await server.post('/hooks/informs', openHarness('ls'))
    expect([plain.status, plain.text]).toEqual([200, 'what the model should know\n'])
  })

  test('an endless one in the dialect of OpenHarness', async () => {
    const server = await start(['endless'])
    const answer = await server.post('/hooks/endless', openHarness('ls'))
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('no decision after 600 ms')])
  })

  test('an observer that never ends refuses nothing', async () => {
    const server = await start(['endless-observer'])
    const answer = await server.post('/hooks/endless-observer', claude('ls'))
    expect([answer.status, answer.json()]).toEqual([
      200,
      { systemMessage: expect.stringContaining('no decision after') },
    ])
  })

  test('one that eats all memory takes its thread with it, not the server', async () => {
    const server = await start(['hungry'], { limits: { hookMs: 20_000, threads: 1 } })
    expect(reasonOf(await server.post('/hooks/hungry', claude('ls')))).toMatchObject({
      permissionDecision: 'deny',
    })
    expect((await server.get('/health')).status).toBe(200)
  })

  test('a server that is held by one keeps records all the same', async () => {
    const server = await start(['endless'], { limits: { hookMs: 1500, threads: 1 } })
    const held = server.post('/hooks/endless', claude('ls'))
    const started = Date.now()
    expect((await server.post('/v1/events', claude('ls'))).status).toBe(200)
    expect(Date.now() - started).toBeLessThan(1000)
    await held
  })

  test('calls that wait their turn are all judged; those that wait too long are refused', async () => {
    const server = await start(['slow'])
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => server.post('/hooks/slow', claude('ls'))),
    )
    const passed = answers.filter(({ text }) => text === '{}').length
    expect(passed).toBeGreaterThanOrEqual(2)
    expect(passed).toBeLessThan(8)
    for (const answer of answers)
      if (answer.text !== '{}') expect(reasonOf(answer).permissionDecision).toBe('deny')
  })

  const seen = async (payload: object, how: How = {}, headers: Readonly<Record<string, string>> = {}) => {
    const server = await start(['sees'], how)
    const answer = await server.post('/hooks/sees', JSON.stringify(payload), headers)
    return JSON.parse(reasonOf(answer).permissionDecisionReason) as Record<string, unknown>
  }
  const transcriptOf = (home: string) => ({ transcript_path: `${home}/.claude/projects/x/y.jsonl` })

  test("the server's own environment is not the caller's", async () => {
    process.env['PROBE_SECRET'] = 'of the server'
    try {
      const payload = bashPayload('ls', { cwd: '/somewhere/else', ...transcriptOf(os.homedir()) })
      expect(await seen(payload, {}, { 'x-hookbox-user': 'ada' })).toEqual({
        cwd: '/somewhere/else',
        home: os.homedir(),
        user: 'ada',
      })
    } finally {
      delete process.env['PROBE_SECRET']
    }
  })

  test("another's home, or that of a caller elsewhere, is not known", async () => {
    expect(await seen(bashPayload('ls', { cwd: '/x', ...transcriptOf('/home/ada') }))).not.toHaveProperty(
      'home',
    )
    const tokens = 'ada all ada-token-0123456789'
    const headers = { authorization: 'Bearer ada-token-0123456789' }
    const payload = bashPayload('ls', { cwd: '/x', ...transcriptOf(os.homedir()) })
    expect(await seen(payload, { tokens }, headers)).toEqual({ cwd: '/x', user: 'ada' })
  })
})

test('hooks that run the programs of a project are asked only where somebody wants it', async () => {
  const hooks = await Promise.all(Object.values(registry).map((load) => load()))
  const here = usualHooks(hooks, '127.0.0.1')
  expect(here).toContain('check-deploy-env')
  expect(here).not.toContain('verify-before-stop')
  expect(here).not.toContain('check-quality')
  expect(usualHooks(hooks, '0.0.0.0').sort()).toEqual([
    'audit-tool-call',
    'block-dangerous-rm',
    'block-destructive-git',
    'block-sudo',
    'protect-sensitive-files',
  ])
})

test('a call by a caller elsewhere is offered no approval, which only the server could keep', async () => {
  const tokens = 'ada all ada-token-0123456789'
  const server = await startServer({ tokens })
  const answer = await server.post('/hooks/block-sudo', claude('sudo ls'), {
    authorization: 'Bearer ada-token-0123456789',
  })
  expect(answer.text).toContain('"permissionDecision":"deny"')
  expect(answer.text).not.toContain('hookbox approve')
})

test('a variable of the caller counts as unknown, whatever the server has under its name', async () => {
  process.env['BUILD_DIR'] = '/tmp/harmless'
  try {
    const server = await startServer()
    const answer = await server.post('/hooks/block-dangerous-rm', claude('rm -rf "$BUILD_DIR/out"'))
    expect(answer.text).toContain('"permissionDecision":"deny"')
  } finally {
    delete process.env['BUILD_DIR']
  }
})
