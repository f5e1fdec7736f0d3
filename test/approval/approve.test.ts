import * as fs from 'node:fs'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import { hook as rm } from '../../hooks/block-dangerous-rm/index.ts'
import { hook as sudo } from '../../hooks/block-sudo/index.ts'
import { hook as protect } from '../../hooks/protect-sensitive-files/index.ts'
import { codeOf, digestOf, readCode } from '../../src/approval/call.ts'
import { approve, listApproved, readPending, revoke } from '../../src/approval/records.ts'
import { readLog } from '../../src/store/read-log.ts'
import { type Answer, callExecutable, callFunction, testHost } from '../support/call.ts'
import { bashPayload, payloadLike } from '../support/table.ts'
import { makeWorld, type World, worldEnv } from '../support/world.ts'

/** From the refusal to the approval and the call that uses it up; at the terminal: test/approval/command.test.ts. */

const HOOKS = { rm, sudo, protect } as const

function guardIn(world: World, name: keyof typeof HOOKS = 'sudo') {
  const hook = HOOKS[name] as typeof sudo
  const call = (payload: object) => ({
    stdin: JSON.stringify(payload).replaceAll('@PROJECT@', world.project),
    env: worldEnv(world),
    cwd: world.project,
  })
  return {
    ask: (payload: object) => callFunction(hook, call(payload)),
    askExecutable: (payload: object) => callExecutable(hook.name, call(payload)),
  }
}

const hostOf = (world: World) => testHost({ env: worldEnv(world), cwd: world.project })
const offered = ({ stderr }: Answer) => /hookbox approve (\w+)$/m.exec(stderr)?.[1]

function allow(world: World, code: string | undefined, ttlMs = 60_000): void {
  const host = hostOf(world)
  const pending = readPending(code ?? '', host)
  if (!pending) throw new Error(`nothing pends as ${code}`)
  expect(approve(pending, ttlMs, host)).toBe(true)
}

const cache = (world: World, name: string) => path.join(world.home, '.cache/hookbox', name)

describe('a refusal offers a code', () => {
  test('the same for the same call, and remembers what it is about for the user alone', async () => {
    const world = makeWorld()
    const first = await guardIn(world).ask(bashPayload('sudo ls'))
    expect(first.exit).toBe(2)
    const code = offered(first)
    expect(offered(await guardIn(world).askExecutable(bashPayload('sudo ls')))).toBe(code)
    const file = cache(world, `pending/${code}.json`)
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)
    expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toMatchObject({
      code,
      hook: 'block-sudo',
      rule: 'sudo',
      cwd: world.project,
      tool: 'Bash',
      subject: 'sudo ls',
      partial: false,
      reason: expect.stringContaining('sudo runs commands as root'),
    })
  })

  test('whatever words the model describes the command with', async () => {
    const world = makeWorld()
    const codes = new Set<string | undefined>()
    for (const description of ['List', 'List the folder']) {
      codes.add(
        offered(
          await guardIn(world).ask(
            bashPayload('sudo ls', { tool_input: { command: 'sudo ls', description } }),
          ),
        ),
      )
    }
    expect(codes.size).toBe(1)
  })

  test('another one for another command, session, folder or option', async () => {
    const world = makeWorld()
    const payloads = [
      bashPayload('sudo ls'),
      bashPayload('sudo ls '),
      bashPayload('sudo ls', { session_id: 'another' }),
      bashPayload('sudo ls', { cwd: world.home }),
      bashPayload('x', { tool_input: { command: 'sudo ls', timeout: 5 } }),
    ]
    const codes = await Promise.all(
      payloads.map(async (payload) => offered(await guardIn(world).ask(payload))),
    )
    expect(new Set(codes).size).toBe(payloads.length)
    expect(codes).not.toContain(undefined)
  })

  test('without secrets in what is remembered', async () => {
    const world = makeWorld()
    const code = offered(await guardIn(world).ask(bashPayload('PASSWORD=hunter2hunter2 sudo ls')))
    const text = fs.readFileSync(cache(world, `pending/${code}.json`), 'utf8')
    expect(text).not.toContain('hunter2')
    expect(JSON.parse(text)).toMatchObject({ partial: true })
  })

  test('in OpenHarness', async () => {
    const world = makeWorld()
    const payload = { event: 'pre_tool_use', tool_name: 'bash', tool_input: { command: 'sudo ls' } }
    const answer = await guardIn(world).ask(payload)
    expect(answer).toMatchObject({ exit: 2, stdout: '' })
    allow(world, offered(answer))
    expect(await guardIn(world).ask(payload)).toEqual({ exit: 0, stdout: '', stderr: '' })
    expect((await guardIn(world).ask(payload)).exit).toBe(2)
  })

  test.each([
    ['rm', 'rm -rf /'],
    ['rm', 'rm -rf ~'],
    ['rm', 'rm -rf ~/.ssh'],
    ['rm', 'rm -rf .'],
    ['rm', 'rm -rf .git'],
    ['rm', 'rm -rf / data'],
    ['rm', 'ssh host rm -rf /'],
    ['protect', 'echo x > .claude/settings.json'],
    ['protect', 'echo {} > ~/.cache/hookbox/approved/a.json'],
    ['protect', 'touch .git/hooks/pre-commit'],
    ['sudo', 'hookbox approve K7QW2M00'],
  ] as const)('but never %s for %s', async (name, command) => {
    const world = makeWorld({ git: true })
    const answer = await guardIn(world, name).ask(bashPayload(command))
    expect(answer.exit).toBe(2)
    expect(answer.stderr).not.toContain('hookbox approve ')
    expect(fs.existsSync(cache(world, 'pending'))).toBe(false)
  })

  test('and none where it can not be remembered', async () => {
    const world = makeWorld({ homeFiles: { '.cache': 'a file' } })
    const answer = await guardIn(world).ask(bashPayload('sudo ls'))
    expect(answer.exit).toBe(2)
    expect(offered(answer)).toBeUndefined()
  })

  test('and none to a question of Claude Code, which asks the user itself', async () => {
    const world = makeWorld()
    const answer = await guardIn(world, 'protect').ask(bashPayload('printenv'))
    expect(answer.stdout).toContain('"permissionDecision":"ask"')
    expect(answer.stdout).not.toContain('hookbox approve')
  })

  test('with nothing left behind by a call that passes', async () => {
    const world = makeWorld()
    expect((await guardIn(world).askExecutable(bashPayload('ls'))).exit).toBe(0)
    expect(fs.existsSync(path.join(world.home, '.cache'))).toBe(false)
  })
})

describe('an approval', () => {
  test('lets the same call pass once, in silence, and the trail says so', async () => {
    const world = makeWorld({ files: { 'logs/tool-audit.jsonl': '' } })
    const code = offered(await guardIn(world).askExecutable(bashPayload('sudo ls')))
    allow(world, code)
    const silent = { exit: 0, stdout: '', stderr: '' }
    expect(await guardIn(world).askExecutable(bashPayload('sudo ls'))).toEqual(silent)
    expect((await guardIn(world).askExecutable(bashPayload('sudo ls'))).exit).toBe(2)
    const { records } = readLog(world.read('logs/tool-audit.jsonl'))
    expect(records).toMatchObject([
      { stage: 'verdict', rule: 'sudo', verdict: 'deny' },
      { stage: 'verdict', rule: 'sudo', verdict: 'deny', approved: code },
      { stage: 'verdict', rule: 'sudo', verdict: 'deny' },
    ])
    expect(records.filter((record) => 'approved' in (record as object))).toHaveLength(1)
  })

  test('is for that call alone', async () => {
    const world = makeWorld()
    allow(world, offered(await guardIn(world).ask(bashPayload('sudo ls'))))
    for (const payload of [
      bashPayload('sudo ls; sudo reboot'),
      bashPayload('sudo ls', { session_id: 'another' }),
      bashPayload('sudo ls', { cwd: world.home }),
    ]) {
      expect((await guardIn(world).ask(payload)).exit).toBe(2)
    }
    expect((await guardIn(world).ask(bashPayload('sudo ls'))).exit).toBe(0)
  })

  test('also for a file', async () => {
    const world = makeWorld()
    const payload = payloadLike('claude-code/PreToolUse.Write.json', {
      tool_input: { file_path: `${world.project}/.env`, content: 'A=1' },
    })
    const answer = await guardIn(world, 'protect').ask(payload)
    allow(world, offered(answer))
    expect((await guardIn(world, 'protect').ask(payload)).exit).toBe(0)
  })

  test('reaches the permission event behind the call, once', async () => {
    const world = makeWorld()
    const before = bashPayload('sudo ls')
    const after = payloadLike('claude-code/PermissionRequest.Bash.json', {
      tool_input: before['tool_input'],
      session_id: before['session_id'],
    })
    allow(world, offered(await guardIn(world).ask(before)))
    const exits = []
    for (const payload of [before, after, after, before]) exits.push((await guardIn(world).ask(payload)).exit)
    expect(exits).toEqual([0, 0, 2, 2])
    // Where the guard is registered for that event alone.
    allow(world, offered(await guardIn(world).ask(after)))
    expect((await guardIn(world).ask(after)).exit).toBe(0)
    expect((await guardIn(world).ask(after)).exit).toBe(2)
  })

  test('ends', async () => {
    const world = makeWorld()
    allow(world, offered(await guardIn(world).ask(bashPayload('sudo ls'))), -1)
    expect((await guardIn(world).ask(bashPayload('sudo ls'))).exit).toBe(2)
  })

  test('can be taken back', async () => {
    const world = makeWorld()
    const code = offered(await guardIn(world).ask(bashPayload('sudo ls')))
    allow(world, code)
    expect(listApproved(hostOf(world)).map((one) => one.code)).toEqual([code])
    expect(revoke(code, hostOf(world))).toBe(1)
    expect((await guardIn(world).ask(bashPayload('sudo ls'))).exit).toBe(2)
  })

  test.each([
    ['others may write it', (file: string) => fs.chmodSync(file, 0o666)],
    [
      'it is a link',
      (file: string) => {
        fs.renameSync(file, `${file}.real`)
        fs.symlinkSync(`${file}.real`, file)
      },
    ],
    [
      'it is about something else',
      (file: string) => fs.writeFileSync(file, JSON.stringify({ digest: 'x', code: 'x', until: 9e15 })),
    ],
    ['it is no JSON', (file: string) => fs.writeFileSync(file, 'yes')],
  ])('does not count when %s', async (_title, change) => {
    const world = makeWorld()
    allow(world, offered(await guardIn(world).ask(bashPayload('sudo ls'))))
    const [file = ''] = fs.readdirSync(cache(world, 'approved'))
    change(cache(world, `approved/${file}`))
    expect((await guardIn(world).ask(bashPayload('sudo ls'))).exit).toBe(2)
  })

  test('is used up by one of several processes at once', async () => {
    const world = makeWorld()
    const code = offered(await guardIn(world).ask(bashPayload('sudo ls')))
    for (let round = 0; round < 4; round++) {
      allow(world, code)
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => guardIn(world).askExecutable(bashPayload('sudo ls'))),
      )
      expect(answers.filter(({ exit }) => exit === 0)).toHaveLength(1)
    }
  }, 60_000)
})

describe('codes', () => {
  const event = {
    name: 'tool-before',
    dialect: 'claude-code',
    harnessEvent: 'PreToolUse',
    cwd: '/p',
    payload: {},
  } as const
  const digest = (input: object) =>
    digestOf('a', { rule: 'r' }, { ...event, tool: { name: 'T', kind: 'other', input: { ...input } } })

  test('do not depend on the order of keys', () => {
    expect(digest({ a: 1, b: { c: 2, d: 3 } })).toBe(digest({ b: { d: 3, c: 2 }, a: 1 }))
    expect(digest({ a: [1, 2] })).not.toBe(digest({ a: [2, 1] }))
    expect(digest({ a: '1' })).not.toBe(digest({ a: 1 }))
  })

  test('are read as people type them', () => {
    expect(codeOf('ffffffffff'.padEnd(64, '0'))).toBe('ZZZZZZZZ')
    expect(codeOf('0000000001'.padEnd(64, '0'))).toBe('00000001')
    expect(readCode('k7qw-2moo')).toBe('K7QW2M00')
    expect(readCode('0000000l')).toBe('00000001')
    for (const typed of ['', 'K7QW2M0', 'K7QW2M000', 'K7QW2M0U', '../../x1'])
      expect(readCode(typed)).toBeUndefined()
  })

  test('a record whose code is not that of its call is none', () => {
    const world = makeWorld({
      homeFiles: {
        '.cache/hookbox/pending/00000000.json': JSON.stringify({
          v: 1,
          code: '00000000',
          digest: 'f'.repeat(64),
          hook: 'block-sudo',
          at: Date.now(),
          cwd: '/',
          tool: 'Bash',
          subject: 'ls',
          reason: '',
        }),
      },
    })
    expect(readPending('00000000', hostOf(world))).toBeUndefined()
  })
})

test('of two guards in one process, both need one', async () => {
  const world = makeWorld()
  const call = () =>
    callExecutable('hookbox', {
      argv: ['run', 'block-sudo', 'block-dangerous-rm'],
      stdin: JSON.stringify(bashPayload('sudo rm -rf data')).replaceAll('@PROJECT@', world.project),
      env: worldEnv(world),
      cwd: world.project,
    })
  const { stderr } = await call()
  const codes = [...stderr.matchAll(/hookbox approve (\w+)$/gm)].map((match) => match[1])
  expect(new Set(codes).size).toBe(2)
  for (const code of codes) allow(world, code)
  expect(await call()).toEqual({ exit: 0, stdout: '', stderr: '' })
  expect((await call()).exit).toBe(2)
})
