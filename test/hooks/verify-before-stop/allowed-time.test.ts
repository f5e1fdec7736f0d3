import * as fs from 'node:fs'
import * as path from 'node:path'
import { expect, test } from 'vitest'
import { totalTime } from '../../../hooks/verify-before-stop/allowed-time.ts'
import { hook } from '../../../hooks/verify-before-stop/index.ts'
import { DEFAULTS } from '../../../hooks/verify-before-stop/options.ts'
import type { Dialect } from '../../../src/event.ts'
import { testHost } from '../../support/call.ts'
import { hookTable, payloadLike, type Row } from '../../support/table.ts'
import { makeWorld, type WorldOptions, worldEnv } from '../../support/world.ts'

/** Claude Code settings whose Stop entry has this timeout; undefined: none is written. */
const settings = (timeout?: unknown, command = 'verify-before-stop', args?: readonly string[]) =>
  JSON.stringify({
    hooks: { Stop: [{ hooks: [{ type: 'command', command, args, timeout }] }], SessionStart: 'odd' },
  })
const openSettings = (seconds?: number) =>
  JSON.stringify({
    hooks: { stop: [{ type: 'command', command: 'verify-before-stop', timeout_seconds: seconds }] },
  })

function totalOf(world: WorldOptions, dialect: Dialect = 'claude-code', env: Record<string, string> = {}) {
  const { project, ...made } = makeWorld(world)
  const fill = (text: string) => text.replace('@PROJECT@', project)
  const more = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)]))
  const host = testHost({ env: worldEnv({ project, ...made }, more), cwd: project })
  const event = { name: 'stop', dialect, harnessEvent: 'Stop', cwd: project, payload: {} } as const
  const { totalTimeoutMs, because } = totalTime(host, event, project, {
    ...DEFAULTS,
    totalTimeoutMs: 3_000_000,
  })
  return [totalTimeoutMs, because?.replace(project, '.').replace(made.home, '~')] as const
}
const project = (text: string, name = 'settings') => ({ files: { [`.claude/${name}.json`]: text } })

test.each<[string, WorldOptions, number, RegExp]>([
  ['the project', project(settings(60)), 55_000, /^the timeout in \.\/\.claude\/settings\.json ends .* 60 s/],
  ['the local file', project(settings(8), 'settings.local'), 6000, /settings\.local\.json/],
  ['the user', { homeFiles: { '.claude/settings.json': settings(100) } }, 95_000, /~\/\.claude\/settings/],
  [
    'the shortest of several',
    { ...project(settings(100)), homeFiles: { '.claude/settings.json': settings(50) } },
    45_000,
    /~\/\.claude/,
  ],
  ['exec form', project(settings(40, 'node', ['/x/bin/verify-before-stop'])), 35_000, /40 s/],
  ['several hooks in one process', project(settings(40, 'hookbox run verify-before-stop')), 35_000, /40 s/],
  ['no timeout there: the default', project(settings()), 595_000, /600 s/],
  ['a timeout that is no number', project(settings('5')), 595_000, /600 s/],
  ['another hook', project(settings(20, 'not-verify-before-stop-x')), 595_000, /^the harness ends/],
  ['broken settings', project('{ verify-before-stop'), 595_000, /^the harness ends/],
  ['none', {}, 595_000, /^the harness ends this hook after 600 s; raise it there$/],
])('Claude Code, %s', (_title, world, total, because) => {
  const [ms, said] = totalOf(world)
  expect(ms).toBe(total)
  expect(said).toMatch(because)
})

test("as a plugin, the plugin's own entry counts", () => {
  const world = { files: { '.claude/settings.json': settings(20), 'p/hooks/hooks.json': settings(90) } }
  expect(totalOf(world, 'claude-code', { CLAUDE_PLUGIN_ROOT: '@PROJECT@/p' })[0]).toBe(85_000)
})

test('OpenHarness, and a harness that is not known', () => {
  const at = (text: string) => ({ homeFiles: { '.openharness/settings.json': text } })
  expect(totalOf(at(openSettings(120)), 'openharness')[0]).toBe(115_000)
  expect(totalOf({}, 'openharness')[0]).toBe(25_000)
  expect(totalOf(project(settings(60)), 'unknown')).toEqual([3_000_000, undefined])
})

test('a configured deadline that is shorter stays', () => {
  const world = makeWorld(project(settings(60)))
  const host = testHost({ env: worldEnv(world), cwd: world.project })
  const event = {
    name: 'stop',
    dialect: 'claude-code',
    harnessEvent: 'Stop',
    cwd: world.project,
    payload: {},
  } as const
  expect(totalTime(host, event, world.project, { ...DEFAULTS, totalTimeoutMs: 7000 })).toEqual({
    totalTimeoutMs: 7000,
  })
})

const late: Row = {
  title: 'the answer is out before the harness ends the hook, and says what to change',
  world: { files: { '.claude/settings.json': settings(5) } },
  argv: ['--set', 'commands=["echo started; sleep 60","true"]'],
  payload: payloadLike('claude-code/Stop.json'),
  exit: 2,
  stdout:
    /after its deadline of [23]\.\d s \(the timeout in [^ ]+settings\.json ends this hook after 5 s; raise it there\)/,
  stderr: /true was not started: the 4 s for all commands were used up/,
  after: (world) => {
    const log = path.join(world.home, '.cache/hookbox/verify/logs')
    expect(fs.readdirSync(log)).toHaveLength(1)
  },
}
hookTable(hook, [late])
