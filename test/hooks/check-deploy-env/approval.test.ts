import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { hook } from '../../../hooks/check-deploy-env/index.ts'
import { type DeployGrant, grantDigest } from '../../../src/approval/deploy.ts'
import { approve, readPending, revoke } from '../../../src/approval/records.ts'
import { readLog } from '../../../src/store/read-log.ts'
import { type Answer, callExecutable, callFunction, testHost } from '../../support/call.ts'
import { bashPayload, payloadLike } from '../../support/table.ts'
import { makeWorld, type World, worldEnv } from '../../support/world.ts'

/** What a person allows by `hookbox approve deploy`; at the terminal: test/approval/command-deploy.test.ts. */

const DEPLOY = './deploy.sh production'
const config = (production: object) =>
  JSON.stringify({ 'check-deploy-env': { environments: { production: { tests: false, ...production } } } })

let world: World
beforeEach(() => {
  world = made({ approval: 'terminal' })
})

function made(production: object): World {
  return makeWorld({ git: true, files: { 'deploy.sh': 'echo\n', 'hookbox.json': config(production) } })
}

const call = (payload: object) => ({
  stdin: JSON.stringify(payload).replaceAll('@PROJECT@', world.project),
  env: worldEnv(world),
  cwd: world.project,
})
const send = (payload: object = bashPayload(DEPLOY)) => callFunction(hook, call(payload))
const sendExecutable = (payload: object = bashPayload(DEPLOY)) => callExecutable(hook.name, call(payload))
const hostOf = () => testHost({ env: worldEnv(world), cwd: world.project })
const head = () => world.git('rev-parse', 'HEAD').trim()

function allow(changes: Partial<DeployGrant> = {}, ttlMs = 60_000, why?: string): string {
  const grant: DeployGrant = {
    kind: 'approval',
    environment: 'production',
    root: world.project,
    commit: head(),
    user: 'dev',
    ...changes,
  }
  const digest = grantDigest(grant)
  const record = { digest, hook: hook.name, ...(why === undefined ? {} : { why }) }
  expect(approve(record, ttlMs, hostOf())).toBe(true)
  return digest
}

/** Whom the executable sees. */
const me = { user: os.userInfo().username }

const breakGlass = (changes: Partial<DeployGrant> = {}) =>
  allow({ kind: 'break-glass', ...changes }, 60_000, 'the shop is down')
const approvals = () => fs.readdirSync(path.join(world.home, '.cache/hookbox/approved'))
const log = () => readLog(world.read('logs/tool-audit.jsonl')).records

const silent: Answer = { exit: 0, stdout: '', stderr: '' }

describe('an approval at the terminal', () => {
  test('is a condition like the others, with the command that gives it', async () => {
    world.put('x', 'x')
    const { exit, stderr } = await sendExecutable()
    expect(exit).toBe(2)
    expect(stderr).toContain('2 conditions do not hold')
    expect(stderr).toContain(
      `no person has approved ${head().slice(0, 9)} for production; required: an approval of this commit for this environment and user. ` +
        `To do: ask the user to run, in a terminal of their own: cd ${world.project} && hookbox approve deploy --env production.`,
    )
  })

  test('lets one deploy pass, and no second one', async () => {
    allow(me)
    expect(await sendExecutable()).toEqual(silent)
    expect((await sendExecutable()).exit).toBe(2)
  })

  test('is for whatever command deploys that commit to that environment', async () => {
    allow()
    expect(await send(bashPayload('bash deploy.sh prod'))).toEqual(silent)
    expect((await send()).exit).toBe(2)
  })

  test('is not used up by a deploy that is refused for something else, nor by looking at one', async () => {
    allow()
    allow(me)
    world.put('x', 'x')
    expect((await send()).exit).toBe(2)
    fs.rmSync(path.join(world.project, 'x'))
    const explained = await callExecutable(hook.name, { ...call({}), stdin: '', argv: ['--explain', DEPLOY] })
    expect(explained.stdout).toMatch(/approval: [0-9A-Z]{8}, used up by this\nverdict {3}pass/)
    expect(await send()).toEqual(silent)
  })

  test.each([
    ['another commit', () => world.git('commit', '-q', '--allow-empty', '-m', 'more')],
    ['an amended commit', () => world.git('commit', '-q', '--amend', '-m', 'other')],
  ])('does not hold for %s', async (_title, change) => {
    allow()
    change()
    expect((await send()).stderr).toContain('no person has approved')
  })

  test.each([
    ['another environment', { environment: 'canary' }],
    ['another user', { user: 'somebody' }],
    ['another repository', { root: '/srv/other' }],
    ['another kind', { kind: 'break-glass' as const, commit: '0'.repeat(40) }],
  ])('does not hold for %s', async (_title, changes) => {
    allow(changes)
    expect((await send()).exit).toBe(2)
  })

  test('does not hold behind a command that changes what is checked out', async () => {
    allow()
    const { exit, stderr } = await send(bashPayload(`git pull; ${DEPLOY}`))
    expect(exit).toBe(2)
    expect(stderr).toContain('no person has approved')
  })

  test('ends, and can be taken back', async () => {
    allow({}, -1)
    expect((await send()).exit).toBe(2)
    allow()
    expect(revoke(undefined, hostOf())).toBeGreaterThan(0)
    expect((await send()).exit).toBe(2)
  })

  test('does not count when others may write it', async () => {
    const digest = allow()
    fs.chmodSync(path.join(world.home, `.cache/hookbox/approved/${digest}.json`), 0o666)
    expect((await send()).exit).toBe(2)
  })

  test('reaches the permission event behind the call, once', async () => {
    allow()
    const after = payloadLike('claude-code/PermissionRequest.Bash.json', { tool_input: { command: DEPLOY } })
    const exits = []
    for (const payload of [bashPayload(DEPLOY), after, after, bashPayload(DEPLOY)])
      exits.push((await send(payload)).exit)
    expect(exits).toEqual([0, 0, 2, 2])
  })

  test('is used up by one of several processes at once', async () => {
    allow(me)
    const answers = await Promise.all(Array.from({ length: 5 }, () => sendExecutable()))
    expect(answers.filter(({ exit }) => exit === 0)).toHaveLength(1)
  })

  test('one for each environment of a command, and none is used up when one is missing', async () => {
    const both = {
      environments: {
        production: { tests: false, approval: 'terminal' },
        canary: { tests: false, approval: 'terminal' },
      },
    }
    world.put('hookbox.json', JSON.stringify({ 'check-deploy-env': both }))
    world.git('add', '-A')
    world.git('commit', '-q', '-m', 'two')
    const command = bashPayload('./deploy.sh canary && ./deploy.sh production')
    allow()
    expect((await send(command)).stderr).toContain('hookbox approve deploy --env canary')
    expect(approvals()).toHaveLength(1)
    allow({ environment: 'canary' })
    expect(await send(command)).toEqual(silent)
    expect(approvals()).toEqual([])
  })

  test('is in the audit log where one is kept', async () => {
    world.put('logs/.gitignore', '*\n')
    world.put('logs/tool-audit.jsonl', '')
    allow(me)
    await sendExecutable()
    expect(log()).toMatchObject(
      [{ stage: 'verdict', rule: 'approval', approved: /^[0-9A-Z]{8}$/ }].map(likeCode),
    )
  })

  test('is left alone by who only observes', async () => {
    allow()
    await callFunction(hook, { ...call(bashPayload(DEPLOY)), argv: ['--mode', 'observe'] })
    expect(approvals()).toHaveLength(1)
  })
})

function likeCode<Record extends { readonly approved: RegExp }>({ approved, ...rest }: Record) {
  return { ...rest, approved: expect.stringMatching(approved) }
}

describe('asking the user', () => {
  beforeEach(() => {
    world = made({ approval: 'ask' })
  })

  test('when all else holds, Claude Code asks', async () => {
    const { exit, stdout } = await sendExecutable()
    expect(exit).toBe(0)
    expect(stdout).toMatch(/"permissionDecision":"ask".*Everything that has to hold for it does/)
  })

  test('who only observes is told', async () => {
    const { exit, stdout } = await callFunction(hook, {
      ...call(bashPayload(DEPLOY)),
      argv: ['--mode', 'observe'],
    })
    expect([exit, stdout]).toEqual([0, expect.stringContaining('only observes; it would have said ask')])
  })

  test('when something fails it is refused as ever', async () => {
    world.put('x', 'x')
    const { exit, stderr } = await send()
    expect(exit).toBe(2)
    expect(stderr).toContain('One condition does not hold')
  })

  test('where the harness can not ask it is refused, and an approval at the terminal does instead', async () => {
    const payload = payloadLike('openharness/pre_tool_use.bash-rm-rf-build.json', {
      tool_input: { command: DEPLOY, cwd: '@PROJECT@' },
    })
    expect((await send(payload)).exit).toBe(2)
    allow()
    expect(await send(payload)).toEqual(silent)
  })
})

describe('break-glass', () => {
  test('passes although conditions fail, tells the user, and is in the audit log with its reason', async () => {
    world.git('switch', '-q', '-c', 'hotfix')
    world.put('x', 'x')
    breakGlass(me)
    const { exit, stdout } = await sendExecutable()
    expect(exit).toBe(0)
    expect(stdout).toMatch(
      /^\{"systemMessage":"check-deploy-env: passes although it refuses, as a person allowed it \([0-9A-Z]{8}: the shop is down\)\. Recorded in .*tool-audit\.jsonl\."\}/,
    )
    expect(log()).toMatchObject([
      { hook: hook.name, rule: 'branch', also: ['clean', 'approval'], why: 'the shop is down', ...me },
    ])
    expect((await send()).exit).toBe(2)
  })

  test('the log it makes is no change of the project', async () => {
    world.git('switch', '-q', '-c', 'hotfix')
    breakGlass()
    await send()
    expect(world.git('status', '--porcelain')).toBe('')
  })

  test('without a log that can be written nothing passes', async () => {
    world.put('logs', 'a file')
    breakGlass()
    const { exit, stderr } = await send()
    expect(exit).toBe(2)
    expect(stderr).toContain("that counts only when it is in the audit log, which can't be written")
  })

  test('is recorded whatever the options of the audit log leave out', async () => {
    world.git('switch', '-q', '-c', 'hotfix')
    const options = { 'audit-tool-call': { stages: ['prompt'], tools: ['Read'] } }
    fs.mkdirSync(path.join(world.home, '.config/hookbox'), { recursive: true })
    fs.writeFileSync(path.join(world.home, '.config/hookbox/hookbox.json'), JSON.stringify(options))
    breakGlass()
    expect((await send()).exit).toBe(0)
    expect(log()).toHaveLength(1)
  })

  test('is not used up where everything holds', async () => {
    world = made({})
    breakGlass()
    expect(await send()).toEqual(silent)
    expect(approvals()).toHaveLength(1)
  })

  test.each([
    ['another commit', () => world.git('commit', '-q', '--allow-empty', '-m', 'more'), DEPLOY],
    ['what another command changes first', () => undefined, `git pull; ${DEPLOY}`],
  ])('does not hold for %s', async (_title, change, command) => {
    breakGlass()
    change()
    expect((await send(bashPayload(command))).exit).toBe(2)
  })
})

describe('the code of a refusal', () => {
  test('asks why, and passes only with that in the audit log', async () => {
    world = made({ branches: ['release'] })
    const code = /hookbox approve (\w{8})$/m.exec((await send()).stderr)?.[1] ?? ''
    const pending = readPending(code, hostOf())
    expect(pending?.asksWhy).toBe(true)
    if (pending) approve({ ...pending, why: 'known to be right' }, 60_000, hostOf())
    const { exit, stdout } = await send()
    expect([exit, stdout]).toEqual([0, expect.stringContaining('known to be right')])
    expect(log()).toMatchObject([{ approved: code, why: 'known to be right', rule: 'branch' }])
  })

  test('is bound to the commit as well', async () => {
    world = made({ branches: ['release'] })
    const codeNow = async () => /hookbox approve (\w{8})$/m.exec((await send()).stderr)?.[1]
    const before = await codeNow()
    expect(await codeNow()).toBe(before)
    world.git('commit', '-q', '--allow-empty', '-m', 'more')
    expect(await codeNow()).not.toBe(before)
  })
})

test.each([
  'hookbox approve deploy --env production',
  'npx hookbox approve deploy --env production --break-glass --reason x',
  'script -qc "hookbox approve deploy --env production" /dev/null',
  'env -u CLAUDECODE hookbox approve K7QW2M00',
])('the agent can not give it to itself: %s', async (command) => {
  const { exit, stderr } = await sendExecutable(bashPayload(command))
  expect(exit).toBe(2)
  expect(stderr).toContain('is for a person at a terminal, not for the agent')
  expect(stderr).toContain('(rule hookbox-approve)')
})
