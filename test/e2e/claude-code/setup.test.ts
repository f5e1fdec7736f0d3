import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { expect, test } from 'vitest'
import { parseSettings } from '../../../src/cli/settings/read.ts'
import { makeWorld, worldEnv } from '../../support/world.ts'
import { runClaude, TOOLS } from './client.ts'
import { bash } from './model.ts'

const root = path.resolve(import.meta.dirname, '../../..')

test('what `hookbox init` writes for a project makes the client refuse, and let go', async () => {
  const world = makeWorld({ git: true })
  fs.mkdirSync(path.join(world.project, 'node_modules'))
  fs.symlinkSync(root, path.join(world.project, 'node_modules/hookbox'))
  const { status, stderr } = spawnSync(process.execPath, [path.join(root, 'bin/hookbox'), 'init', '--yes'], {
    cwd: world.project,
    env: worldEnv(world),
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
  const session = await runClaude({
    hooks: {},
    files: { 'data/kept.txt': 'kept', '.claude/settings.json': world.read('.claude/settings.json') },
    links: { 'node_modules/hookbox': `${TOOLS}/hookbox` },
    turns: [bash('refused', 'rm -rf ./data'), bash('passing', 'touch made.txt')],
  })
  expect(session.result('refused').text).toContain('block-dangerous-rm: rm -r of ./data')
  expect(session.exists('data/kept.txt')).toBe(true)
  expect(session.exists('made.txt')).toBe(true)
  expect(session.text('logs/tool-audit.jsonl')).toContain('"stage":"success"')
})

const refusing =
  '"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "echo no >&2; exit 2"}]}]}'

/** What `hookbox doctor` has to know of settings files (docs/contracts/claude-code.md section 3). */
test.each([
  ['a line comment', `{ // mine\n ${refusing} }`, false],
  ['a block comment', `{ /* mine */ ${refusing} }`, false],
  ['a trailing comma', `{ ${refusing}, }`, false],
  ['a byte order mark', `\ufeff{ ${refusing} }`, true],
])('the client reads settings with %s', async (_name, text, counts) => {
  const files = { '.claude/settings.json': text }
  const session = await runClaude({ hooks: {}, files, turns: [bash('call', 'touch made.txt')] })
  expect(session.exists('made.txt')).toBe(!counts)
  const place = { harness: 'claude-code', scope: 'project', path: 'settings.json' } as const
  expect(parseSettings(place, text).problems.length === 0).toBe(counts)
})
