import { expect, test } from 'vitest'
import { callExecutable } from '../support/call.ts'
import { makeWorld, worldEnv } from '../support/world.ts'

const serve = async (
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
  files: Readonly<Record<string, string>> = {},
) => {
  const world = makeWorld({ files })
  return callExecutable('hookbox', {
    argv: ['serve', ...argv],
    env: worldEnv(world, env),
    cwd: world.project,
  })
}

test.each([
  [['--listen', '0.0.0.0:4180'], '0.0.0.0 can be reached from elsewhere, and then a token is needed'],
  [['--listen', '[::]:4180'], ':: can be reached from elsewhere'],
  [['--listen', 'here'], '--listen is here, expected HOST:PORT or PORT'],
  [['--listen', ':4180'], '--listen is :4180, expected HOST:PORT or PORT'],
  [['--listen', '99999'], '--listen is 99999'],
  [['--token-file', 'none'], "--token-file can't be read (ENOENT)"],
  [['--token-file', 'short'], 'the token is shorter than 16 characters'],
  [['--secret-file', 'short'], '--secret-file: it is shorter than 16 characters'],
  [['--hooks', 'block-suddo'], '--hooks: no hook is called "block-suddo"'],
  [['--tls-cert', 'short'], '--tls-cert and --tls-key belong together'],
  [['--keep-days', 'x'], '--keep-days is x, expected a whole number from 1 to 36500'],
  [['--threads', '0'], '--threads is 0, expected a whole number from 1 to 64'],
])('%s', async (argv, words) => {
  const answer = await serve(argv, {}, { short: 'short\n' })
  expect([answer.exit, answer.stdout]).toEqual([64, ''])
  expect(answer.stderr).toContain(`hookbox serve: `)
  expect(answer.stderr).toContain(words)
  expect(answer.stderr).not.toMatch(/no such file|\n\s+at /i)
})

test('a mistake in hookbox.json is said with its place', async () => {
  const world = makeWorld({
    homeFiles: { '.config/hookbox/hookbox.json': '{"audit-tool-call": {"prompts": "all"}}' },
  })
  const { exit, stderr } = await callExecutable('hookbox', {
    argv: ['serve'],
    env: worldEnv(world),
    cwd: world.project,
  })
  expect([exit, stderr]).toEqual([64, expect.stringMatching(/hookbox\.json:1:\d+: .*prompts/)])
})
