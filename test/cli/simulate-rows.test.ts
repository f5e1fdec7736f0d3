import { describe, expect, test } from 'vitest'
import { type Answer, callExecutable } from '../support/call.ts'
import { makeWorld, type World, worldEnv } from '../support/world.ts'

function simulate(world: World, argv: readonly string[], env: Record<string, string> = {}): Promise<Answer> {
  const call = { argv: ['simulate', ...argv], env: { ...worldEnv(world), NO_COLOR: '1', ...env } }
  return callExecutable('hookbox', { ...call, cwd: world.project })
}

const hook = (command: string, more: object = {}) => ({ hooks: [{ type: 'command', command, ...more }] })
const settings = (hooks: object, more: object = {}) => JSON.stringify({ ...more, hooks })
const withHooks = (hooks: object, more: object = {}) =>
  makeWorld({ files: { '.claude/settings.json': settings(hooks, more) } })

async function row(world: World, argv: readonly string[], env: Record<string, string> = {}) {
  const { exit, stdout, stderr } = await simulate(world, [...argv, '--json'], env)
  if (stdout === '') throw new Error(stderr)
  const { rounds, ended, held } = JSON.parse(stdout) as {
    rounds: {
      between: string[]
      simulated: { event: string; effect: { goesOn?: boolean; blocked: boolean } }
    }[]
    ended: string
    held: boolean
  }
  return { exit, rounds, ended, held, stderr }
}

const LOOP = { Stop: [hook('echo "not yet" >&2; exit 2')] }

describe('--repeat', () => {
  test('a hook that never lets go: nine rounds, then the client ends the turn', async () => {
    const { exit, rounds, ended } = await row(withHooks(LOOP), ['Stop', '--repeat'])
    expect([exit, rounds.length]).toEqual([1, 9])
    expect(ended).toContain('9 blocks in a row are more than the 8 that Claude Code takes')
  })

  test.each([
    ['the environment', {}, { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '2' }],
    ['the settings', { env: { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '2' } }, {}],
    [
      'the settings before the environment',
      { env: { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '2' } },
      {
        CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '5',
      },
    ],
  ])('the cap of %s', async (_name, more, env) => {
    const { rounds } = await row(withHooks(LOOP, more), ['Stop', '--repeat'], env as Record<string, string>)
    expect(rounds.length).toBe(3)
  })

  test('a cap of 0 is none', async () => {
    const env = { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '0' }
    const { exit, rounds, ended } = await row(withHooks(LOOP), ['Stop', '--repeat', '12'], env)
    expect([exit, rounds.length]).toEqual([1, 12])
    expect(ended).toBe('Not played further than 12 rounds (--repeat N): no cap would end it.')
  })

  test('stop_hook_active is true from the second round on', async () => {
    const once = 'if grep -q \'"stop_hook_active":true\'; then exit 0; else echo again >&2; exit 2; fi'
    const { exit, rounds, ended } = await row(withHooks({ Stop: [hook(once)] }), ['Stop', '--repeat'])
    expect([exit, rounds.length]).toEqual([0, 2])
    expect(ended).toBe('The hooks let the agent stop in round 2.')
  })

  test('a hook that says nothing: one round', async () => {
    const { exit, rounds, ended } = await row(withHooks({ Stop: [hook('true')] }), ['Stop', '--repeat'])
    expect([exit, rounds.length, ended]).toEqual([0, 1, 'The hooks let the agent stop at once.'])
  })

  test('what the agent does in between lets it stop, and starts the count anew', async () => {
    const until = hook('[ "$(cat n 2>/dev/null | wc -l)" -ge 10 ] || { echo more >&2; exit 2; }')
    const world = withHooks({ Stop: [until] })
    const { exit, rounds, ended } = await row(world, [
      'Stop',
      '--repeat',
      '--between',
      'echo x >> n; echo out',
    ])
    expect([exit, rounds.length, ended]).toEqual([0, 11, 'The hooks let the agent stop in round 11.'])
    expect(rounds[1]?.between).toEqual([
      'echo x >> n; echo out: exit 0',
      'no file that hooks come from has changed',
    ])
  })

  test('in words: each round, and how it ends', async () => {
    const { stdout } = await simulate(withHooks(LOOP), ['Stop', '--repeat'], {
      CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '1',
    })
    expect(stdout).toMatch(
      /^1\. Claude Code, Stop\n[\s\S]*block 1 in a row; the model answers without a tool\n2\. Claude Code, Stop\n[\s\S]*\n\n2 blocks in a row are more than the 1 that/,
    )
  })

  test('as a page: a section for each round, and how it ends', async () => {
    const world = withHooks({ Stop: [hook('echo "<b>" >&2; exit 2')] })
    const env = { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '1' }
    await simulate(world, ['Stop', '--repeat', '--html', 'page.html'], env)
    const page = world.read('page.html')
    expect(page.match(/<h2>Claude Code, Stop<\/h2>/g)?.length).toBe(2)
    expect(page).toContain('<p>2 blocks in a row are more than the 1 that Claude Code takes')
    expect(page).not.toContain('<b>')
  })

  test('once: a hook of a skill that has succeeded is gone', async () => {
    const skill = `---\nname: sk\nhooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: echo x >> n\n          once: true\n---\n`
    const world = makeWorld({
      files: { '.claude/skills/sk/SKILL.md': skill, '.claude/settings.json': settings(LOOP) },
    })
    await row(world, ['Stop', '--repeat', '3', '--skill', 'sk'])
    expect(world.read('n')).toBe('x\n')
  })

  test.each([
    [['PreToolUse', '--repeat'], '--repeat is for Stop and SubagentStop, not for PreToolUse'],
    [['Stop', '--repeat', 'many'], '--repeat takes a number of rounds from 1 to 999, not "many"'],
    [['Stop', '--repeat', '0'], 'from 1 to 999'],
    [['--harness', 'openharness', 'stop', '--repeat'], 'OpenHarness reads no block on stop'],
    [['--step', '--between', 'true'], '--step walks one way'],
  ])('%j', async (argv, said) => {
    const { exit, stderr } = await simulate(makeWorld(), argv)
    expect(exit).toBe(64)
    expect(stderr).toContain(said)
  })
})

const CHANGE = 'cp later.json .claude/settings.json'

describe('--between', () => {
  test('Claude Code takes a changed settings file', async () => {
    const world = withHooks({ PreToolUse: [hook('exit 2')] })
    world.put('later.json', settings({}))
    const { exit, rounds, ended } = await row(world, ['--command', 'ls', '--between', CHANGE])
    expect(rounds.map(({ simulated }) => simulated.effect.blocked)).toEqual([true, false])
    expect([exit, ended]).toEqual([0, 'Before: it is stopped. After: it goes on.'])
    expect(rounds[1]?.between[1]).toContain('takes it about a second after it was written')
  })

  test('a ConfigChange hook of before keeps the old ones', async () => {
    const world = withHooks({
      PreToolUse: [hook('exit 2')],
      ConfigChange: [{ matcher: 'project_settings', ...hook('echo no >&2; exit 2') }],
    })
    world.put('later.json', settings({}))
    const { exit, rounds } = await row(world, ['--command', 'ls', '--between', CHANGE])
    expect([exit, rounds[1]?.between[1]]).toEqual([
      1,
      '.claude/settings.json has changed, and a ConfigChange hook refuses it: the hooks of before stay',
    ])
  })

  test('a change that breaks the file takes its guards away', async () => {
    const world = withHooks({ PreToolUse: [hook('exit 2')] })
    world.put('later.json', '{')
    const { exit, rounds } = await row(world, ['--command', 'ls', '--between', CHANGE])
    expect(exit).toBe(0)
    expect(rounds[1]?.between.at(-1)).toContain('nothing of it counts any more: it is not JSON')
  })

  test('a plugin stays as it was until the next start', async () => {
    const world = makeWorld({
      files: {
        'mine/.claude-plugin/plugin.json': '{"name":"mine"}',
        'mine/hooks/hooks.json': settings({ PreToolUse: [hook('exit 2')] }),
      },
    })
    const change = 'echo \'{"hooks":{}}\' > mine/hooks/hooks.json'
    const { exit, rounds } = await row(world, ['--plugin-dir', 'mine', '--between', change])
    expect(exit).toBe(1)
    expect(rounds[1]?.between[1]).toContain('it stays as it was until the next start or /reload-plugins')
  })

  test('OpenHarness reads its settings anew with the next line', async () => {
    const world = makeWorld({
      homeFiles: {
        '.openharness/settings.json': settings({
          pre_tool_use: [{ command: 'exit 1', block_on_failure: true }],
        }),
      },
    })
    const change = `echo '{}' > "$HOME/.openharness/settings.json"`
    const argv = ['--harness', 'openharness', '--command', 'ls', '--between', change]
    const { exit, rounds } = await row(world, argv)
    expect(exit).toBe(0)
    expect(rounds[1]?.between[1]).toContain('takes them with the next line of the user')
  })
})
