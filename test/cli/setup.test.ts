import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import { removeSettings, writeSettings } from '../../src/cli/setup/files.ts'
import { inTerminal } from '../support/in-terminal.ts'
import { makeWorld, type World, worldEnv } from '../support/world.ts'

const bin = path.resolve(import.meta.dirname, '../../bin/hookbox')

function hookbox(world: World, argv: readonly string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...argv], {
    cwd: world.project,
    env: { ...worldEnv(world), PATH: '/usr/bin:/bin', NO_COLOR: '1', HOOKBOX_ENGINE: 'node', ...env },
    encoding: 'utf8',
    input: '',
  })
  return { status, stdout, stderr }
}

const LOCAL = '.claude/settings.local.json'

interface ClaudeSettings {
  readonly hooks: Readonly<Record<string, readonly { matcher?: string; hooks: Record<string, unknown>[] }[]>>
}

const settings = (world: World, file = LOCAL) => JSON.parse(world.read(file)) as ClaudeSettings

describe('init', () => {
  test('registers the balanced preset in the copy of a project that does not hold hookbox', () => {
    const world = makeWorld({ git: true })
    const { status, stdout } = hookbox(world, ['init', '--yes'])
    expect(status).toBe(0)
    expect(stdout).toContain('Claude Code, local: .claude/settings.local.json')
    const [group] = settings(world).hooks['PreToolUse'] ?? []
    const guards = group?.hooks.find((one) => one['onFailure'] === 'block')
    expect(guards).toMatchObject({ type: 'command', command: process.execPath, timeout: 10 })
    expect(guards?.['args']).toEqual([
      bin,
      'run',
      'block-dangerous-rm',
      'block-destructive-git',
      'block-sudo',
      'check-deploy-env',
      'protect-sensitive-files',
    ])
    expect(settings(world).hooks['Stop']?.[0]?.hooks.length).toBe(1)
  })

  test('changes no byte when it runs again', () => {
    const world = makeWorld({ git: true, homeFiles: { '.openharness/settings.json': '{"model": "x"}' } })
    hookbox(world, ['init', '--harness', 'claude-code', '--yes'])
    hookbox(world, ['init', '--harness', 'openharness', '--yes'])
    const files = [world.read(LOCAL), world.read('../.openharness/settings.json')]
    const { status, stdout } = hookbox(world, ['init', '--yes'])
    expect([status, stdout]).toEqual([0, expect.stringContaining('nothing was changed')])
    expect([world.read(LOCAL), world.read('../.openharness/settings.json')]).toEqual(files)
  })

  test('--dry-run shows the difference and writes nothing', () => {
    const world = makeWorld({ git: true })
    const { status, stdout } = hookbox(world, ['init', '--dry-run', '--hooks', 'block-sudo'])
    expect(status).toBe(0)
    expect(stdout).toContain('+            "onFailure": "block"')
    expect(world.exists('.claude')).toBe(false)
  })

  test('writes nothing when nobody can be asked', () => {
    const world = makeWorld({ git: true })
    const { status, stderr } = hookbox(world, ['init'])
    expect([status, stderr]).toEqual([1, expect.stringContaining('--yes')])
    expect(world.exists('.claude')).toBe(false)
  })

  test('OpenHarness gets its own shape, without $ARGUMENTS and without hooks it has no use for', () => {
    const world = makeWorld({ homeFiles: { '.openharness/settings.json': '{}' } })
    const { stdout } = hookbox(world, ['init', '--harness', 'openharness', '--yes', '--preset', 'strict'])
    const { hooks } = JSON.parse(world.read('../.openharness/settings.json')) as {
      hooks: Record<string, Record<string, unknown>[]>
    }
    expect(hooks['pre_tool_use']?.[0]).toMatchObject({ timeout_seconds: 10, block_on_failure: true })
    expect(JSON.stringify(hooks)).not.toMatch(/ARGUMENTS|verify-before-stop|inject-ticket/)
    expect(Object.keys(hooks)).not.toContain('pre_compact')
    expect(stdout).toMatch(/OpenHarness does nothing with what .*verify-before-stop/)
  })

  test('for OpenHarness, guards of shell text alone are started for its shell tools alone', () => {
    const world = makeWorld({ homeFiles: { '.openharness/settings.json': '{}' } })
    hookbox(world, ['init', '--harness', 'openharness', '--yes', '--hooks', 'block-sudo'])
    const { hooks } = JSON.parse(world.read('../.openharness/settings.json')) as {
      hooks: Record<string, { matcher: string }[]>
    }
    expect(hooks['pre_tool_use']?.map(({ matcher }) => matcher)).toEqual([
      'bash',
      'task_create',
      'cron_create',
      'agent',
    ])
  })

  test('a hook that is part of the project is named from the project, for everybody', () => {
    const world = makeWorld({ git: true })
    fs.mkdirSync(path.join(world.project, 'node_modules'))
    fs.symlinkSync(path.resolve(bin, '../..'), path.join(world.project, 'node_modules/hookbox'))
    hookbox(world, ['init', '--yes', '--hooks', 'block-sudo'])
    expect(settings(world, '.claude/settings.json').hooks['PreToolUse']?.[0]).toEqual({
      matcher: 'Bash|PowerShell|Monitor',
      hooks: [
        {
          type: 'command',
          command: 'node',
          args: ['${CLAUDE_PROJECT_DIR}/node_modules/hookbox/bin/block-sudo'],
          timeout: 10,
          onFailure: 'block',
        },
      ],
    })
  })

  test.each([
    ['no JSON', '{"hooks": ', 'it is not JSON'],
    ['a comment', '{ // mine\n}', 'it is not JSON: invalid comment token'],
    [
      'a timeout as text',
      '{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"x","timeout":"10"}]}]}}',
      'timeout',
    ],
    ['hooks as a list', '{"hooks": []}', 'hooks is a list'],
    ['an event that is no list', '{"hooks": {"Stop": {}}}', 'hooks.Stop is an object, not a list'],
    ['a key that stands twice', '{"hooks": {}, "hooks": {}}', '"hooks" stands twice in the file'],
    ['an event that stands twice', '{"hooks": {"Stop": [], "Stop": []}}', '"Stop" stands twice in hooks'],
  ])('refuses a file that the harness does not take: %s', (_title, text, words) => {
    const world = makeWorld({ git: true, files: { [LOCAL]: text } })
    const { status, stderr } = hookbox(world, ['init', '--yes'])
    expect([status, stderr]).toEqual([1, expect.stringContaining(words)])
    expect(world.read(LOCAL)).toBe(text)
  })

  test('refuses a file whose bytes it could not write back', () => {
    const world = makeWorld({ git: true, files: { [LOCAL]: '' } })
    const bytes = Buffer.from('{"model": "\xff"}', 'latin1')
    fs.writeFileSync(path.join(world.project, LOCAL), bytes)
    const { status, stderr } = hookbox(world, ['init', '--yes'])
    expect([status, stderr]).toEqual([1, expect.stringContaining('no UTF-8')])
    expect(fs.readFileSync(path.join(world.project, LOCAL))).toEqual(bytes)
  })

  test('keeps a link, and the mode of the file behind it', () => {
    const world = makeWorld({ git: true, files: { 'dot/settings.json': '{}' } })
    const file = path.join(world.project, LOCAL)
    const target = path.join(world.project, 'dot/settings.json')
    fs.mkdirSync(path.dirname(file))
    fs.symlinkSync('../dot/settings.json', file)
    fs.chmodSync(target, 0o666)
    hookbox(world, ['init', '--yes'])
    expect(fs.readlinkSync(file)).toBe('../dot/settings.json')
    expect(fs.statSync(target).mode & 0o777).toBe(0o666)
    expect(world.read(LOCAL)).toContain('block-sudo')
  })

  test('a file on one line stays readable through several changes', () => {
    const text = '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"true"}]}]}}'
    const world = makeWorld({ git: true, files: { [LOCAL]: text } })
    hookbox(world, ['init', '--yes', '--hooks', 'block-sudo'])
    hookbox(world, ['init', '--yes', '--preset', 'strict'])
    const deepest = Math.max(
      ...world
        .read(LOCAL)
        .split('\n')
        .map((line) => line.search(/\S/)),
    )
    expect(deepest).toBe(14)
    expect(hookbox(world, ['remove', '--yes']).status).toBe(0)
    expect(world.read(LOCAL)).toBe(text)
  })

  test('what is written is said, also when the next file can not be', () => {
    const world = makeWorld({ git: true, homeFiles: { '.openharness/settings.json': '{}' } })
    fs.mkdirSync(path.join(world.project, '.claude'))
    // As if there were no room for it: the temporary file's name is taken by a folder.
    const preload = world.put(
      'full.cjs',
      'require("fs").mkdirSync(process.env.HOME + "/.openharness/settings.json." + process.pid + ".tmp")',
    )
    const { status, stdout, stderr } = hookbox(world, ['init', '--yes'], { NODE_OPTIONS: `-r ${preload}` })
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining(".openharness/settings.json can't be written"),
    ])
    expect(stdout).toContain('written Claude Code, local')
    expect(stdout).not.toContain('written OpenHarness')
  })

  test('a local file that git would take is named', () => {
    const world = makeWorld({ git: true })
    const words = 'git does not ignore .claude/settings.local.json'
    expect(hookbox(world, ['init', '--yes', '--hooks', 'block-sudo']).stdout).toContain(words)
    world.put('.gitignore', '.claude/settings.local.json\n')
    expect(hookbox(world, ['add', 'block-dangerous-rm', '--yes']).stdout).not.toContain(words)
    expect(hookbox(world, ['remove', '--yes']).stdout).not.toContain(words)
  })

  test('what is no ordinary file is never replaced by one', () => {
    const world = makeWorld({ git: true })
    const file = path.join(world.project, LOCAL)
    fs.mkdirSync(path.dirname(file))
    // Not a device: a mistake here would replace it.
    const pipe = path.join(world.root, 'pipe')
    spawnSync('mkfifo', [pipe])
    fs.symlinkSync(pipe, file)
    const { status, stderr } = hookbox(world, ['init', '--yes'])
    expect([status, stderr]).toEqual([1, expect.stringContaining('it is a pipe')])
    expect(fs.statSync(pipe).isFIFO()).toBe(true)
    expect(() => writeSettings(file, '{}', undefined)).toThrow('is no ordinary file')
    expect(() => removeSettings(file, undefined)).toThrow('is no ordinary file')
    expect(fs.statSync(pipe).isFIFO()).toBe(true)
  })

  test('a home in which nothing can be made', () => {
    const world = { ...makeWorld({ git: true }), home: '/proc/x' }
    const { status, stderr } = hookbox(world, [
      'init',
      '--yes',
      '--scope',
      'user',
      '--harness',
      'claude-code',
    ])
    expect([status, stderr]).toEqual([1, expect.stringContaining("settings.json can't be written")])
  })

  test('a link to nothing leads to the new file', () => {
    const world = makeWorld({ git: true })
    const file = path.join(world.project, LOCAL)
    fs.mkdirSync(path.dirname(file))
    fs.symlinkSync('../dot/settings.json', file)
    hookbox(world, ['init', '--yes'])
    expect(world.read('dot/settings.json')).toContain('block-sudo')
    hookbox(world, ['remove', '--yes'])
    expect(fs.readlinkSync(file)).toBe('../dot/settings.json')
    expect(world.exists('dot')).toBe(false)
  })

  test('in the home itself, the settings of the project are those of the user', () => {
    const world = makeWorld()
    const atHome = { ...world, project: world.home }
    fs.mkdirSync(path.join(world.home, '.claude'))
    expect(hookbox(atHome, ['init', '--yes', '--harness', 'claude-code']).status).toBe(0)
    const listed = JSON.parse(hookbox(atHome, ['list', '--json']).stdout) as { hooks: { scope: string }[] }
    expect(new Set(listed.hooks.map(({ scope }) => scope))).toEqual(new Set(['user']))
    const { status, stderr } = hookbox(atHome, ['init', '--yes', '--scope', 'project'])
    expect([status, stderr]).toEqual([1, expect.stringContaining('--scope user')])
    expect(hookbox(atHome, ['remove', '--yes']).status).toBe(0)
    expect(fs.readdirSync(path.join(world.home, '.claude'))).toEqual([])
  })

  test('--preset observe loosens, so an agent may not do it', () => {
    const world = makeWorld({ git: true })
    hookbox(world, ['init', '--yes', '--hooks', 'block-sudo'])
    const before = world.read(LOCAL)
    const { status, stderr } = hookbox(world, ['init', '--yes', '--preset', 'observe'], { CLAUDECODE: '1' })
    expect([status, stderr]).toEqual([2, expect.stringContaining('CLAUDECODE')])
    expect(world.read(LOCAL)).toBe(before)
    expect(hookbox(world, ['init', '--yes', '--preset', 'observe']).status).toBe(0)
    expect(world.read(LOCAL)).toContain('"observe"')
  })
})

/** Settings of others, written as nobody would: tabs, several entries on a line, an order of their own. */
const FOREIGN = `{
\t"model": "opus",   "permissions": { "deny": ["Read(./x)"] },
\t"hooks": {
\t\t"Stop": [ { "hooks": [ { "type": "command", "command": "say done" } ] } ],
\t\t"PreToolUse": [
\t\t\t{ "matcher": "Bash", "hooks": [ { "type": "command", "command": "./mine.sh" } ] }
\t\t]
\t},
\t"z": 1
}
`

describe('remove', () => {
  test('puts the file back byte for byte', () => {
    const world = makeWorld({ git: true, files: { [LOCAL]: FOREIGN } })
    expect(hookbox(world, ['init', '--yes']).status).toBe(0)
    expect(world.read(LOCAL)).not.toBe(FOREIGN)
    expect(hookbox(world, ['add', 'verify-before-stop', '--yes']).status).toBe(0)
    expect(hookbox(world, ['remove', '--yes']).status).toBe(0)
    expect(world.read(LOCAL)).toBe(FOREIGN)
  })

  test('what others wrote keeps its letters and order', () => {
    const world = makeWorld({ git: true, files: { [LOCAL]: FOREIGN } })
    hookbox(world, ['init', '--yes'])
    const text = world.read(LOCAL)
    for (const piece of [
      '\n\t"model": "opus",   "permissions": { "deny": ["Read(./x)"] },\n',
      '{ "hooks": [ { "type": "command", "command": "say done" } ] }',
      '{ "matcher": "Bash", "hooks": [ { "type": "command", "command": "./mine.sh" } ] }',
      '\t"z": 1\n}\n',
    ]) {
      expect(text).toContain(piece)
    }
  })

  test('takes its own entries out of a file that was edited since', () => {
    const world = makeWorld({ git: true, files: { [LOCAL]: FOREIGN } })
    hookbox(world, ['init', '--yes'])
    world.put(LOCAL, world.read(LOCAL).replace('"opus"', '"sonnet"'))
    expect(hookbox(world, ['remove', '--yes']).status).toBe(0)
    // A list on one line has got its end on the next.
    expect(world.read(LOCAL).replace('}\n\t\t],', '} ],')).toBe(FOREIGN.replace('"opus"', '"sonnet"'))
  })

  test('what was there before an `add` in an edited file is no state to go back to: it has our hooks', () => {
    const world = makeWorld({ git: true, files: { [LOCAL]: FOREIGN } })
    hookbox(world, ['init', '--yes', '--hooks', 'block-sudo'])
    world.put(LOCAL, world.read(LOCAL).replace('"opus"', '"sonnet"'))
    hookbox(world, ['add', 'block-dangerous-rm', '--yes'])
    hookbox(world, ['remove', '--yes'])
    expect(world.read(LOCAL)).toBe(FOREIGN.replace('"opus"', '"sonnet"'))
  })

  test('what another program writes while the question waits is kept', () => {
    const world = makeWorld({ git: true, files: { [LOCAL]: FOREIGN } })
    hookbox(world, ['init', '--yes'])
    const { exit, shown } = inTerminal(world, [process.execPath, bin, 'remove'], {
      answer: 'y',
      env: { BEFORE_ANSWER: `echo '{"theirs": 1}' > ${LOCAL}` },
    })
    expect([exit, shown]).toEqual([1, expect.stringContaining('changed by somebody else')])
    expect(world.read(LOCAL)).toBe('{"theirs": 1}\n')
  })

  test('what hookbox made goes whole', () => {
    const world = makeWorld({ git: true })
    hookbox(world, ['init', '--yes'])
    hookbox(world, ['remove', '--yes'])
    expect(world.exists('.claude')).toBe(false)
  })

  test('one hook of several', () => {
    const world = makeWorld({ git: true })
    hookbox(world, ['init', '--yes', '--hooks', 'block-sudo,block-dangerous-rm'])
    hookbox(world, ['remove', 'block-sudo', '--yes'])
    const text = world.read(LOCAL)
    expect(text).not.toContain('block-sudo')
    expect(text).toContain('block-dangerous-rm')
  })

  test('is not for an agent', () => {
    const world = makeWorld({ git: true })
    hookbox(world, ['init', '--yes'])
    const before = world.read(LOCAL)
    expect(hookbox(world, ['remove', '--yes'], { CLAUDECODE: '1' }).status).toBe(2)
    expect(world.read(LOCAL)).toBe(before)
  })

  test('an agent may not take an option away either', () => {
    const world = makeWorld({ git: true })
    hookbox(world, ['init', '--yes', '--hooks', 'block-dangerous-rm', '--preset', 'strict'])
    const before = world.read(LOCAL)
    const again = ['init', '--yes', '--hooks', 'block-dangerous-rm']
    expect(hookbox(world, again, { CLAUDECODE: '1' }).status).toBe(2)
    expect(world.read(LOCAL)).toBe(before)
    expect(hookbox(world, again).status).toBe(0)
    expect(hookbox(world, [...again, '--preset', 'strict'], { CLAUDECODE: '1' }).status).toBe(0)
  })

  test('nothing to remove', () => {
    const world = makeWorld({ git: true, files: { [LOCAL]: FOREIGN } })
    expect(hookbox(world, ['remove', '--yes'])).toMatchObject({
      status: 0,
      stdout: 'nothing of hookbox is registered there\n',
    })
  })
})

describe('update', () => {
  test('writes entries of an older place and shape anew, and keeps their options', () => {
    const old = {
      hooks: {
        PreToolUse: [
          {
            matcher: 'Bash',
            hooks: [
              {
                type: 'command',
                command: "node '/old place/bin/hookbox' run block-sudo block-dangerous-rm --mode ask",
              },
              {
                type: 'command',
                command: '/old/bin/protect-sensitive-files',
                args: ['--set', 'readSecrets=ask'],
              },
            ],
          },
        ],
      },
    }
    const world = makeWorld({ git: true, files: { [LOCAL]: JSON.stringify(old) } })
    expect(hookbox(world, ['update', '--yes']).status).toBe(0)
    const [group] = settings(world).hooks['PreToolUse'] ?? []
    expect(group?.hooks.map((one) => (one['args'] as string[]).slice(1))).toEqual([
      [
        'run',
        'block-dangerous-rm',
        'block-sudo',
        'protect-sensitive-files',
        '--set',
        'protect-sensitive-files.readSecrets=ask',
      ],
    ])
  })

  test('a handler that only has the name in it is not ours', () => {
    const text = JSON.stringify({
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'hookbox run block-sudo || true' }] }] },
    })
    const world = makeWorld({ git: true, files: { [LOCAL]: text } })
    expect(hookbox(world, ['remove', '--yes']).stdout).toContain('nothing of hookbox')
    expect(world.read(LOCAL)).toBe(text)
  })
})

test.each([
  ['a mistyped hook', ['add', 'block-sud'], 'did you mean block-sudo?'],
  ['no hook', ['init', '--hooks', ' ,'], 'it names no hook'],
  ['a mistyped scope', ['init', '--scope', 'projekt'], 'Allowed choices are user, project, local'],
  [
    'a scope OpenHarness does not have',
    ['init', '--harness', 'openharness', '--scope', 'project'],
    'OpenHarness has settings of the user only',
  ],
])('%s', (_title, argv, words) => {
  const { status, stderr } = hookbox(makeWorld({ git: true }), argv)
  expect(status).toBe(argv.includes('openharness') ? 1 : 64)
  expect(stderr).toContain(words)
})
