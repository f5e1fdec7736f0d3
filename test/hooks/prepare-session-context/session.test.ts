import * as fs from 'node:fs'
import * as net from 'node:net'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import { json, listen, startTracker } from '../../support/tracker.ts'
import { makeWorld, type World } from '../../support/world.ts'
import { linesOf, start, started, userFile } from './setting.ts'

const ticket = JSON.stringify({ title: 'Retry', status: 'open', owner: 'Mia', priority: 'High' })

function onBranch(branch: string, options: Parameters<typeof makeWorld>[0] = {}): World {
  const world = makeWorld({ git: true, ...options })
  world.git('checkout', '-q', '-b', branch)
  return world
}

describe('the current ticket', () => {
  test('by the branch, from a file', async () => {
    const world = onBranch('feature/pay-1842-retry', { files: { 'tickets/PAY-1842.json': ticket } })
    expect(await linesOf(world, 'ticket')).toEqual([
      expect.stringMatching(
        /^Ticket: PAY-1842, "Retry", open, owner Mia, priority High \(tickets\/PAY-1842\.json, last changed .*\)$/,
      ),
    ])
  })

  test('by the branch, from a tracker', async () => {
    const tracker = await startTracker((_request, response) =>
      json(response, { fields: { summary: 'Retry' } }),
    )
    const providers = [{ type: 'jira', url: tracker.url }]
    const world = onBranch('PAY-1842', userFile({ 'inject-ticket-context': { providers } }))
    expect(await linesOf(world, 'ticket', { executable: true })).toEqual([
      expect.stringMatching(
        /^Ticket: PAY-1842, "Retry" \(http:\S+\/browse\/PAY-1842, read less than a minute ago\)$/,
      ),
    ])
  })

  test('a tracker that does not answer costs the deadline, not the session', async () => {
    const tracker = await startTracker(() => {})
    const providers = [{ type: 'jira', url: tracker.url }]
    const world = onBranch('PAY-1842', userFile({ 'inject-ticket-context': { providers } }))
    const began = performance.now()
    expect(await linesOf(world, 'ticket', { argv: ['--set', 'deadlineMs=400'] })).toEqual([
      expect.stringMatching(/^Ticket: PAY-1842, not known: Jira at 127\.0\.0\.1:\d+: no answer in time$/),
    ])
    expect(performance.now() - began).toBeLessThan(2500)
  })

  test('a branch that names one that nobody has', async () => {
    expect(await linesOf(onBranch('PAY-1842-retry'), 'ticket')).toEqual([
      'Ticket: PAY-1842, by the name of the branch',
    ])
    for (const branch of ['topic-42', 'release-2', 'UTF-8-names', 'v1.2']) {
      expect(await linesOf(onBranch(branch), 'ticket'), branch).toEqual([])
    }
  })

  test('by the configuration, and by a file', async () => {
    const files = { '.ticket': 'PAY-2\n', 'tickets/PAY-1.json': ticket, 'tickets/PAY-2.json': ticket }
    const world = makeWorld({ files })
    const line = (id: string) => [expect.stringMatching(new RegExp(`^Ticket: ${id}, "Retry"`))]
    expect(await linesOf(world, 'ticket', { argv: ['--set', 'ticket=PAY-1'] })).toEqual(line('PAY-1'))
    expect(await linesOf(world, 'ticket', { argv: ['--set', 'ticketFile=.ticket'] })).toEqual(line('PAY-2'))
  })

  test('a file out of the project is not read', async () => {
    const world = makeWorld({ homeFiles: { secret: 'PAY-1' }, files: { 'tickets/PAY-1.json': ticket } })
    fs.symlinkSync('../secret', path.join(world.project, 'link'))
    for (const file of ['../secret', 'link', path.join(world.home, 'secret')]) {
      expect(await linesOf(world, 'ticket', { argv: ['--set', `ticketFile=${file}`] }), file).toEqual([])
    }
  })
})

describe('services', () => {
  test('addresses and ports', async () => {
    const tracker = await startTracker(({ path: at }, response) =>
      json(response, {}, at === '/bad' ? 500 : 200),
    )
    const port = await listen(net.createServer(() => {}))
    const closed = net.createServer()
    const free = await listen(closed)
    await new Promise((resolve) => closed.close(resolve))
    const health = [
      { title: 'api', url: `${tracker.url}/ok` },
      { title: 'web', url: `${tracker.url}/bad` },
      { title: 'db', port, host: '127.0.0.1' },
      { title: 'redis', port: free, host: '127.0.0.1' },
      { title: 'gone', url: `http://127.0.0.1:${free}/` },
    ]
    const world = makeWorld(userFile({ 'prepare-session-context': { health } }))
    expect(await linesOf(world, 'health', { executable: true })).toEqual([
      expect.stringMatching(/^Service api: up, status 200 \(\d+ ms\)$/),
      expect.stringMatching(/^Service web: not well, status 500 \(\d+ ms\)$/),
      expect.stringMatching(
        new RegExp(`^Service db: something listens on 127\\.0\\.0\\.1:${port} \\(\\d+ ms\\)$`),
      ),
      `Service redis: nothing listens on 127.0.0.1:${free}: the connection was refused`,
      'Service gone: not known: the connection was refused',
    ])
  })

  test("a project's file asks nobody", async () => {
    const tracker = await startTracker((_request, response) => json(response, {}))
    const health = [{ title: 'x', url: tracker.url }]
    const commands = [{ title: 'y', url: tracker.url }]
    const world = makeWorld({
      files: { 'hookbox.json': JSON.stringify({ 'prepare-session-context': { health, commands } }) },
    })
    await started(world)
    expect(tracker.requests).toEqual([])
  })
})

test('own sections: a file, an address with a token, and one that is wrong', async () => {
  const tracker = await startTracker(({ headers }, response) => {
    response.end(headers.authorization === 'Bearer tok_12345678' ? 'all green\nbut one' : 'no')
  })
  const commands = [
    { title: 'Notes', file: 'docs/STATE.md' },
    { title: 'Elsewhere', file: '../secret' },
    { title: 'Board', url: tracker.url, token: { env: 'BOARD' } },
    { title: 'Schema', section: 'database', run: ['echo', 'v42'] },
  ]
  const world = makeWorld({
    ...userFile({ 'prepare-session-context': { commands } }),
    files: { 'docs/STATE.md': 'Frozen until Friday.\n', 'migrations/001_a.sql': '' },
  })
  const argv = ['--set', 'sections=["commands","database"]']
  const { facts } = await started(world, { argv, env: { BOARD: 'tok_12345678' }, executable: true })
  expect(facts).toEqual([
    'Schema: v42',
    'Notes: Frozen until Friday.',
    'Elsewhere: not known: ../secret is no file of the project',
    'Board:',
    '  all green',
    '  but one',
  ])
  const { stdout } = await start(
    makeWorld(userFile({ 'prepare-session-context': { commands: [{ title: 'x', run: 'a', file: 'b' }] } })),
  )
  expect(stdout).toContain('needs one of run, file and url')
})

describe('exports', () => {
  const argv = ['--set', 'exports=["branch","ticket"]']
  const exported = async (world: World) => {
    const file = path.join(world.tmp, 'env.sh')
    await start(world, { argv, env: { CLAUDE_ENV_FILE: file } })
    return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
  }

  test('branch and ticket', async () => {
    expect(await exported(onBranch('feature/PAY-1842-retry'))).toBe(
      "export HOOKBOX_BRANCH='feature/PAY-1842-retry'\nexport HOOKBOX_TICKET='PAY-1842'\n",
    )
  })

  test.each(['x$(touch${IFS}ran)', "x'y", 'x;y', 'x`y`'])(
    'a name that a shell could act on is left out: %s',
    async (branch) => {
      expect(await exported(onBranch(branch))).toBe('unset HOOKBOX_BRANCH\nunset HOOKBOX_TICKET\n')
    },
  )

  test('only when asked for, and where there is a file for it', async () => {
    const world = onBranch('PAY-1')
    const file = path.join(world.tmp, 'env.sh')
    await start(world, { env: { CLAUDE_ENV_FILE: file } })
    expect(fs.existsSync(file)).toBe(false)
    expect((await start(world, { argv, sessionId: 'b' })).exit).toBe(0)
    const other = onBranch('PAY-1')
    const answer = await start(other, { argv, env: { CLAUDE_ENV_FILE: '/nowhere/at/all' } })
    expect(answer).toMatchObject({ exit: 0, stderr: '' })
  })
})

test('the name of the session', async () => {
  const world = onBranch('PAY-1842', { files: { 'tickets/PAY-1842.json': ticket } })
  const argv = ['--set', 'sessionTitle=true']
  expect((await started(world, { argv })).title).toBe('PAY-1842: Retry')
  const named = { argv, payload: { session_title: 'Mine' }, sessionId: 'b' }
  expect((await started(world, named)).title).toBeUndefined()
  expect((await started(world, { sessionId: 'c' })).title).toBeUndefined()
  expect((await started(world, { argv, source: 'resume', sessionId: 'd' })).title).toBe('PAY-1842: Retry')
})

describe('once a session', () => {
  const session = (source: string, more: object = {}) => ({ source, sessionId: 's1', ...more })

  test('the same start twice is told once', async () => {
    const world = makeWorld({ git: true })
    expect((await started(world, session('startup'))).facts).not.toEqual([])
    expect((await started(world, session('startup'))).text).toBe('')
    expect((await started(world, { source: 'startup', sessionId: 's2' })).facts).not.toEqual([])
    world.put('a.txt', 'a')
    expect((await started(world, session('startup'))).text).toContain('1 untracked')
  })

  test('two at the same time', async () => {
    const world = makeWorld({ git: true })
    const both = await Promise.all([1, 2].map(() => started(world, session('startup', { executable: true }))))
    expect(both.filter(({ text }) => text !== '')).toHaveLength(1)
  })

  test('after a compaction again', async () => {
    const world = makeWorld({ git: true })
    await started(world, session('startup'))
    for (const _time of [1, 2])
      expect((await started(world, session('compact'))).text).toContain('Recent commits')
  })

  test('a resumed session is told what has changed', async () => {
    const world = makeWorld({ git: true })
    await started(world, session('startup'))
    expect((await started(world, session('resume'))).text).toMatch(
      /^The facts about the working folder are as they were at \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/,
    )
    world.git('checkout', '-q', '-b', 'topic')
    world.put('.nvmrc', '1')
    const { text, facts } = await started(world, session('resume'))
    expect(text).toMatch(/^What has changed in the working folder \(resume\) since this session was told at /)
    expect(facts.map((line) => line.split(':')[0])).toEqual([
      'Branch',
      'Uncommitted changes',
      '  ?? .nvmrc',
      'Toolchain, node',
    ])
    expect((await started(world, session('resume'))).text).toMatch(/^The facts .* are as they were/)
    fs.rmSync(path.join(world.project, '.nvmrc'))
    expect((await started(world, session('resume'))).facts).toEqual([
      'Uncommitted changes: none',
      'No longer known or set: toolchain',
    ])
  })

  test('what is remembered is no text', async () => {
    const world = onBranch('very-private-name')
    await started(world, session('startup'))
    const folder = path.join(world.home, '.cache/hookbox/session-facts')
    const [name = ''] = fs.readdirSync(folder)
    expect(fs.readFileSync(path.join(folder, name), 'utf8')).not.toContain('very-private-name')
    expect(fs.statSync(path.join(folder, name)).mode & 0o077).toBe(0)
  })
})

describe('what is kept through a compaction', () => {
  const keep = ['Never touch the table refunds.', '@docs/rules.md', '@../secret', '@nothing.md']
  const files = { 'docs/rules.md': '- no new packages\n--- end kept notes ---\n' }

  test("the user's notes and files of the project", async () => {
    const world = makeWorld({ ...userFile({ 'prepare-session-context': { keep } }), files })
    const { text } = await started(world, { source: 'compact' })
    expect(text.slice(text.indexOf('Constraints'))).toBe(
      `Constraints and facts that the user's own configuration keeps through compactions of the conversation:
--- begin kept notes 2 ---
| Never touch the table refunds.
| - no new packages
| --- end kept notes ---
--- end kept notes 2 ---`,
    )
    expect((await started(world, { source: 'startup' })).text).not.toContain('refunds')
  })

  test('together with those of the project, which is said', async () => {
    const world = makeWorld({
      ...userFile({ 'prepare-session-context': { keep: ['Mine.'] } }),
      files: { 'hookbox.json': JSON.stringify({ 'prepare-session-context': { keep: ['Theirs.'] } }) },
    })
    const { text } = await started(world, { source: 'compact' })
    expect(text).toContain("that this project's hookbox.json keeps through")
    expect(text).toContain('| Mine.\n| Theirs.\n')
  })

  test('the whole text keeps to its length', async () => {
    const long = Array.from({ length: 30 }, (_, at) => `${at} ${'word '.repeat(150)}`)
    const world = makeWorld({ git: true, ...userFile({ 'prepare-session-context': { keep: long } }) })
    const { text } = await started(world, { source: 'compact', argv: ['--set', 'maxCharacters=4000'] })
    expect(text.length).toBeLessThanOrEqual(4000)
    expect(text).toMatch(/end kept notes \(\d+ characters left out\) ---$/)
  })

  test('OpenHarness, post_compact: as text on stdout', async () => {
    const world = makeWorld({ git: true, ...userFile({ 'prepare-session-context': { keep: ['Mine.'] } }) })
    const fixture = path.resolve(
      import.meta.dirname,
      '../../fixtures/openharness/post_compact.serialisable-carryover-only.json',
    )
    const payload = fs.readFileSync(fixture, 'utf8')
    const answer = await start(world, { argv: [payload], executable: true })
    expect(answer).toMatchObject({ exit: 0, stderr: '' })
    expect(answer.stdout).toMatch(
      /^Facts about the working folder after a compaction of the conversation, read/,
    )
    expect(answer.stdout).toContain('| Mine.\n')
    const other = payload.replace('"post_compact"', '"pre_compact"')
    expect(await start(world, { argv: [other], executable: true })).toEqual({
      exit: 0,
      stdout: '',
      stderr: '',
    })
  })
})
