import * as fs from 'node:fs'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import { registry } from '../hooks/registry.ts'
import { guardsShell } from '../src/command/explain.ts'
import type { Hook } from '../src/hook.ts'
import { run, runSeveral } from '../src/run.ts'
import { shellWorld } from '../src/shell/event.ts'
import { readShellOnce } from '../src/shell/read.ts'
import { callExecutable, testHost } from './support/call.ts'
import { makeWorld, type World, worldEnv } from './support/world.ts'

/** Our own guards in one process: `hookbox run` and `hookbox explain`. */

const hooks: readonly Hook[] = await Promise.all(Object.values(registry).map((load) => load()))
const guards = hooks.filter(guardsShell)
const names = guards.map(({ name }) => name)

const project = {
  git: true,
  files: { '.gitignore': 'build/\n', 'build/a.o': '', 'data/kept.txt': 'x', 'deploy.sh': '#!/bin/sh\n' },
} as const

const hookbox = (world: World, argv: readonly string[], payload?: object) =>
  callExecutable('hookbox', {
    argv,
    env: worldEnv(world),
    cwd: world.project,
    ...(payload === undefined ? {} : { stdin: JSON.stringify(payload) }),
  })

const claude = (command: string, cwd: string) => ({
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
  cwd,
})

test('all of them have something to say, on both harnesses', async () => {
  const world = makeWorld(project)
  const command = 'sudo rm -rf data; cat .env; ./deploy.sh production'
  const first = await hookbox(world, ['run', ...names], claude(command, world.project))
  const reason = JSON.parse(first.stdout).hookSpecificOutput.permissionDecisionReason as string
  expect([first.exit, first.stderr]).toEqual([2, `${reason}\n`])
  const denying = ['block-dangerous-rm', 'block-sudo', 'check-deploy-env', 'protect-sensitive-files']
  expect(denying.filter((name) => !reason.includes(`${name}: `))).toEqual([])
  const second = await hookbox(world, ['run', ...names], {
    event: 'pre_tool_use',
    tool_name: 'bash',
    tool_input: { command },
  })
  expect([second.exit, second.stdout]).toEqual([2, ''])
  expect(denying.filter((name) => !second.stderr.includes(`${name}: `))).toEqual([])
})

test('an ordinary command passes in silence', async () => {
  const world = makeWorld(project)
  const payload = claude('rm -rf build && git status | tail -3', world.project)
  expect(await hookbox(world, ['run', ...names], payload)).toEqual({ exit: 0, stdout: '', stderr: '' })
})

test('audit-tool-call among them records the call and each refusal', async () => {
  const world = makeWorld(project)
  const payload = { ...claude('sudo rm -rf data', world.project), session_id: 's', tool_use_id: 't' }
  await hookbox(world, ['run', 'audit-tool-call', 'block-sudo', 'block-dangerous-rm'], payload)
  const records = world.read('logs/tool-audit.jsonl').trimEnd().split('\n')
  expect(records.map((line) => JSON.parse(line) as object)).toMatchObject([
    { stage: 'attempt' },
    { stage: 'verdict', hook: 'block-sudo', verdict: 'deny' },
    { stage: 'verdict', hook: 'block-dangerous-rm', verdict: 'deny' },
  ])
})

describe('the payload and the command are read once', () => {
  test('stdin', async () => {
    const world = makeWorld(project)
    let reads = 0
    const stdin = JSON.stringify(claude('ls', world.project))
    const host = testHost({ env: worldEnv(world), cwd: world.project, stdin })
    const counting = {
      ...host,
      readStdin: (limits: Parameters<typeof host.readStdin>[0]) => {
        reads++
        return host.readStdin(limits)
      },
    }
    expect(await runSeveral(guards, [], counting)).toBe(0)
    expect(reads).toBe(1)
  })

  test('a text without script files is shared by all; one with a script by those who read it', () => {
    const world = makeWorld({ files: { 'x.sh': 'rm -rf data\n' } })
    const host = testHost({ env: worldEnv(world), cwd: world.project })
    const whole = shellWorld(host, world.project)
    const { script: _, ...blind } = whole
    const plain = readShellOnce(host, 'rm -rf $A', blind, { ownScripts: true })
    expect(readShellOnce(host, 'rm -rf $A', whole)).toBe(plain)
    const unread = readShellOnce(host, 'sh x.sh', blind, { ownScripts: true })
    const read = readShellOnce(host, 'sh x.sh', whole)
    expect(read.commands.length).toBeGreaterThan(unread.commands.length)
    expect(readShellOnce(host, 'sh x.sh', whole)).toBe(read)
    expect(readShellOnce(host, 'sh x.sh', blind, { ownScripts: true })).toEqual(unread)
    expect(readShellOnce(host, 'rm -rf $A', { ...whole, cwd: '/' })).not.toBe(plain)
    expect(readShellOnce(host, 'rm -rf $A', whole, { wrappers: [{ names: ['x'] }] })).not.toBe(plain)
    expect(readShellOnce({ ...host }, 'rm -rf $A', whole)).not.toBe(plain)
  })
})

const consensus = fs
  .readFileSync(path.join(import.meta.dirname, 'fixtures/cases/guard-consensus.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => (JSON.parse(line) as { command: string }).command)

test('`run a b` refuses a command of the cases exactly when a or b does', { timeout: 120_000 }, async () => {
  const world = makeWorld(project)
  const answer = async (some: readonly Hook[], command: string) => {
    const stdin = JSON.stringify(claude(command, world.project))
    let stdout = ''
    const host = testHost({ env: worldEnv(world), cwd: world.project, stdin }, (stream, text) => {
      if (stream === 'stdout') stdout += text
    })
    const [only] = some
    const exit = await (only && some.length === 1 ? run(only, [], host) : runSeveral(some, [], host))
    return { exit, asks: stdout.includes('"permissionDecision":"ask"') }
  }
  const wrong: string[] = []
  for (const command of consensus) {
    const alone = await Promise.all(guards.map((hook) => answer([hook], command)))
    const together = await answer(guards, command)
    const denies = alone.some(({ exit }) => exit === 2)
    const asks = !denies && alone.some((one) => one.asks)
    if ((together.exit === 2) !== denies || together.asks !== asks) wrong.push(command)
  }
  expect(wrong).toEqual([])
})

describe('explain', () => {
  test('--json of one hook', async () => {
    const world = makeWorld(project)
    const { exit, stdout } = await hookbox(world, [
      'block-dangerous-rm',
      '--explain',
      'rm -rf data',
      '--json',
    ])
    expect([exit, JSON.parse(stdout)]).toEqual([
      0,
      {
        hook: 'block-dangerous-rm',
        kind: 'guard',
        fails: 'closed',
        event: 'tool-before',
        cwd: world.project,
        mode: 'enforce',
        ignored: [],
        found: ['rm -rf data', expect.stringContaining(`-> ${world.project}/data: deny, `)],
        details: [
          { command: ['rm', '-rf', 'data'], through: [], cwd: world.project, source: 'rm -rf data' },
          {
            target: 'data',
            how: 'rm -r',
            path: `${world.project}/data`,
            verdict: 'deny',
            why: expect.stringContaining('inside the project'),
            rule: 'project',
          },
        ],
        rules: [{ id: 'project', what: 'inside the project, and not proven disposable' }],
        verdict: 'deny',
        reason: expect.stringContaining('block-dangerous-rm: rm -r of data'),
      },
    ])
  })

  test('several hooks, as text and as JSON', async () => {
    const world = makeWorld(project)
    const argv = [
      'run',
      'block-sudo',
      'check-quality',
      'block-dangerous-rm',
      '--explain',
      'sudo -u x rm -rf $Y data',
    ]
    const { exit, stdout } = await hookbox(world, argv)
    expect(exit).toBe(0)
    expect(stdout).toMatch(
      /^hook +block-sudo [\s\S]+\n\nhook +check-quality [\s\S]+\n\nhook +block-dangerous-rm /,
    )
    expect(stdout).toContain('found     sudo > rm -rf {$Y, which is not set here} data\n')
    expect(stdout).toMatch(/\n\ntogether +deny\n$/)
    const json = JSON.parse((await hookbox(world, [...argv, '--json'])).stdout)
    expect(json.hooks.map(({ verdict }: { verdict: string }) => verdict)).toEqual(['deny', 'pass', 'deny'])
    expect(json).toMatchObject({
      verdict: 'deny',
      reason: expect.stringContaining('\n\nblock-dangerous-rm: '),
    })
  })

  test('`hookbox explain`: all guards; a word alone is a command; a brace is no payload', async () => {
    const world = makeWorld(project)
    for (const [command, verdict] of [
      ['ls', 'pass'],
      ['{ rm -rf data; }', 'deny'],
    ] as const) {
      const json = JSON.parse((await hookbox(world, ['explain', command, '--json'])).stdout)
      expect(json.hooks.map(({ hook }: { hook: string }) => hook)).toEqual(names)
      expect(json.verdict).toBe(verdict)
    }
    expect(world.read('data/kept.txt')).toBe('x')
  })

  test('a problem with one of them', async () => {
    const world = makeWorld({ files: { 'hookbox.json': '{ "block-sudo": { "mod": "ask" } }' } })
    const { exit, stdout } = await hookbox(world, ['explain', 'ls'])
    expect(exit).toBe(64)
    expect(stdout).toContain('did you mean "mode"?')
    expect(stdout).not.toContain('together')
  })
})

/** People try guards by hand, and agents work on them: text about a danger is none. */
const ABOUT_GUARDS = [
  ...[
    'block-dangerous-rm',
    'node bin/block-sudo',
    'npx protect-sensitive-files',
    'hookbox check-deploy-env',
  ].map((program) => `${program} --explain 'sudo rm -rf / ; cat .env ; ./deploy.sh production'`),
  `block-dangerous-rm --explain "rm -rf \\"\\$X\\"/*"`,
  `hookbox explain 'sudo rm -rf ~ && cat ~/.ssh/id_rsa'`,
  `npx hookbox explain 'sudo rm -rf /' --json | head -40`,
  `hookbox run block-sudo block-dangerous-rm --explain 'sudo rm -rf /'`,
  `node bin/hookbox run block-sudo protect-sensitive-files --explain 'sudo tee .env' --json`,
  `echo '{"tool_name":"Bash","tool_input":{"command":"sudo rm -rf ./build"}}' | node bin/block-dangerous-rm`,
  'npx vitest run test/hooks/block-dangerous-rm.test.ts',
  'npx vitest run test/hooks/block-sudo.test.ts test/hooks/protect-sensitive-files',
  'cat hooks/block-sudo/README.md',
  'sed -n 1,40p hooks/block-dangerous-rm/README.md && grep -n sudo hooks/block-sudo/names.ts',
  'npm run build && npm run demo',
  'git add hooks/block-sudo && git commit -m "block-sudo: sudo rm -rf / and cat .env are denied"',
  `hookbox run block-sudo block-dangerous-rm < test/fixtures/claude-code/PreToolUse.Bash.json`,
]

test.each(ABOUT_GUARDS)('no guard refuses: %s', async (command) => {
  const world = makeWorld(project)
  const payload = claude(command, world.project)
  expect(await hookbox(world, ['run', ...names], payload)).toEqual({ exit: 0, stdout: '', stderr: '' })
})
