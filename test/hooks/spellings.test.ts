import * as fs from 'node:fs'
import * as path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { hook as rm } from '../../hooks/block-dangerous-rm/index.ts'
import { hook as git } from '../../hooks/block-destructive-git/index.ts'
import { hook as sudo } from '../../hooks/block-sudo/index.ts'
import { hook as files } from '../../hooks/protect-sensitive-files/index.ts'
import type { Hook } from '../../src/hook.ts'
import { callFunction } from '../support/call.ts'
import { bashPayload } from '../support/table.ts'
import { makeWorld, worldEnv } from '../support/world.ts'

/**
 * The guards on long lists of commands (test/fixtures/cases): ways to write a dangerous one, and
 * the ordinary work of many days. One command a line; in it ⏎ is a line end, ␉ a tab, ␍ a
 * carriage return, ␀ a NUL.
 */
const world = makeWorld({
  git: true,
  files: {
    '.gitignore': 'node_modules/\nbuild/\ndist/\n.env\n*.log\n',
    'package.json': JSON.stringify({
      scripts: { build: 'tsc', clean: 'rm -rf dist', wipe: 'rm -rf ~', test: 'vitest' },
    }),
    Makefile: 'all:\n\tgcc -o x x.c\n\nclean:\n\trm -rf build\n\nwipe:\n\trm -rf ~\n',
    justfile: 'build:\n    cargo build\n\nwipe:\n    rm -rf ~\n',
    'src/index.ts': 'export {}\n',
    'src/old/a.ts': 'export {}\n',
    'docs/a.md': 'a\n',
    'README.md': '# x\n',
    '.env.example': 'A=\n',
  },
})
for (const file of ['.env', 'data/only.csv', 'node_modules/a/index.js', 'build/a.o', 'dist/index.js'])
  world.put(file, 'A=b\n')
for (const folder of ['Documents', 'Downloads', '.ssh']) fs.mkdirSync(path.join(world.home, folder))
fs.writeFileSync(path.join(world.home, '.ssh/id_rsa'), 'x')
afterAll(() => fs.rmSync(world.root, { recursive: true, force: true }))

const folder = path.resolve(import.meta.dirname, '../fixtures/cases')
const commands = (file: string) =>
  fs
    .readFileSync(path.join(folder, `${file}.txt`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')

async function says(hook: Hook, line: string, tool: string): Promise<string> {
  const command = line
    .replaceAll('⏎', '\n')
    .replaceAll('␉', '\t')
    .replaceAll('␍', '\r')
    .replaceAll('␀', '\0')
    .replaceAll('@TMP@', world.tmp)
  const stdin = JSON.stringify({ ...bashPayload(command, { tool_name: tool }), cwd: world.project })
  const { exit, stdout } = await callFunction(hook, { stdin, env: worldEnv(world), cwd: world.project })
  return exit === 2
    ? 'flag'
    : /"permissionDecision":"ask"/.test(stdout)
      ? 'flag'
      : stdout === ''
        ? 'pass'
        : stdout
}

/** The commands about which the guard says something else. */
async function others(hook: Hook, list: readonly string[], wanted: string, tool = 'Bash'): Promise<string[]> {
  const found: string[] = []
  for (const line of list) if ((await says(hook, line, tool)) !== wanted) found.push(line)
  return found
}

const long = { timeout: 300_000 }

describe('every way to write a command', () => {
  test.each([
    [rm as Hook, 'rm -rf ~'],
    [sudo as Hook, 'sudo ls'],
    [files as Hook, 'cat .env'],
    [files as Hook, 'echo x > .env'],
  ] as const)('%#: %s', long, async (hook, command) => {
    // A redirection is no word of a command, so some ways to hand words on don't fit it.
    const unfit = command.includes('>') ? /^mapfile|^f\(\) \{ "\$@"|xargs|\| head|'\{\}'|trap @/ : /^$/
    const list = commands('shell-spellings').filter((line) => !unfit.test(line))
    expect(
      await others(
        hook,
        list.map((line) => line.replace('@', () => command)),
        'flag',
      ),
    ).toEqual([])
  })

  test('deletions', long, async () => {
    expect(await others(rm as Hook, commands('shell-deletions'), 'flag')).toEqual([])
  })

  test.each([
    ['powershell-deletions', rm as Hook],
    ['powershell-privileges', sudo as Hook],
    ['powershell-secrets', files as Hook],
  ] as const)('%s', long, async (file, hook) => {
    expect(await others(hook, commands(file), 'flag', 'PowerShell')).toEqual([])
  })
})

describe.each([
  ['block-dangerous-rm', rm as Hook],
  ['block-sudo', sudo as Hook],
  ['protect-sensitive-files', files as Hook],
  ['block-destructive-git', git as Hook],
] as const)('%s lets ordinary work pass', (_name, hook) => {
  test('in a POSIX shell', long, async () => {
    expect(await others(hook, commands('ordinary-commands'), 'pass')).toEqual([])
  })

  test('in PowerShell', long, async () => {
    expect(await others(hook, commands('ordinary-powershell'), 'pass', 'PowerShell')).toEqual([])
  })
})
