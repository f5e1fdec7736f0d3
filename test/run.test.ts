import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import { hook as modeless } from '../hooks/prepare-session-context/index.ts'
import { callFunction } from './support/call.ts'
import { engine } from './support/engine.ts'
import { probeProgram } from './support/probe-program.ts'
import { makeWorld, type WorldOptions, worldEnv } from './support/world.ts'

/** How a hook process takes its payload and speaks, whatever the harness does to it. */

const [program, ...first] = probeProgram()

const claude = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'boom' } }
const harmless = { ...claude, tool_input: { command: 'ls' } }

interface Probe {
  readonly argv?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly world?: WorldOptions
  /** What happens on stdin; default: closed at once. */
  readonly feed?: (stdin: NodeJS.WritableStream) => void
  readonly stdin?: 'pipe' | 'ignore' | number
  /** Milliseconds before stdout is read. */
  readonly slowReader?: number
}

interface Outcome {
  readonly exit: number | null
  readonly stdout: string
  readonly stderr: string
  readonly ms: number
}

function runProbe(name: string, how: Probe = {}): Promise<Outcome> {
  const world = makeWorld(how.world)
  const started = Date.now()
  return new Promise((resolve) => {
    const child = spawn(program, [...first, name, ...(how.argv ?? [])], {
      cwd: world.project,
      env: worldEnv(world, how.env),
      stdio: [how.stdin ?? 'pipe', 'pipe', 'pipe'],
    })
    const out: Buffer[] = []
    let stderr = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk.toString()
    })
    const read = () => child.stdout?.on('data', (chunk: Buffer) => out.push(chunk))
    // What nobody reads yet is dropped when the process ends.
    if (how.slowReader === undefined) read()
    else setTimeout(read, how.slowReader)
    child.on('close', (exit) =>
      resolve({ exit, stdout: Buffer.concat(out).toString(), stderr, ms: Date.now() - started }),
    )
    child.stdin?.on('error', () => {})
    if (child.stdin) (how.feed ?? ((stdin) => stdin.end()))(child.stdin)
  })
}

const send = (payload: unknown) => (stdin: NodeJS.WritableStream) => {
  stdin.end(typeof payload === 'string' || payload instanceof Uint8Array ? payload : JSON.stringify(payload))
}

const denial = {
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: 'no boom here',
  },
}

function expectDenied(outcome: Outcome): void {
  expect(outcome.exit).toBe(2)
  expect(JSON.parse(outcome.stdout)).toEqual(denial)
  expect(outcome.stderr).toBe('no boom here\n')
}

describe('where a payload comes from', () => {
  test('stdin', async () => expectDenied(await runProbe('guard', { feed: send(claude) })))

  test('the argument, before stdin', async () => {
    expectDenied(await runProbe('guard', { argv: [JSON.stringify(claude)], feed: send(harmless) }))
  })

  test('an argument does not wait for stdin', async () => {
    const outcome = await runProbe('guard', { argv: [JSON.stringify(claude)], feed: () => {} })
    expectDenied(outcome)
    expect(outcome.ms).toBeLessThan(1500)
  })

  test('the variable of OpenHarness, with /dev/null on stdin', async () => {
    const payload = JSON.stringify({
      tool_name: 'bash',
      tool_input: { command: 'boom' },
      event: 'pre_tool_use',
    })
    const outcome = await runProbe('guard', {
      stdin: 'ignore',
      env: { OPENHARNESS_HOOK_PAYLOAD: payload, OPENHARNESS_HOOK_EVENT: 'pre_tool_use' },
    })
    expect(outcome).toMatchObject({ exit: 2, stdout: '', stderr: 'no boom here\n' })
  })

  test('stdin before the variable', async () => {
    expectDenied(await runProbe('guard', { feed: send(claude), env: { OPENHARNESS_HOOK_PAYLOAD: '{}' } }))
  })

  test('a file on stdin', async () => {
    const world = makeWorld({ files: { 'payload.json': JSON.stringify(claude) } })
    const fd = fs.openSync(path.join(world.project, 'payload.json'), 'r')
    expectDenied(await runProbe('guard', { stdin: fd }))
    fs.closeSync(fd)
  })
})

describe('payloads that are read all the same', () => {
  test('a pipe that never closes', async () => {
    const outcome = await runProbe('guard', { feed: (stdin) => stdin.write(`${JSON.stringify(claude)}\n`) })
    expectDenied(outcome)
    expect(outcome.ms).toBeLessThan(1500)
  })

  test.each([
    ['closed', (stdin: NodeJS.WritableStream) => stdin.end(JSON.stringify(claude))],
    ['left open', (stdin: NodeJS.WritableStream) => stdin.write(JSON.stringify(claude))],
  ])('without the pipe handle, stdin %s', async (_title, feed) => {
    const preload = path.resolve(import.meta.dirname, 'support/without-binding.cjs')
    expectDenied(await runProbe('guard', { feed, env: { NODE_OPTIONS: `--require=${preload}` } }))
  })

  test.each(['--pending-deprecation', '--pending-deprecation --throw-deprecation'])(
    'with %s, which warns of the pipe handle',
    async (options) => {
      expectDenied(await runProbe('guard', { feed: send(claude), env: { NODE_OPTIONS: options } }))
    },
  )

  test('bytes that arrive after 300 ms, in pieces', async () => {
    const text = JSON.stringify(claude)
    const outcome = await runProbe('guard', {
      feed: (stdin) => {
        setTimeout(() => stdin.write(text.slice(0, 30)), 300)
        setTimeout(() => stdin.end(text.slice(30)), 600)
      },
    })
    expectDenied(outcome)
  })

  test('byte order marks', async () => {
    expectDenied(await runProbe('guard', { feed: send(`\ufeff\ufeff${JSON.stringify(claude)}\n`) }))
  })

  test('several megabytes', async () => {
    const tool_input = { command: 'boom', more: '}"é'.repeat(1_500_000) }
    expectDenied(await runProbe('guard', { feed: send({ ...claude, tool_input }) }))
  })

  test('lone surrogates are JSON', async () => {
    const text = JSON.stringify(claude).replace('"boom"', '"boom","note":"\\ud800"')
    expectDenied(await runProbe('guard', { feed: send(text) }))
  })

  test('unknown events, tools and fields pass in silence', async () => {
    for (const payload of [
      { ...claude, hook_event_name: 'SomethingNew' },
      { ...claude, hook_event_name: 'Notification' },
      { ...harmless, tool_name: 'NewTool', more: { x: [1] } },
    ]) {
      expect(await runProbe('guard', { feed: send(payload) })).toMatchObject({
        exit: 0,
        stdout: '',
        stderr: '',
      })
    }
  })
})

describe('payloads that can not be used', () => {
  const bad: readonly (readonly [string, string | Uint8Array | undefined, string])[] = [
    ['nothing', undefined, 'no payload came: stdin is empty and there is no argument'],
    ['blanks', ' \n', 'no payload came: stdin is empty and there is no argument'],
    [
      'truncated JSON',
      '{"tool_name": "Bash", "tool_in',
      'the payload on stdin is not JSON: unexpected end at byte 30',
    ],
    ['a list', '[]', 'the payload on stdin is a list, not a JSON object'],
    ['null', 'null', 'the payload on stdin is null, not a JSON object'],
    ['a number', '12', 'the payload on stdin is a number, not a JSON object'],
    ['text', '"x"', 'the payload on stdin is a string, not a JSON object'],
    ['NaN', '{"tool_input": {"a": NaN}}', 'the payload on stdin is not JSON: unexpected NaN at byte 21'],
    [
      'two values',
      '{"a":1}{"b":2}',
      'the payload on stdin is not JSON: unexpected { after the end of the value at byte 7',
    ],
    [
      'not UTF-8',
      new Uint8Array([0x7b, 0x22, 0xc3, 0xa9, 0xff, 0x22]),
      'the payload on stdin is not UTF-8: byte 0xff at byte 4',
    ],
    [
      'not UTF-8, in the middle of a sequence',
      new Uint8Array([0x7b, 0x22, 0xe9, 0x22, 0x7d]),
      'the payload on stdin is not UTF-8: byte 0xe9 at byte 2',
    ],
    [
      'nothing to judge',
      '{"session_id": "x"}',
      'the payload names neither an event nor a tool, so it says nothing to judge',
    ],
  ]

  test.each(bad)('%s: a guard refuses and says why', async (_title, text, problem) => {
    const outcome = await runProbe('guard', { feed: (stdin) => stdin.end(text ?? '') })
    expect(outcome.exit).toBe(2)
    expect(outcome.stdout).toBe('')
    expect(outcome.stderr).toContain(`guard could not judge this, so it refuses: ${problem}. `)
    expect(outcome.stderr).not.toMatch(/\n\s+at /)
  })

  test.each(bad)('%s: an observer passes and says so', async (_title, text, problem) => {
    const outcome = await runProbe('observer', { feed: (stdin) => stdin.end(text ?? '') })
    expect(outcome).toMatchObject({ exit: 0, stdout: '' })
    expect(outcome.stderr).toContain(`observer: ${problem}. `)
    expect(outcome.stderr.trimEnd()).not.toContain('\n')
  })

  test('a pipe that never closes and never says anything whole', async () => {
    const outcome = await runProbe('guard', { feed: (stdin) => stdin.write('{"tool_name":') })
    expect(outcome.exit).toBe(2)
    expect(outcome.stderr).toContain(
      'on stdin (nothing more came for 2 s) is not JSON: unexpected end at byte 13',
    )
    expect(outcome.ms).toBeGreaterThan(1900)
    expect(outcome.ms).toBeLessThan(4000)
  })

  test.each(['sudo ls', '$ARGUMENTS', ''])('%j as the argument', async (argument) => {
    const { exit, stderr } = await runProbe('guard', { argv: [argument] })
    expect(exit).toBe(2)
    expect(stderr).toContain(argument === '' ? 'no payload came' : 'tried with --explain in front of it')
  })

  test('a closed stdin', async () => {
    const world = makeWorld()
    const outcome = await new Promise<number | null>((resolve) => {
      const child = spawn('sh', ['-c', 'exec "$@" guard <&- 2>/dev/null', 'sh', program, ...first], {
        env: worldEnv(world),
        cwd: world.project,
      })
      child.on('close', resolve)
    })
    expect(outcome).toBe(2)
  })
})

describe('a call whose tool is not known', () => {
  test.each([
    [{ hook_event_name: 'PreToolUse' }],
    [{ hook_event_name: 'PreToolUse', tool_name: 5, tool_input: { command: 'boom' } }],
    [{ hook_event_name: 'beforeShellExecution', command: 'boom' }],
    [{ event: 'pre_tool_use', tool_input: { command: 'boom' } }],
  ])('%j: a guard refuses, an observer does not care', async (payload) => {
    const refused = await runProbe('guard', { feed: send(payload) })
    expect(refused.exit).toBe(2)
    expect(refused.stderr).toContain('the payload names no tool (tool_name), so the call can not be judged. ')
    expect(await runProbe('observer', { feed: send(payload) })).toMatchObject({ exit: 0, stderr: '' })
  })
})

describe('errors of our own', () => {
  test.each([
    ['guard-throws', 'an unexpected error (ENOENT: it does not exist, open x)'],
    ['guard-rejects', 'an unexpected error (x is not a function)'],
    [
      'guard-deep',
      engine === 'native'
        ? 'an unexpected error (stack overflow)'
        : 'an unexpected error (Maximum call stack size exceeded)',
    ],
    ['guard-not-a-verdict', 'an unexpected error'],
  ])('%s denies in the dialect', async (name, words) => {
    const outcome = await runProbe(name, { feed: send(harmless) })
    expect(outcome.exit).toBe(2)
    const reason = JSON.parse(outcome.stdout).hookSpecificOutput.permissionDecisionReason
    expect(reason).toContain(words)
    expect(outcome.stderr).toBe(`${reason}\n`)
    expect(outcome.stderr).not.toMatch(/no such file|can't open|\n\s+at /i)
  })

  test.each([['guard-stray'], ['guard-callback'], ['guard-never']])(
    '%s: exit 2 and a word on stderr',
    async (name) => {
      const outcome = await runProbe(name, { feed: send(harmless) })
      expect(outcome.exit).toBe(2)
      expect(outcome.stderr).toContain('so it refuses')
      expect(outcome.stderr).not.toMatch(/\n\s+at /)
    },
  )

  test('HOOKBOX_DEBUG=1 shows the stack', async () => {
    const outcome = await runProbe('guard-throws', { feed: send(harmless), env: { HOOKBOX_DEBUG: '1' } })
    expect(outcome.exit).toBe(2)
    expect(outcome.stderr).toMatch(/\n\s+at /)
  })

  test('an observer that throws: exit 0, told to the user and on one line of stderr', async () => {
    const outcome = await runProbe('observer-throws', { feed: send(harmless) })
    expect(outcome.exit).toBe(0)
    expect(JSON.parse(outcome.stdout).systemMessage).toContain('disk on fire')
    expect(outcome.stderr.trimEnd()).toMatch(/^observer-throws: .*disk on fire[^\n]*$/)
  })

  test('what a terminal would obey is shown, not done', async () => {
    const payload = { ...claude, tool_input: { command: 'echo \u001b[2J\u202eboom\n\tx' } }
    const outcome = await runProbe('guard-quotes', { feed: send(payload) })
    const reason = 'not echo \\u001b[2J\\u202eboom\n\tx'
    expect(JSON.parse(outcome.stdout).hookSpecificOutput.permissionDecisionReason).toBe(reason)
    expect(outcome.stderr).toBe(`${reason}\n`)
    const explained = await runProbe('guard-quotes', { argv: ['--explain', JSON.stringify(payload)] })
    expect(explained.stdout).toContain('reason    not echo \\u001b[2J\\u202eboom\n')
  })

  test('stdout is written whole into a slow pipe', async () => {
    const outcome = await runProbe('guard-long', { feed: send(harmless), slowReader: 700 })
    expect(outcome.exit).toBe(2)
    expect(JSON.parse(outcome.stdout).hookSpecificOutput.permissionDecisionReason).toHaveLength(1_000_000)
  })

  test('context is cut to what the harness delivers whole', async () => {
    const outcome = await runProbe('context', {
      feed: send({ hook_event_name: 'SessionStart', source: 'startup' }),
    })
    const text = JSON.parse(outcome.stdout).hookSpecificOutput.additionalContext as string
    expect(text.length).toBeLessThanOrEqual(9000)
    expect(text).toMatch(/991\d{3} characters left out/)
  })
})

describe('options and configuration', () => {
  test.each([
    [['--bogus'], 'unknown option --bogus'],
    [['--mode', 'maybe'], '--mode is maybe, expected observe, ask, enforce'],
    [['--dialect=klingon'], '--dialect is klingon, expected claude-code, openharness, unknown'],
    [['--set', 'x'], '--set is x, expected key=value'],
    [['--mode'], '--mode needs a value'],
    [['--set', 'limit=11'], '--set limit: guard.limit has to be at most 10'],
    [['--event', 'PreToolUze'], '--event is PreToolUze, which is no event of Claude Code'],
    [['--event', 'pre_tool_use'], '--event is pre_tool_use, which is no event of Claude Code'],
    [['--dialect', 'openharness'], 'the payload names no event (event)'],
  ])('%j from a harness: a guard denies, since exit 64 would let the call through', async (argv, words) => {
    const outcome = await runProbe('guard', { argv, feed: send(harmless) })
    expect(outcome.exit).toBe(2)
    expect(outcome.stderr).toContain(words)
  })

  test.each([
    ['claude-code', 'hook_event_name'],
    ['openharness', 'event'],
  ])('--dialect %s for a payload that names no event: a guard denies', async (dialect, field) => {
    const payload = { tool_name: 'Bash', tool_input: { command: 'boom' } }
    const outcome = await runProbe('guard', { argv: ['--dialect', dialect], feed: send(payload) })
    expect(outcome).toMatchObject({ exit: 2, stdout: '' })
    expect(outcome.stderr).toContain(
      `the payload names no event (${field}). If a harness sent it, say what it is with --dialect NAME and --event NAME`,
    )
  })

  test('--mode for a hook without modes', async () => {
    const world = makeWorld()
    const call = { env: worldEnv(world), cwd: world.project, stdin: '{"hook_event_name":"SessionStart"}' }
    const { exit, stderr } = await callFunction(modeless, { ...call, argv: ['--mode', 'observe'] })
    expect(exit).toBe(0)
    expect(stderr).toMatch(/^prepare-session-context: --mode: prepare-session-context has no modes\. /)
    expect((await callFunction(modeless, { ...call, argv: ['--help'] })).stdout).not.toContain('--mode')
    expect((await runProbe('guard', { argv: ['--help'] })).stdout).toContain('--mode MODE')
  })

  test.each([
    [
      ['--explain'],
      'hook      guard (guard, fails closed)\nproblem   there is nothing to explain: give it a payload, a command or a file; guard --help says more\n',
    ],
    [
      ['--mode', 'x', '--explain', '{}'],
      'hook      guard (guard, fails closed)\nproblem   --mode is x, expected observe, ask, enforce; guard --help says more\n',
    ],
  ])('%j: said to a person', async (argv, stdout) => {
    expect(await runProbe('guard', { argv })).toMatchObject({ exit: 64, stdout, stderr: '' })
  })

  test('a bad option by hand is a usage error', async () => {
    const outcome = await runProbe('guard', { argv: ['--bogus'] })
    expect(outcome.exit).toBe(64)
    expect(outcome.stderr).toContain('guard: unknown option --bogus\nusage: guard [PAYLOAD] [options]')
  })

  test('--mode ask asks, observe only tells', async () => {
    const asked = await runProbe('guard', { argv: ['--mode', 'ask'], feed: send(claude) })
    expect(asked.exit).toBe(0)
    expect(JSON.parse(asked.stdout).hookSpecificOutput.permissionDecision).toBe('ask')
    const told = await runProbe('guard', { argv: ['--mode=observe'], feed: send(claude) })
    expect(told.exit).toBe(0)
    expect(JSON.parse(told.stdout).systemMessage).toContain('would have said deny: no boom here')
  })

  test('a harness without ask is refused', async () => {
    const payload = { tool_name: 'bash', tool_input: {}, event: 'pre_tool_use' }
    expect(await runProbe('guard-ask', { feed: send(payload) })).toMatchObject({
      exit: 2,
      stdout: '',
      stderr: 'sure?\n',
    })
  })

  test('--dialect and --event override what the payload says', async () => {
    const payload = { tool_name: 'Bash', tool_input: { command: 'boom' } }
    expectDenied(
      await runProbe('guard', {
        argv: ['--dialect', 'claude-code', '--event', 'PreToolUse'],
        feed: send(payload),
      }),
    )
  })

  test('a bad configuration file: file, line and column', async () => {
    const outcome = await runProbe('guard', {
      feed: send(harmless),
      world: { git: true, files: { 'hookbox.json': '{\n  // comments are fine\n  "block-sudoo": {}\n}\n' } },
    })
    expect(outcome.exit).toBe(2)
    expect(outcome.stderr).toContain(
      '/project/hookbox.json:3:3: no hook is called "block-sudoo"; did you mean "block-sudo"?',
    )
  })

  test('an observer with a bad configuration file passes', async () => {
    const outcome = await runProbe('observer', {
      feed: send(harmless),
      world: { files: { 'hookbox.json': '{' } },
    })
    expect(outcome.exit).toBe(0)
    expect(outcome.stderr).toContain('/project/hookbox.json:1:2: not JSON: close brace expected')
  })
})
