import { spawnSync } from 'node:child_process'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import { BEARER_CASES, filesOf } from '../support/bearer-cases.ts'
import { makeWorld, type World, worldEnv } from '../support/world.ts'

const root = path.resolve(import.meta.dirname, '../..')

function hookbox(world: World, ...argv: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, 'bin/hookbox'), ...argv], {
    cwd: world.project,
    env: { ...worldEnv(world), NO_COLOR: '1' },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

/** A world with the files of one of the cases that the real client runs too. */
function worldOf(name: string): World {
  const one = BEARER_CASES.find((each) => each.name === name)
  if (!one) throw new Error(`there is no case ${name}`)
  const world = makeWorld()
  for (const [file, text] of Object.entries(filesOf(one, world.home))) world.put(`../${file}`, text)
  const settings = JSON.stringify({ ...one.settings, hooks: one.hooks ?? {} })
  world.put('../.claude/settings.json', settings.replaceAll('HOME', world.home))
  return world
}

interface Finding {
  readonly level: string
  readonly id: string
  readonly file?: string
  readonly line?: number
  readonly text: string
  readonly remedy?: string
}

function findings(world: World, ...argv: readonly string[]): Finding[] {
  return JSON.parse(hookbox(world, 'doctor', '--json', ...argv).stdout) as Finding[]
}

describe('list', () => {
  test('shows who brings a hook, and when it runs', () => {
    const { stdout } = hookbox(worldOf('a skill and an agent, not trusted'), 'list')
    expect(stdout).toMatch(/Bash {2}echo "skill .*\n.*once it was used, skill sk, .*SKILL\.md/)
    expect(stdout).toMatch(
      /Bash {2}echo "agent .*\n.*never: nobody has accepted Claude Code's trust dialog .*agent ag, .*ag\.md/,
    )
    const plugin = hookbox(worldOf('a file, the manifest, and what both have'), 'list').stdout
    expect(plugin).toMatch(/Bash {2}echo file .*\n.*plugin p@tools, .*hooks\.json/)
    expect(plugin).toMatch(/Bash {2}echo inline .*\n.*plugin p@tools, .*plugin\.json/)
  })

  test('for machines: the bearer beside the scope', () => {
    const world = worldOf('a skill and an agent, trusted')
    const { hooks } = JSON.parse(hookbox(world, 'list', '--json').stdout) as {
      hooks: { scope: string; bearer?: string }[]
    }
    expect(new Set(hooks.map(({ scope, bearer }) => `${scope} ${bearer}`))).toEqual(
      new Set(['user undefined', 'skill sk', 'agent ag']),
    )
  })

  test('says why a plugin that is on is not loaded', () => {
    const { stdout } = hookbox(worldOf('installed for another project, not installed, not listed'), 'list')
    expect(stdout).toContain('the plugin p@tools is on and not loaded: it is not installed for this project')
    expect(stdout).toContain('the plugin r@tools is on and not loaded: ')
    expect(stdout).toContain('marketplace.json does not list it')
  })

  test('a folder that is not there', () => {
    const { status, stderr } = hookbox(makeWorld(), 'list', '--plugin-dir', 'gone')
    expect([status, stderr]).toEqual([64, 'hookbox list: there is no folder gone\n'])
  })
})

describe('doctor', () => {
  test('probes the guards of a plugin with its folder in the variable', () => {
    const world = makeWorld({ git: true })
    const found = findings(world, '--plugin-dir', root)
    expect(found.filter(({ level }) => level === 'error' || level === 'warning')).toEqual([])
    const probed = found.filter(({ id }) => id === 'guard-refuses').map(({ text }) => text)
    for (const guard of ['block-sudo', 'block-dangerous-rm', 'protect-sensitive-files']) {
      expect(probed.some((text) => text.startsWith(guard))).toBe(true)
    }
  })

  test('reads a wrapper script in the folder of a plugin, and probes its guard', () => {
    const command = '"${CLAUDE_PLUGIN_ROOT}/guard.sh"'
    const handler = { type: 'command', command, onFailure: 'block', timeout: 10 }
    const world = makeWorld({
      files: {
        'mine/.claude-plugin/plugin.json': '{"name":"mine"}',
        'mine/hooks/hooks.json': JSON.stringify({ hooks: { PreToolUse: [{ hooks: [handler] }] } }),
      },
    })
    const bin = path.join(root, 'bin/block-sudo')
    world.put('mine/guard.sh', `#!/bin/sh\nexec '${process.execPath}' '${bin}'\n`, 0o755)
    const found = findings(world, '--plugin-dir', 'mine')
    expect(found).toContainEqual(
      expect.objectContaining({ id: 'guard-refuses', text: expect.stringMatching(/^block-sudo/) }),
    )
  })

  test('a script that a plugin does not have', () => {
    const world = makeWorld({
      files: {
        'mine/.claude-plugin/plugin.json': '{"name":"mine"}',
        'mine/hooks/hooks.json': JSON.stringify({
          hooks: {
            PreToolUse: [
              { hooks: [{ type: 'command', command: 'node', args: ['${CLAUDE_PLUGIN_ROOT}/guard.js'] }] },
            ],
          },
        }),
      },
    })
    const found = findings(world, '--plugin-dir', 'mine').find(({ id }) => id === 'missing-script')
    expect(found).toMatchObject({
      file: path.join(world.project, 'mine/hooks/hooks.json'),
      line: 1,
      text: `${path.join(world.project, 'mine/guard.js')} does not exist`,
    })
  })

  test.each([
    [
      'a guard that can not be loaded takes the plugin with it',
      'void-file',
      'the plugin p@tools is not loaded',
    ],
    ['a file that is no JSON loses its own hooks', 'void-file', 'it is not JSON'],
    ['a skill with a guard that can not be loaded', 'void-file', 'command is missing, not text'],
    ['a colon in a command is not', 'void-file', 'its front matter is not YAML'],
    ['a settings hook that names the folder of a plugin', 'foreign-variable', '${CLAUDE_PLUGIN_ROOT}'],
    ['a skill and an agent of a plugin', 'not-active', 'ignores the hooks of agents'],
    [
      'installed for another project, not installed, not listed',
      'void-entry',
      'r@tools is on and not loaded',
    ],
  ])('%s', (name, id, text) => {
    expect(findings(worldOf(name))).toContainEqual(
      expect.objectContaining({ id, text: expect.stringContaining(text) }),
    )
  })

  test('a guard of the settings and of a plugin runs twice; --fix is not offered for a plugin', () => {
    const world = makeWorld({ git: true })
    hookbox(world, 'init', '--yes', '--hooks', 'block-sudo')
    const found = findings(world, '--plugin-dir', root).filter(({ id }) => id === 'duplicate')
    expect(found).toContainEqual(
      expect.objectContaining({
        text: expect.stringContaining('block-sudo on PreToolUse is registered'),
        remedy: 'Take it out of the settings, or turn the plugin hookbox@inline off.',
      }),
    )
    expect(found.every((one) => !('fixable' in one))).toBe(true)
  })
})

const FLAT = { type: 'command', command: 'echo plugin; exit 1', block_on_failure: true }

/** OpenHarness with one plugin, whose hooks.json is given. */
function openHarness(hooks: unknown, settings: object = {}, file = 'hooks.json'): World {
  return makeWorld({
    homeFiles: {
      '.openharness/settings.json': JSON.stringify(settings),
      '.openharness/plugins/p/plugin.json': '{"name":"p"}',
      [`.openharness/plugins/p/${file}`]: JSON.stringify(hooks),
    },
  })
}

describe('OpenHarness', () => {
  const simulate = (world: World, ...argv: readonly string[]) =>
    hookbox(world, 'simulate', '--harness', 'openharness', '--command', 'ls', ...argv)

  test('the hooks of a plugin run behind those of the settings, unless it is off', () => {
    const settings = { hooks: { pre_tool_use: [{ command: 'echo settings' }] } }
    const on = simulate(openHarness({ pre_tool_use: [FLAT] }, settings))
    expect(on.status).toBe(1)
    expect(on.stdout).toMatch(/> echo settings [\s\S]*> echo plugin.* plugin p, [\s\S]*model plugin/)
    const off = simulate(
      openHarness({ pre_tool_use: [FLAT] }, { ...settings, enabled_plugins: { p: false } }),
    )
    expect(off.status).toBe(0)
    expect(off.stdout).toContain('not run, the plugin p is not enabled')
  })

  test('no type, session_start, and a form that it does not take', () => {
    const { type: _type, ...typeless } = FLAT
    expect(simulate(openHarness({ pre_tool_use: [typeless] })).stdout).toContain('so this one is dropped')
    expect(simulate(openHarness({ session_start: [FLAT] }), 'session_start').stdout).toContain(
      'knows the hooks of plugins from the first line on',
    )
    const nested = openHarness(
      { hooks: { pre_tool_use: [{ hooks: [{ type: 'command', command: 'true' }] }] } },
      {},
      'hooks/hooks.json',
    )
    expect(findings(nested)).toContainEqual(
      expect.objectContaining({ id: 'void-file', text: expect.stringContaining('a flat hooks.json') }),
    )
  })

  test('plugins of the project count when the settings allow them', () => {
    const put = (world: World) => {
      world.put('.openharness/plugins/own/plugin.json', '{"name":"own"}')
      world.put('.openharness/plugins/own/hooks.json', JSON.stringify({ pre_tool_use: [FLAT] }))
      return world
    }
    expect(simulate(put(openHarness({}))).status).toBe(0)
    expect(simulate(put(openHarness({}, { allow_project_plugins: true }))).status).toBe(1)
  })

  test('a variable of Claude Code in a command', () => {
    const hook = { ...FLAT, command: '${CLAUDE_PLUGIN_ROOT}/guard.sh' }
    expect(findings(openHarness({ pre_tool_use: [hook] }))).toContainEqual(
      expect.objectContaining({ id: 'foreign-variable' }),
    )
  })
})

describe('simulate', () => {
  test('options that fit no harness or event', () => {
    const world = makeWorld()
    const said = (...argv: string[]) => hookbox(world, 'simulate', ...argv).stderr
    expect(said('--harness', 'openharness', '--skill', 'sk')).toContain('OpenHarness runs no hooks of skills')
    expect(said('Stop', '--agent', 'ag')).toContain('a subagent stops with SubagentStop')
    expect(said('--agent', 'a', '--main-agent', 'b')).toContain('give one')
  })

  test('the main agent: its Stop stays Stop', () => {
    const world = worldOf('a skill and an agent, trusted')
    const main = hookbox(world, 'simulate', 'Stop', '--main-agent', 'ag').stdout
    expect(main).toMatch(/> echo agent-stop .*agent ag/)
    expect(hookbox(world, 'simulate', 'Stop').stdout).not.toContain('agent-stop')
  })
})
