import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { expect, test } from 'vitest'
import { hooksOff } from '../../../src/cli/settings/merged.ts'
import { parseSettings } from '../../../src/cli/settings/read.ts'
import { recordOf } from '../../../src/cli/settings/value.ts'
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
  ['a comment behind', `{ ${refusing} } // mine`, false],
  ['hooks twice, the last one empty', `{ ${refusing}, "hooks": {} }`, false],
  ['hooks twice, the last one ours', `{ "hooks": {}, ${refusing} }`, true],
  // Some of the fields in src/cli/settings/claude-fields.ts, one of each type, and look-alikes.
  ['$schema as a number', `{ "$schema": 5, ${refusing} }`, false],
  ['model null', `{ "model": null, ${refusing} }`, false],
  ['a flag as text', `{ "includeCoAuthoredBy": "no", ${refusing} }`, false],
  ['disableAllHooks as text', `{ "disableAllHooks": "false", ${refusing} }`, false],
  ['env as a list', `{ "env": [], ${refusing} }`, false],
  ['a number in env', `{ "env": { "A": 5 }, ${refusing} }`, true],
  ['deny rules as text', `{ "permissions": { "deny": "Bash" }, ${refusing} }`, false],
  ['a number among the deny rules', `{ "permissions": { "deny": [5] }, ${refusing} }`, true],
  ['no days', `{ "cleanupPeriodDays": 0, ${refusing} }`, false],
  ['models as text', `{ "availableModels": "opus", ${refusing} }`, false],
  ['a field of nobody', `{ "theirs": 5, ${refusing} }`, true],
])('the client reads settings with %s', async (_name, text, counts) => {
  const files = { '.claude/settings.json': text }
  const session = await runClaude({ hooks: {}, files, turns: [bash('call', 'touch made.txt')] })
  expect(session.exists('made.txt')).toBe(!counts)
  const place = { harness: 'claude-code', scope: 'project', path: 'settings.json' } as const
  const { problems, value } = parseSettings(place, text)
  const isEmpty = Object.keys(recordOf(recordOf(value)?.['hooks']) ?? {}).length === 0
  expect(!problems.some(({ voids }) => voids === 'file') && !isEmpty).toBe(counts)
})

/** Who has the last word about `disableAllHooks`. */
test.each([
  [{ disableAllHooks: true }, {}, false],
  [{ disableAllHooks: true }, { disableAllHooks: false }, true],
  [{}, { disableAllHooks: true }, false],
  [{}, { disableAllHooks: true, model: 5 }, true],
])('hooks are off or not: project %j, local %j', async (project, local, count) => {
  const hooks = { PreToolUse: [{ hooks: [{ type: 'command', command: 'echo no >&2; exit 2' }] }] }
  const files = {
    '.claude/settings.json': JSON.stringify({ ...project, hooks }),
    '.claude/settings.local.json': JSON.stringify(local),
  }
  const session = await runClaude({ hooks: {}, files, turns: [bash('call', 'touch made.txt')] })
  expect(session.exists('made.txt')).toBe(!count)
  const read = (['project', 'local'] as const).map((scope) => {
    const path = scope === 'project' ? '.claude/settings.json' : '.claude/settings.local.json'
    return parseSettings({ harness: 'claude-code', scope, path }, files[path])
  })
  expect(hooksOff(read) === undefined).toBe(count)
})
