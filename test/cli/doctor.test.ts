import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import { registry } from '../../hooks/registry.ts'
import type { Finding } from '../../src/cli/doctor/finding.ts'
import { handlerFindings } from '../../src/cli/doctor/handler-checks.ts'
import {
  duplicateFindings,
  envFindings,
  lateFindings,
  settingsFindings,
} from '../../src/cli/doctor/settings-checks.ts'
import type { HarnessName, Place } from '../../src/cli/settings/places.ts'
import { parseSettings, type Settings } from '../../src/cli/settings/read.ts'
import { callProgram } from '../support/call.ts'
import { makeWorld, type World, worldEnv } from '../support/world.ts'

const root = path.resolve(import.meta.dirname, '../..')
const bin = path.join(root, 'bin/hookbox')
const hooks = await Promise.all(Object.values(registry).map((load) => load()))

const place = (harness: HarnessName, scope: Place['scope'] = 'project'): Place => ({
  harness,
  scope,
  path: `/${scope}/settings.json`,
})

function examined(settings: Settings): Finding[] {
  const around = { project: root, cwd: root, hooks }
  return [
    ...settingsFindings(settings, [settings]),
    ...settings.handlers.flatMap((handler) => handlerFindings(settings, handler, around)),
    ...duplicateFindings([settings], hooks),
    ...lateFindings([settings], hooks),
    ...envFindings([settings]),
  ]
}

/** A good entry, to spoil. */
const guard = (more: object = {}) => ({
  type: 'command',
  command: 'node',
  args: [path.join(root, 'bin/block-sudo')],
  timeout: 10,
  onFailure: 'block',
  ...more,
})
const mine = (more: object = {}) => ({ type: 'command', command: 'true', ...more })
const group = (handler: object, matcher: string | undefined = 'Bash|PowerShell|Monitor') => ({
  ...(matcher === undefined ? {} : { matcher }),
  hooks: [handler],
})
const on = (event: string, ...groups: unknown[]) => ({ hooks: { [event]: groups } })
const preToolUse = (handler: object, matcher?: string) => on('PreToolUse', group(handler, matcher))

test('a good file has no finding', () => {
  const text = JSON.stringify(preToolUse(guard()))
  expect(examined(parseSettings(place('claude-code'), text))).toEqual([])
  const open = {
    pre_tool_use: [
      { type: 'command', command: 'true', matcher: 'bash', timeout_seconds: 10, block_on_failure: true },
    ],
  }
  expect(examined(parseSettings(place('openharness'), JSON.stringify({ hooks: open })))).toEqual([])
})

/** Settings that look like mistakes and are none. */
test.each<[name: string, settings: unknown]>([
  [
    'a guard in two handlers, which share its tools',
    {
      hooks: {
        PreToolUse: [
          group(guard({ args: [path.join(root, 'bin/protect-sensitive-files')] }), 'Bash'),
          group(
            guard({ args: [path.join(root, 'bin/protect-sensitive-files')] }),
            'Edit|Write|Read|NotebookEdit',
          ),
        ],
      },
    },
  ],
  [
    'an equal handler in two groups, which is started once',
    on('PreToolUse', group(guard()), group(guard({ timeout: 11 }))),
  ],
  [
    'an observer after the call that is to stop nothing',
    on('SessionEnd', group(mine({ command: 'true || true' }), '')),
  ],
  ['half an hour for tests', on('Stop', group(mine({ timeout: 1800 }), ''))],
  ['a word of the shell', preToolUse(mine({ command: 'read line' }))],
  ['a rarer tool', preToolUse(mine(), 'EnterWorktree|LSP')],
  [
    'a value of env that is a number',
    { ...preToolUse(guard()), env: { A: 5 }, permissions: { deny: [5] }, theirs: 5 },
  ],
  [
    'a guard on PermissionRequest besides',
    { hooks: { PreToolUse: [group(guard())], PermissionRequest: [group(guard())] } },
  ],
])('%s has no finding', (_name, settings) => {
  expect(examined(parseSettings(place('claude-code'), JSON.stringify(settings)))).toEqual([])
})

/** Mistakes from real reports and from docs/contracts, each with what has to be said of it. */
const CLAUDE: readonly [name: string, settings: unknown, id: string][] = [
  ['a syntax error', '{"hooks": {', 'void-file'],
  ['a trailing comma', '{"hooks": {},}', 'void-file'],
  ['a comment', '{ // mine\n"hooks": {}}', 'void-file'],
  ['a list at the top', [], 'void-file'],
  ['hooks is a list', { hooks: [] }, 'void-file'],
  ['hooks is null', { hooks: null }, 'void-file'],
  ['a timeout as text', preToolUse(guard({ timeout: '10' })), 'void-file'],
  ['a timeout of 0', preToolUse(guard({ timeout: 0 })), 'void-file'],
  ['a negative timeout', preToolUse(guard({ timeout: -1 })), 'void-file'],
  ['a timeout that is null', preToolUse(guard({ timeout: null })), 'void-file'],
  ['a handler without its group', on('PreToolUse', mine()), 'void-file'],
  ['no command', preToolUse({ type: 'command' }), 'void-file'],
  ['a command as a list', preToolUse(mine({ command: ['true'] })), 'void-file'],
  ['no type', preToolUse({ command: 'true' }), 'void-file'],
  ['an unknown type', preToolUse(mine({ type: 'shell' })), 'void-file'],
  ['args as text', preToolUse(mine({ args: '-x' })), 'void-file'],
  ['args with a number', preToolUse(mine({ args: [1] })), 'void-file'],
  ['an unknown onFailure', preToolUse(mine({ onFailure: 'deny' })), 'void-file'],
  ['onFailure as a boolean', preToolUse(mine({ onFailure: true })), 'void-file'],
  ['a matcher as a list', on('PreToolUse', { matcher: ['Bash'], hooks: [mine()] }), 'void-file'],
  ['hooks of a group as an object', on('PreToolUse', { hooks: mine() }), 'void-file'],
  ['a group as text', on('PreToolUse', 'true'), 'void-file'],
  ['the event as an object', { hooks: { PreToolUse: group(mine()) } }, 'void-file'],
  ['a bad handler of PermissionRequest', on('PermissionRequest', group({ type: 'command' })), 'void-file'],
  [
    'a bad handler of PreSkillShellCommand',
    on('PreSkillShellCommand', group({ type: 'command' })),
    'void-file',
  ],
  ['the same under Stop', on('Stop', group({ type: 'command' }, undefined)), 'void-entry'],
  ['an http handler without a url', on('Stop', group({ type: 'http' }, undefined)), 'void-entry'],
  ['a prompt handler without a prompt', on('Stop', group({ type: 'prompt' }, undefined)), 'void-entry'],
  ['an event of another harness', on('pre_tool_use', group(mine())), 'void-entry'],
  ['a mistyped event', on('PreToolUsed', group(mine())), 'void-entry'],
  ['an event in another case', on('preToolUse', group(mine())), 'void-entry'],
  ['all hooks disabled', { ...preToolUse(guard()), disableAllHooks: true }, 'hooks-disabled'],
  ['a program that is not there', preToolUse(mine({ command: '/no/such/hook.sh' })), 'missing-program'],
  ['a program that is not on PATH', preToolUse(mine({ command: 'no-such-hook-program' })), 'missing-program'],
  [
    'the same in exec form',
    preToolUse(mine({ command: 'no-such-hook-program', args: [] })),
    'missing-program',
  ],
  [
    'a script that may not be executed',
    preToolUse(mine({ command: path.join(root, 'README.md') })),
    'not-executable',
  ],
  ['a folder', preToolUse(mine({ command: path.join(root, 'src') })), 'not-executable'],
  [
    'an interpreter without its script',
    preToolUse(mine({ command: 'node', args: ['/no/such/hook.js'] })),
    'missing-script',
  ],
  ['the same in shell form', preToolUse(mine({ command: 'node /no/such/hook.js' })), 'missing-script'],
  [
    'a project path that is gone',
    preToolUse(mine({ command: 'node', args: ['${CLAUDE_PROJECT_DIR}/gone.js'] })),
    'missing-script',
  ],
  ['an old installation of ours', preToolUse(guard({ args: ['/old/bin/block-sudo'] })), 'missing-script'],
  ['backslashes', preToolUse(mine({ command: 'C:\\hooks\\a.exe', args: [] })), 'backslash-path'],
  ['a tilde in exec form', preToolUse(mine({ command: '~/hook.sh', args: [] })), 'tilde'],
  ['a timeout in milliseconds', preToolUse(guard({ timeout: 3000 })), 'timeout-in-ms'],
  ['the same of others', preToolUse(mine({ timeout: 60_000 })), 'timeout-in-ms'],
  ['a matcher in another case', preToolUse(mine(), 'bash'), 'matcher-matches-nothing'],
  ['half a name', preToolUse(mine(), 'Bas'), 'matcher-matches-nothing'],
  ['a permission rule as matcher', preToolUse(mine(), 'Bash(rm *)'), 'matcher-matches-nothing'],
  ['a tool of another harness', preToolUse(mine(), 'run_shell_command'), 'matcher-matches-nothing'],
  ['an invalid expression', preToolUse(mine(), '*Bash('), 'matcher-matches-nothing'],
  ['a whole MCP server by its name', preToolUse(mine(), 'mcp__memory'), 'matcher-matches-nothing'],
  ['a source that does not exist', on('SessionStart', group(mine(), 'start')), 'matcher-matches-nothing'],
  ['a guard for edits alone', preToolUse(guard(), 'Edit|Write'), 'matcher-too-narrow'],
  ['a matcher where none counts', on('Stop', group(mine(), 'Bash')), 'matcher-ignored'],
  ['if on a guard', preToolUse(guard({ if: 'Bash(sudo *)' })), 'if-on-a-guard'],
  ['if where it never runs', on('Stop', group(mine({ if: 'Bash' }), undefined)), 'if-never-runs'],
  ['an asynchronous guard', preToolUse(guard({ async: true })), 'async-guard'],
  ['a guard that fails open', preToolUse(guard({ onFailure: undefined })), 'fails-open'],
  ['a guard told to continue', preToolUse(guard({ onFailure: 'continue' })), 'fails-open'],
  ['a lost exit code', preToolUse(mine({ command: 'block-sudo || true' })), 'exit-code-lost'],
  ['another way to lose it', preToolUse(mine({ command: 'true; exit 0' })), 'exit-code-lost'],
  [
    'the same guard twice',
    on('PreToolUse', group(guard()), group(guard({ args: [bin, 'run', 'block-sudo'] }))),
    'duplicate',
  ],
  [
    'a lost exit code on a line of its own',
    preToolUse(mine({ command: 'block-sudo\nexit 0' })),
    'exit-code-lost',
  ],
  ['a guard that wakes the model later', preToolUse(guard({ asyncRewake: true })), 'async-guard'],
  ['a guard in a shell that fails open', preToolUse(mine({ command: "sh -c 'block-sudo'" })), 'fails-open'],
  ['a guard after the call', on('PostToolUse', group(guard())), 'event-not-served'],
  ['a guard at the end of a turn', on('Stop', group(guard(), undefined)), 'event-not-served'],
  ['a guard where a question is due', on('PermissionRequest', group(guard())), 'asked-late'],
  ['a mistyped hook in `run`', preToolUse(guard({ args: [bin, 'run', 'block-sudoo'] })), 'unknown-hook'],
  ['a mistyped hook', preToolUse(mine({ command: `node ${bin} blok-sudo` })), 'unknown-hook'],
  ['a matcher with a line end', preToolUse(mine(), 'Bash\n'), 'matcher-matches-nothing'],
  ['hooks that stand twice', '{"hooks": {}, "hooks": {}}', 'ignored-field'],
  ['an event that stands twice', '{"hooks": {"Stop": [], "Stop": []}}', 'ignored-field'],
  ['a model that is a number', { ...preToolUse(guard()), model: 5 }, 'void-file'],
  ['a model that is null', { ...preToolUse(guard()), model: null }, 'void-file'],
  ['deny rules as text', { ...preToolUse(guard()), permissions: { deny: 'Bash' } }, 'void-file'],
  ['env as a list', { ...preToolUse(guard()), env: [] }, 'void-file'],
  ['disableAllHooks as text', { ...preToolUse(guard()), disableAllHooks: 'true' }, 'void-file'],
  ['an http handler whose url is none', preToolUse({ type: 'http', url: 'x' }), 'void-file'],
  [
    'an http handler with headers as a list',
    preToolUse({ type: 'http', url: 'http://127.0.0.1:1/', headers: [] }),
    'void-file',
  ],
  ['NODE_OPTIONS for all hooks', { ...preToolUse(guard()), env: { NODE_OPTIONS: '-r x' } }, 'node-options'],
  [
    'a language that Node crashes on',
    { ...preToolUse(guard()), env: { LANG: '/nonexistent' } },
    'env-of-hooks',
  ],
  ['another home for all hooks', { ...preToolUse(guard()), env: { HOME: '/tmp/x' } }, 'env-of-hooks'],
]

const OPEN: readonly [name: string, settings: unknown, id: string][] = [
  ['a syntax error', '{', 'void-file'],
  ['a byte order mark', '\ufeff{}', 'void-file'],
  ['the shape of Claude Code', { hooks: { pre_tool_use: [group(mine())] } }, 'void-file'],
  ['a timeout of 0', { hooks: { pre_tool_use: [mine({ timeout_seconds: 0 })] } }, 'void-file'],
  ['a timeout of 601', { hooks: { pre_tool_use: [mine({ timeout_seconds: 601 })] } }, 'void-file'],
  ['a timeout with a fraction', { hooks: { pre_tool_use: [mine({ timeout_seconds: 1.5 })] } }, 'void-file'],
  [
    'block_on_failure as text',
    { hooks: { pre_tool_use: [mine({ block_on_failure: 'true' })] } },
    'void-file',
  ],
  ['no command', { hooks: { pre_tool_use: [{ type: 'command' }] } }, 'void-file'],
  ['an event of Claude Code', { hooks: { PreToolUse: [mine()] } }, 'void-entry'],
  ['timeout for timeout_seconds', { hooks: { pre_tool_use: [mine({ timeout: 10 })] } }, 'ignored-field'],
  [
    'onFailure for block_on_failure',
    { hooks: { pre_tool_use: [mine({ onFailure: 'block' })] } },
    'ignored-field',
  ],
  [
    'a matcher in another case',
    { hooks: { pre_tool_use: [mine({ matcher: 'Bash' })] } },
    'matcher-matches-nothing',
  ],
  [
    'a bar in a matcher',
    { hooks: { pre_tool_use: [mine({ matcher: 'bash|write_file' })] } },
    'matcher-matches-nothing',
  ],
  [
    'quoted $ARGUMENTS',
    { hooks: { pre_tool_use: [mine({ command: 'check "$ARGUMENTS"' })] } },
    'quoted-arguments',
  ],
  [
    '$ARGUMENTS in bash -c',
    { hooks: { pre_tool_use: [mine({ command: "bash -c 'check $ARGUMENTS'" })] } },
    'quoted-arguments',
  ],
  [
    'a guard that fails open',
    { hooks: { pre_tool_use: [mine({ command: `node ${path.join(root, 'bin/block-sudo')}` })] } },
    'fails-open',
  ],
  [
    'a guard of shell text for one shell tool alone',
    {
      hooks: {
        pre_tool_use: [
          mine({
            command: `node ${path.join(root, 'bin/block-sudo')}`,
            matcher: 'bash',
            block_on_failure: true,
          }),
        ],
      },
    },
    'matcher-too-narrow',
  ],
  ['a hook on pre_compact', { hooks: { pre_compact: [mine()] } }, 'breaks-compaction'],
  [
    'a program that is not there',
    { hooks: { pre_tool_use: [mine({ command: '/no/such/hook' })] } },
    'missing-program',
  ],
]

describe.each([
  ['claude-code', CLAUDE],
  ['openharness', OPEN],
] as const)('%s', (harness, cases) => {
  test.each(cases)('%s', (_name, settings, id) => {
    const text = typeof settings === 'string' ? settings : JSON.stringify(settings)
    const found = examined(parseSettings(place(harness), text))
    expect(found.map((one) => one.id)).toContain(id)
    for (const { text: words } of found) expect(words).not.toMatch(/undefined|\[object/)
  })
})

test('a finding names its line', () => {
  const text = JSON.stringify(preToolUse(guard({ timeout: 3000 })), null, 2)
  const [finding] = examined(parseSettings(place('claude-code'), text))
  expect(finding).toMatchObject({
    id: 'timeout-in-ms',
    line: text.split('\n').findIndex((line) => line.includes('3000')) + 1,
  })
})

function doctor(world: World, ...argv: string[]) {
  return callProgram([process.execPath, bin], {
    argv: ['doctor', ...argv],
    cwd: world.project,
    env: worldEnv(world, { NO_COLOR: '1', HOOKBOX_ENGINE: 'node' }),
  })
}

const LOCAL = '.claude/settings.local.json'
const jsonOf = (text: string) => JSON.parse(text) as Finding[]

describe('the executable', () => {
  test('nothing registered is no good state', async () => {
    const { exit, stdout } = await doctor(makeWorld({ git: true }))
    expect([exit, stdout]).toEqual([1, expect.stringContaining('hookbox init')])
  })

  test('a guard that is registered rightly refuses its canary and lets ordinary calls pass', async () => {
    const world = makeWorld({ git: true, files: { [LOCAL]: JSON.stringify(preToolUse(guard())) } })
    const { exit, stdout } = await doctor(world)
    expect(stdout).toContain('block-sudo in Claude Code refuses sudo -n true')
    expect([exit, stdout]).toEqual([0, expect.stringContaining('all well')])
    const { stdout: waiting } = await callProgram([process.execPath, bin], {
      argv: ['approve', '--list'],
      cwd: world.project,
      env: worldEnv(world),
    })
    expect(waiting).toBe('nothing waits for an approval\n')
  })

  test.each([
    [
      'a wrapper that swallows its answer',
      `node ${path.join(root, 'bin/block-sudo')} >/dev/null 2>&1; exit 0`,
      'guard-does-not-refuse',
    ],
    [
      'a pipe that eats the exit code and spoils the JSON',
      `echo start; node ${path.join(root, 'bin/block-sudo')} 2>&1 | cat`,
      'guard-does-not-refuse',
    ],
    [
      'options that it does not know',
      `node ${path.join(root, 'bin/block-sudo')} --colour`,
      'guard-refuses-everything',
    ],
  ])('%s', async (_name, command, id) => {
    const world = makeWorld({ git: true, files: { [LOCAL]: JSON.stringify(preToolUse(mine({ command }))) } })
    const { exit, stdout } = await doctor(world, '--json')
    expect(jsonOf(stdout).map((one) => one.id)).toContain(id)
    expect(exit).toBe(1)
  })

  test('a wrapper under any name is read for the hook that it starts', async () => {
    const handler = mine({
      command: '${CLAUDE_PROJECT_DIR}/wrap.sh',
      args: [],
      timeout: 10,
      onFailure: 'block',
    })
    const world = makeWorld({ git: true, files: { [LOCAL]: JSON.stringify(preToolUse(handler)) } })
    const start = `#!/bin/sh\nnode ${path.join(root, 'bin/block-sudo')}`
    world.put('wrap.sh', `${start} >/dev/null 2>&1\nexit 0\n`, 0o755)
    const ids = async () => jsonOf((await doctor(world, '--json')).stdout).map((one) => one.id)
    expect(await ids()).toEqual(['guard-does-not-refuse'])
    world.put('wrap.sh', `${start}\n`, 0o755)
    expect(await ids()).toEqual(['guard-refuses'])
  })

  test.each([
    ['Hookbox.json', 'is not read'],
    ['.hookbox.json', 'is not read'],
    ['hookbox.jsonc', 'is not read'],
    ['.claude/hookbox.json', 'is not read'],
    ['../.config/hookbox/hookbox.yaml', 'configuration of the user is'],
  ])('a configuration under the name %s', async (name, words) => {
    const files = { [LOCAL]: JSON.stringify(preToolUse(guard())), [name]: '{}' }
    const { exit, stdout } = await doctor(makeWorld({ git: true, files }))
    expect([exit, stdout]).toEqual([1, expect.stringContaining(words)])
  })

  test('a list of exceptions with everything in it', async () => {
    const world = makeWorld({
      git: true,
      files: { [LOCAL]: JSON.stringify(preToolUse(guard())) },
      homeFiles: { '.config/hookbox/hookbox.json': '{"block-dangerous-rm": {"allow": ["/**"]}}' },
    })
    const { exit, stdout } = await doctor(world)
    expect([exit, stdout]).toEqual([1, expect.stringContaining('allow has "/**"')])
  })

  test('what the settings put into the environment holds for the probes too', async () => {
    const script = `test "$LET_GO" = yes && exit 0; exec node ${path.join(root, 'bin/block-sudo')}`
    const handler = mine({ command: script, timeout: 10, onFailure: 'block' })
    const files = {
      [LOCAL]: JSON.stringify(preToolUse(handler)),
      '.claude/settings.json': '{"env": {"LET_GO": "yes"}}',
    }
    const { stdout } = await doctor(makeWorld({ git: true, files }), '--json')
    expect(jsonOf(stdout).map((one) => one.id)).toEqual(['guard-does-not-refuse'])
  })

  test.each([
    ['{"disableAllHooks": false}', 0],
    ['{}', 1],
    // Counts for nothing itself, so that it says nothing either.
    ['{"disableAllHooks": false, "model": 5}', 1],
  ])('the stronger file decides whether hooks are off: %s', async (local, exit) => {
    const files = {
      '.claude/settings.json': JSON.stringify({ ...preToolUse(guard()), disableAllHooks: true }),
      [LOCAL]: local,
    }
    expect((await doctor(makeWorld({ git: true, files }))).exit).toBe(exit)
  })

  test('another version of hookbox', async () => {
    const world = makeWorld({ git: true })
    world.put('old/package.json', '{"name": "hookbox", "version": "0.0.1"}')
    world.put('old/bin/block-sudo', `require(${JSON.stringify(path.join(root, 'bin/block-sudo'))})`)
    const handler = guard({ args: ['${CLAUDE_PROJECT_DIR}/old/bin/block-sudo'] })
    world.put(LOCAL, JSON.stringify(preToolUse(handler)))
    const { exit, stdout } = await doctor(world)
    expect([exit, stdout]).toEqual([1, expect.stringContaining('this starts hookbox 0.0.1')])
  })

  test('a guard that only observes is said to', async () => {
    const handler = guard({ args: [path.join(root, 'bin/block-sudo'), '--mode', 'observe'] })
    const world = makeWorld({ git: true, files: { [LOCAL]: JSON.stringify(preToolUse(handler)) } })
    expect(jsonOf((await doctor(world, '--json')).stdout).map((one) => one.id)).toEqual(['observes-only'])
    expect((await doctor(world)).stdout).not.toContain('all well')
  })

  test('a mistake in hookbox.json is named', async () => {
    const files = {
      [LOCAL]: JSON.stringify(preToolUse(guard())),
      'hookbox.json': '{"block-sudo": {"alow": []}}',
    }
    const { exit, stdout } = await doctor(makeWorld({ git: true, files }))
    expect([exit, stdout]).toEqual([1, expect.stringContaining('did you mean')])
  })

  test('--fix writes the entries as they have to be', async () => {
    const handler = guard({ args: ['/old/bin/block-sudo'], onFailure: undefined, timeout: 10_000 })
    const world = makeWorld({ git: true, files: { [LOCAL]: JSON.stringify(preToolUse(handler, 'Bash')) } })
    expect((await doctor(world)).exit).toBe(1)
    const { exit, stdout } = await doctor(world, '--fix')
    expect([exit, stdout]).toEqual([0, expect.stringContaining('all well')])
    expect(world.read(LOCAL)).toContain(path.join(root, 'bin/block-sudo'))
  })
})
