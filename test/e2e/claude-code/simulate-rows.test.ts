import { spawnSync } from 'node:child_process'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeWorld, worldEnv } from '../../support/world.ts'
import { HOME, type Hooks, runClaude } from './client.ts'
import { bash, type Turn } from './model.ts'

interface Row {
  readonly rounds: readonly { readonly simulated: { readonly effect: { readonly blocked: boolean } } }[]
}

/** What `hookbox simulate --json` says, in a world with these files below the home. */
function simulated(files: Readonly<Record<string, string>>, argv: readonly string[]): Row {
  const world = makeWorld()
  for (const [file, text] of Object.entries(files)) world.put(`../${file}`, text.replaceAll(HOME, world.home))
  const hookbox = path.resolve(import.meta.dirname, '../../../bin/hookbox')
  const { stdout } = spawnSync(process.execPath, [hookbox, 'simulate', ...argv, '--json'], {
    cwd: world.project,
    env: worldEnv(world),
    encoding: 'utf8',
  })
  return JSON.parse(stdout) as Row
}

const said: Turn = { text: 'Done.' }
const stop = (command: string): Hooks => ({ Stop: [{ hooks: [{ type: 'command', command }] }] })
const json = (value: object) => `printf '%s' '${JSON.stringify(value)}'`

/** How often the client asks a Stop hook in a row is how many rounds are played. */
describe('--repeat', () => {
  test.each<[name: string, command: string, env?: object]>([
    ['exit 2', 'echo more >&2; exit 2'],
    ['block', json({ decision: 'block', reason: 'more' })],
    ['a context', json({ hookSpecificOutput: { hookEventName: 'Stop', additionalContext: 'more' } })],
    ['the end of the turn', json({ continue: false, decision: 'block', reason: 'more' })],
    ['a failure', 'exit 1'],
    ['a file that is missing', 'echo "no such file" >&2; exit 2'],
    ['an eye on stop_hook_active', `grep -q '"stop_hook_active":true' || { echo more >&2; exit 2; }`],
    ['a cap of 2', 'echo more >&2; exit 2', { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '2' }],
    ['a cap of 1', json({ decision: 'block', reason: 'more' }), { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '1' }],
    ['a cap that is no number', 'echo more >&2; exit 2', { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: 'few' }],
  ])('%s', { timeout: 60_000 }, async (_name, command, env = {}) => {
    const hooks = stop(command)
    const session = await runClaude({ hooks, settings: { env }, turns: Array(30).fill(said) as Turn[] })
    const runs = session.hookRuns.filter(({ hook_event }) => hook_event === 'Stop').length
    const settings = JSON.stringify({ env, hooks })
    const { rounds } = simulated({ '.claude/settings.json': settings }, ['Stop', '--repeat', '30'])
    expect([runs, rounds.length]).toEqual([rounds.length, runs])
    expect(runs).toBeGreaterThan(0)
  })

  test('a tool in between starts the count anew', { timeout: 60_000 }, async () => {
    const hooks = stop('[ "$(cat n 2>/dev/null | wc -l)" -ge 12 ] || { echo more >&2; exit 2; }')
    const session = await runClaude({
      hooks,
      turns: Array.from({ length: 40 }, (_, index) =>
        index % 2 === 0 ? said : bash(`call-${index}`, 'echo x >> n'),
      ),
    })
    const runs = session.hookRuns.filter(({ hook_event }) => hook_event === 'Stop').length
    const argv = ['Stop', '--repeat', '--between', 'echo x >> n']
    expect(simulated({ '.claude/settings.json': JSON.stringify({ hooks }) }, argv).rounds.length).toBe(runs)
    expect(runs).toBe(13)
  })
})

/** Refuses the call that is played, and not the one that changes the files. */
const guard = { type: 'command', command: `grep -q 'touch probe' && exit 2; exit 0` }
const pre = (...hooks: object[]) => ({ PreToolUse: [{ matcher: 'Bash', hooks }] })
const text = (value: object) => JSON.stringify(value)

interface Change {
  readonly name: string
  readonly hooks: Hooks
  readonly settings?: object
  readonly files?: Readonly<Record<string, string>>
  /** Shell commands in the project. */
  readonly change: string
}

const PLUGIN = {
  '.claude/plugins/known_marketplaces.json': text({
    tools: {
      source: { source: 'directory', path: `${HOME}/market` },
      installLocation: `${HOME}/market`,
      lastUpdated: '2026-01-01T00:00:00Z',
    },
  }),
  'market/.claude-plugin/marketplace.json': text({
    name: 'tools',
    owner: { name: 'dev' },
    plugins: [{ name: 'p', source: './p' }],
  }),
  'market/p/hooks/hooks.json': text({ hooks: pre(guard) }),
}

const changes: readonly Change[] = [
  {
    name: "the user's settings lose their guard",
    hooks: pre(guard),
    change: `echo '{}' > ${HOME}/.claude/settings.json`,
  },
  {
    name: "a file of the project's settings comes with one",
    hooks: {},
    files: { 'later.json': text({ hooks: pre(guard) }) },
    change: 'mkdir -p .claude && cp ../later.json .claude/settings.json',
  },
  {
    name: 'a ConfigChange hook refuses',
    hooks: {
      ...pre(guard),
      ConfigChange: [{ matcher: 'user_settings', hooks: [{ type: 'command', command: 'exit 2' }] }],
    },
    change: `echo '{}' > ${HOME}/.claude/settings.json`,
  },
  {
    name: 'a ConfigChange hook of another file does not',
    hooks: {
      ...pre(guard),
      ConfigChange: [{ matcher: 'project_settings', hooks: [{ type: 'command', command: 'exit 2' }] }],
    },
    change: `echo '{}' > ${HOME}/.claude/settings.json`,
  },
  {
    name: 'the file is broken',
    hooks: pre(guard),
    change: `echo '{' > ${HOME}/.claude/settings.json`,
  },
  {
    name: 'the file is gone',
    hooks: pre(guard),
    change: `rm ${HOME}/.claude/settings.json`,
  },
  {
    name: 'disableAllHooks comes',
    hooks: {},
    files: {
      'project/.claude/settings.json': text({ hooks: pre(guard) }),
      'later.json': text({ disableAllHooks: true }),
    },
    change: `cp ../later.json ${HOME}/.claude/settings.json`,
  },
  {
    name: 'the hooks of a plugin change',
    hooks: {},
    settings: { enabledPlugins: { 'p@tools': true } },
    files: PLUGIN,
    change: `echo '{"hooks":{}}' > ${HOME}/market/p/hooks/hooks.json`,
  },
  {
    name: 'a plugin is turned off',
    hooks: {},
    settings: { enabledPlugins: { 'p@tools': true } },
    files: PLUGIN,
    change: `echo '{}' > ${HOME}/.claude/settings.json`,
  },
  {
    name: 'nothing changes',
    hooks: pre(guard),
    change: 'true',
  },
]

describe('--between', () => {
  test.each(changes)('$name', { timeout: 60_000 }, async ({ hooks, settings = {}, files = {}, change }) => {
    const placed = Object.entries(files).map(([file, value]) => [`../${file}`, value])
    const session = await runClaude({
      hooks,
      settings,
      files: { ...Object.fromEntries(placed), '../change.sh': `${change}\nsleep 4\n` },
      turns: [
        bash('before', 'touch probe-1'),
        bash('change', `sh ${HOME}/change.sh`),
        bash('after', 'touch probe-2'),
        said,
      ],
    })
    const real = ['before', 'after'].map((id) => session.result(id).isError)
    const all = {
      ...files,
      '.claude/settings.json': text({ ...settings, hooks }),
      'change.sh': change,
    }
    const { rounds } = simulated(all, ['--command', 'touch probe', '--between', 'sh ../change.sh'])
    expect(rounds.map(({ simulated: { effect } }) => effect.blocked)).toEqual(real)
  })
})
