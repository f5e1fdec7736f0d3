import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hookNames } from '../src/names.ts'

/** What `npm install hookbox` puts on a disk: the packed files, run from another folder. */

const root = path.resolve(import.meta.dirname, '..')
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookbox-pack-')))
const installed = path.join(folder, 'package')
let files: string[] = []

beforeAll(() => {
  const npm = spawnSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  const [packed] = JSON.parse(npm.stdout) as [{ filename: string; files: { path: string }[] }]
  files = packed.files.map((file) => file.path)
  const tar = spawnSync('tar', ['-xzf', path.join(folder, packed.filename), '-C', folder])
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
    'dist/cached.cjs',
    'hooks/hooks.json',
  ]) {
    expect(files).toContain(wanted)
  }
  const strays = files.filter(
    (file) =>
      /^(src|test|scripts|docs|\.)|\.ts$|metafile|\.cache$/.test(file) && !file.startsWith('.claude-plugin/'),
  )
  expect(strays).toEqual([])
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

test('`hookbox list` names every hook', () => {
  const { stdout } = run('hookbox', ['list', '--json'])
  expect((JSON.parse(stdout) as { name: string }[]).map((hook) => hook.name)).toEqual(hookNames)
})

test('`hookbox` with a name that is none refuses and names the nearest', () => {
  const { status, stderr } = run('hookbox', ['block-suddo'])
  expect([status, stderr]).toEqual([
    2,
    'hookbox: no hook or command is called "block-suddo"; did you mean "block-sudo"?\n',
  ])
})
