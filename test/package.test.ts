import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hookNames } from '../src/names.ts'

/** What `npm install hookbox` puts on a disk: the packed files, run from another folder. */

const root = path.resolve(import.meta.dirname, '..')
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookbox-pack-')))
const installed = path.join(folder, 'package')
let files: string[] = []
let tarball = ''

beforeAll(() => {
  const npm = spawnSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  const [packed] = JSON.parse(npm.stdout) as [{ filename: string; files: { path: string }[] }]
  files = packed.files.map((file) => file.path)
  tarball = path.join(folder, packed.filename)
  const tar = spawnSync('tar', ['-xzf', tarball, '-C', folder])
  if (tar.status !== 0) throw new Error(String(tar.stderr))
}, 60_000)

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const run = (name: string, argv: readonly string[], input = '', env: Record<string, string> = {}) =>
  spawnSync(process.execPath, [path.join(installed, 'bin', name), ...argv], {
    cwd: folder,
    input,
    env,
    encoding: 'utf8',
  })

test('holds what runs, and its papers, and nothing else', () => {
  for (const wanted of [
    'README.md',
    'LICENSE',
    'THIRD_PARTY_NOTICES.md',
    'hookbox.schema.json',
    'dist/block-sudo.cjs',
    'hooks/hooks.json',
  ]) {
    expect(files).toContain(wanted)
  }
  const strays = files.filter(
    (file) =>
      /^(src|test|scripts|docs|\.)|(?<!\.d)\.ts$|metafile|\.cache$/.test(file) &&
      !file.startsWith('.claude-plugin/'),
  )
  expect(strays).toEqual([])
})

test('is what its package.json says, for every way to import it', () => {
  const node = (script: string, ...argv: string[]) =>
    spawnSync(process.execPath, [path.join(root, 'node_modules', script), ...argv], {
      cwd: root,
      encoding: 'utf8',
    })
  const publint = node('publint/src/cli.js', installed)
  expect(publint.stdout + publint.stderr).toContain('All good!')
  const attw = node('@arethetypeswrong/cli/dist/index.js', tarball, '--profile', 'esm-only', '--no-color')
  expect([attw.status, attw.stdout]).toEqual([0, expect.stringContaining('hookbox v')])
}, 60_000)

test('a hook of one’s own imports it by its name', () => {
  const project = path.join(folder, 'own')
  fs.mkdirSync(path.join(project, 'node_modules'), { recursive: true })
  fs.symlinkSync(installed, path.join(project, 'node_modules/hookbox'), 'dir')
  const hook = `import { defineHook, deny, runHook } from 'hookbox'
runHook(defineHook({ name: 'no-x', summary: '', fails: 'closed', on: { 'tool-before': () => deny('no-x: no') } }))`
  fs.writeFileSync(path.join(project, 'hook.mjs'), hook)
  const payload = JSON.stringify({
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
  })
  const { status, stderr } = spawnSync(process.execPath, ['hook.mjs'], {
    cwd: project,
    input: payload,
    env: {},
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([2, 'no-x: no\n'])
})

test('needs no other package', () => {
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(installed, 'package.json'), 'utf8')) as {
    dependencies?: object
  }
  expect(dependencies).toBeUndefined()
})

test.each(hookNames)('%s starts with an empty environment', (name) => {
  const { status, stdout } = run(name, ['--version'])
  expect([status, stdout]).toEqual([0, expect.stringMatching(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+\\n$`))])
  expect(run(name, ['--help']).stdout).toContain(`usage: ${name} [PAYLOAD] [options]`)
})

test('a guard refuses with an empty environment, PATH included', () => {
  const payload = JSON.stringify({
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'sudo reboot' },
  })
  const { status, stdout } = run('block-sudo', [], payload)
  expect(status).toBe(2)
  expect(JSON.parse(stdout).hookSpecificOutput.permissionDecision).toBe('deny')
})

test('`hookbox <hook>` is the hook', () => {
  const payload = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'sudo reboot' } })
  const direct = run('block-sudo', [payload])
  const throughHookbox = run('hookbox', ['block-sudo', payload])
  expect([throughHookbox.status, throughHookbox.stdout, throughHookbox.stderr]).toEqual([
    direct.status,
    direct.stdout,
    direct.stderr,
  ])
})

test('`hookbox hooks` names every hook', () => {
  const { stdout } = run('hookbox', ['hooks', '--json'])
  expect((JSON.parse(stdout) as { name: string }[]).map((hook) => hook.name)).toEqual(hookNames)
})

test('`hookbox` with a name that is none refuses and names the nearest', () => {
  const { status, stderr } = run('hookbox', ['block-suddo'])
  expect([status, stderr]).toEqual([
    2,
    'hookbox: no hook or command is called "block-suddo"; did you mean "block-sudo"?\n',
  ])
})

test.each([
  ['--dialect', "a hook's own options stand behind its name"],
  ['toString', 'hookbox hooks shows them'],
  ['__proto__', 'hookbox hooks shows them'],
])('`hookbox %s` refuses: whatever was meant, it may have been a guard', (name, hint) => {
  const { status, stderr } = run('hookbox', [name, 'block-sudo'])
  expect([status, stderr]).toEqual([2, `hookbox: no hook or command is called "${name}"; ${hint}\n`])
})

test('`hookbox` alone shows the help and refuses', () => {
  const { status, stdout, stderr } = run('hookbox', [])
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toContain('Usage: hookbox')
})

describe('an installation that can not run', () => {
  const broken = path.join(folder, 'broken')
  const damages: [string, () => void, RegExp][] = [
    [
      'not built',
      () => fs.rmSync(path.join(broken, 'dist'), { recursive: true }),
      /: can't be loaded, so it refuses: (?:Cannot find module |.*block-sudo.cjs is missing)/,
    ],
    ['half a bundle', () => damage('block-sudo.cjs', 'var x=('), /: can't be loaded, so it refuses: /],
    ['an empty bundle', () => damage('block-sudo.cjs', ''), /^$/],
    [
      'without its parts',
      () => fs.rmSync(path.join(broken, 'dist/parts'), { recursive: true }),
      /it refuses/,
    ],
  ]
  const damage = (file: string, text: string) => fs.writeFileSync(path.join(broken, 'dist', file), text)
  const start = (name: string, argv: readonly string[] = []) =>
    spawnSync(process.execPath, [path.join(broken, 'bin', name), ...argv, '{"tool_name":"Bash"}'], {
      cwd: folder,
      encoding: 'utf8',
    })

  beforeEach(() => fs.cpSync(installed, broken, { recursive: true }))
  afterEach(() => fs.rmSync(broken, { recursive: true }))

  test.each(damages)('%s: a guard refuses', (_title, harm, words) => {
    harm()
    const { status, stdout, stderr } = start('block-sudo')
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(words)
    expect(stderr).not.toMatch(/no such file|can't open|\n\s+at /i)
  })

  test('an observer lets the call go on', () => {
    fs.rmSync(path.join(broken, 'dist'), { recursive: true })
    const { status, stderr } = start('audit-tool-call')
    expect(status).toBe(0)
    expect(stderr).toMatch(
      /^audit-tool-call: can't be loaded: (?:Cannot find module |.*audit-tool-call.cjs is missing)[^\n]*\n$/,
    )
  })

  test('`hookbox <hook>` refuses too', () => {
    fs.rmSync(path.join(broken, 'dist'), { recursive: true })
    expect(start('hookbox', ['block-sudo']).status).toBe(2)
  })

  test('under a version of Node that lacks what is needed, a guard refuses', () => {
    const old = path.join(folder, 'old.cjs')
    fs.writeFileSync(old, 'delete process.getBuiltinModule')
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--require', old, path.join(installed, 'bin/block-sudo'), '{"tool_name":"Bash"}'],
      { encoding: 'utf8' },
    )
    expect(status).toBe(2)
    expect(stderr).toMatch(/^block-sudo: can't be loaded, so it refuses: .*Node 20\.19 or later/)
  })
})
