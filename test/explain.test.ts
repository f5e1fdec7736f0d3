import { describe, expect, test } from 'vitest'
import { hook as rm } from '../hooks/block-dangerous-rm/index.ts'
import { hook as sudo } from '../hooks/block-sudo/index.ts'
import { hook as files } from '../hooks/protect-sensitive-files/index.ts'
import type { Hook } from '../src/hook.ts'
import { run } from '../src/run.ts'
import { testHost } from './support/call.ts'
import { makeWorld, worldEnv } from './support/world.ts'

async function explained(hook: Hook, argv: readonly string[], terminal = false): Promise<string> {
  const world = makeWorld({ files: { '.env': 'A=1\n', 'package.json': '{"scripts":{"wipe":"rm -rf ~"}}' } })
  let stdout = ''
  const host = testHost({ env: worldEnv(world), cwd: world.project }, (_stream, text) => {
    stdout += text
  })
  const shown = terminal ? { ...host, isTerminal: () => true } : host
  expect(await run(hook, [...argv, '--explain'], shown)).toBe(0)
  return stdout.replaceAll(world.home, '~')
}

describe('--explain for machines', () => {
  const detailsOf = async (hook: Hook, command: string) =>
    (JSON.parse(await explained(hook, [command, '--json'])) as { details: unknown[] }).details

  test('commands and targets of block-dangerous-rm', async () => {
    expect(await detailsOf(rm as Hook, 'npm run wipe; rm -r "$X"')).toEqual([
      { command: ['npm', 'run', 'wipe'], through: [], cwd: '~/project', source: 'npm run wipe' },
      { command: ['rm', '-rf', '~'], through: ['npm'], cwd: '~/project', source: 'rm -rf ~' },
      { command: ['rm', '-r', null], through: [], cwd: '~/project', source: 'rm -r "$X"' },
      { target: '~', how: 'rm -r', path: '~', verdict: 'deny', why: "it is a user's home", rule: 'home' },
      {
        target: '"$X"',
        how: 'rm -r',
        path: null,
        verdict: 'deny',
        why: 'its value is not known before it runs ($X, which is not set here), so it may be anything',
        rule: 'unknown-target',
      },
    ])
  })

  test('what raises privileges', async () => {
    expect(await detailsOf(sudo as Hook, 'env sudo ls')).toEqual([
      { command: ['env', 'sudo', 'ls'], through: [], cwd: '~/project', source: 'env sudo ls' },
      {
        command: ['sudo', 'ls'],
        through: ['env'],
        cwd: '~/project',
        source: 'env sudo ls',
        rule: 'sudo',
        what: 'sudo runs commands as root',
        verdict: 'deny',
      },
      { command: ['ls'], through: ['env', 'sudo'], cwd: '~/project', source: 'env sudo ls' },
    ])
  })

  test('protected files', async () => {
    expect(await detailsOf(files as Hook, 'cat < .env')).toContainEqual({
      file: '~/project/.env',
      access: 'read',
      rule: 'env-file',
      kind: 'secret',
      verdict: 'deny',
    })
  })
})

describe('--explain on a terminal', () => {
  test('breaks long lines at blanks, below their text', async () => {
    const text = await explained(sudo as Hook, ['f() { "$@"; }; f env A=1 sudo -u bob ls -la /root'], true)
    const lines = text.replace(/\u001b\[\d+m/g, '').split('\n')
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
    expect(lines.filter((line) => /^ {10}\S/.test(line)).length).toBeGreaterThan(3)
    expect(text.replace(/\n {10}/g, ' ')).toContain('`sudo -u bob ls -la /root` is not run')
  })

  test('leaves them alone in a file', async () => {
    const text = await explained(sudo as Hook, ['sudo ls'])
    expect(text.split('\n').some((line) => line.length > 200)).toBe(true)
  })
})
