import { describe, expect, test } from 'vitest'
import { block, callHook, context, defineHook, deny, pass, shellCommands } from '../../src/library/index.ts'
import { makeWorld } from '../support/world.ts'

const noCurl = defineHook({
  name: 'no-curl',
  summary: 'Denies curl.',
  fails: 'closed',
  tools: ['shell'],
  on: {
    'tool-before': async (event, ctx) => {
      const { commands, doubts } = await shellCommands(event, ctx)
      if (doubts.length > 0) return deny(`no-curl: ${doubts.join('; ')}`)
      const found = commands.find(({ argv }) => argv[0] === 'curl')
      return found ? deny(`no-curl: ${found.source}`) : undefined
    },
  },
})

const claude = (command: string) => ({
  hook_event_name: 'PreToolUse',
  session_id: 's',
  cwd: '/work',
  tool_name: 'Bash',
  tool_input: { command },
})
const open = (command: string) => ({ event: 'pre_tool_use', tool_name: 'bash', tool_input: { command } })
const env = () => ({ HOME: makeWorld().home })

test.each([
  ['plain', 'curl x'],
  ['by a variable', 'c=cu; ${c}rl x'],
  ['behind wrappers', 'timeout 5 sh -c "curl x"'],
])('it refuses in the dialect of who calls: %s', async (_name, command) => {
  const asked = await callHook(noCurl, claude(command), { env: env(), cwd: '/' })
  expect(asked.exit).toBe(2)
  expect(JSON.parse(asked.stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } })
  const other = await callHook(noCurl, open(command), { env: env(), cwd: '/' })
  expect(other).toMatchObject({ exit: 2, stdout: '', stderr: expect.stringMatching(/^no-curl: /) })
})

test.each(['ls', 'echo curl', 'git commit -m "use curl"'])('it lets %s pass', async (command) => {
  expect(await callHook(noCurl, claude(command), { env: env(), cwd: '/' })).toEqual({
    exit: 0,
    stdout: '',
    stderr: '',
  })
})

test('--mode holds for it', async () => {
  const { exit, stdout } = await callHook(noCurl, claude('curl x'), {
    env: env(),
    cwd: '/',
    argv: ['--mode', 'ask'],
  })
  expect([exit, stdout]).toEqual([0, expect.stringContaining('"ask"')])
})

describe('what goes wrong in it', () => {
  const broken = (fails: 'closed' | 'open') =>
    defineHook({
      name: 'broken',
      summary: 'Throws.',
      fails,
      on: {
        'tool-before': () => {
          throw new Error('out of paper')
        },
      },
    })

  test('refuses where it fails closed', async () => {
    const { exit, stderr } = await callHook(broken('closed'), claude('ls'), { env: env(), cwd: '/' })
    expect([exit, stderr]).toEqual([2, expect.stringContaining('out of paper')])
  })

  test('passes where it fails open, and says so', async () => {
    const { exit, stderr } = await callHook(broken('open'), claude('ls'), { env: env(), cwd: '/' })
    expect([exit, stderr]).toEqual([0, expect.stringContaining('out of paper')])
  })

  test('a payload that is none', async () => {
    expect((await callHook(noCurl, '{', { env: env(), cwd: '/' })).exit).toBe(2)
  })
})

test('every event, and what it does not check passes', async () => {
  const hook = defineHook({
    name: 'all-events',
    summary: 'Says where it is.',
    fails: 'open',
    on: {
      prompt: ({ prompt }) => context(`you said ${prompt}`),
      'session-start': ({ source }) => context(String(source)),
      stop: ({ stop }) => (stop.active ? pass : block('not yet')),
    },
  })
  const of = async (payload: object) => (await callHook(hook, payload, { env: env(), cwd: '/' })).stdout
  expect(await of({ hook_event_name: 'UserPromptSubmit', prompt: 'hi' })).toContain('you said hi')
  expect(await of({ hook_event_name: 'SessionStart', source: 'resume' })).toContain('resume')
  expect(await of({ hook_event_name: 'Stop', stop_hook_active: false })).toContain('not yet')
  expect(await of({ hook_event_name: 'Stop', stop_hook_active: true })).toBe('')
  expect(await of(claude('ls'))).toBe('')
})

test('parts of the outside world can be replaced', async () => {
  const hook = defineHook({
    name: 'clock-hook',
    summary: 'Tells the time.',
    fails: 'open',
    on: { prompt: (_event, { host }) => context(String(host.now())) },
  })
  const { stdout } = await callHook(
    hook,
    { hook_event_name: 'UserPromptSubmit', prompt: '' },
    { host: { now: () => 42 } },
  )
  expect(stdout).toContain('"42"')
})

test.each([
  ['a bad name', { name: 'No Curl', on: { prompt: () => pass } }],
  ['nothing to check', { name: 'no-curl', on: {} }],
  ['a mistyped event', { name: 'no-curl', on: { 'tool-befor': () => pass } }],
  ['a check that is no function', { name: 'no-curl', on: { prompt: pass } }],
  ['a mistyped way to fail', { name: 'no-curl', fails: 'close', on: { prompt: () => pass } }],
  ['a mistyped kind of tool', { name: 'no-curl', tools: ['bash'], on: { prompt: () => pass } }],
])('%s is refused at once', (_name, part) => {
  // As JavaScript has it, where no compiler looks.
  const definition = { summary: '', fails: 'open', ...part } as Parameters<typeof defineHook>[0]
  expect(() => defineHook(definition)).toThrow(TypeError)
})
