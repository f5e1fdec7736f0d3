import { describe, expect, test } from 'vitest'
import { type Answer, callProgram } from './support/call.ts'
import { probeProgram } from './support/probe-program.ts'
import { makeWorld, type WorldOptions, worldEnv } from './support/world.ts'

/** `hookbox run a b`: one process, one payload, one answer. With hooks of one behaviour each. */

const probe = probeProgram()

const tool = { tool_name: 'Bash', tool_input: { command: 'ls' } }
const HARNESSES = {
  'Claude Code': { ...tool, hook_event_name: 'PreToolUse' },
  OpenHarness: { ...tool, tool_name: 'bash', event: 'pre_tool_use' },
} as const
type HarnessName = keyof typeof HARNESSES

interface More {
  readonly payload?: unknown
  readonly world?: WorldOptions
}

function run(
  argv: readonly string[],
  harness: HarnessName = 'Claude Code',
  more: More = {},
): Promise<Answer> {
  const world = makeWorld(more.world)
  const payload = more.payload ?? HARNESSES[harness]
  const stdin = typeof payload === 'string' ? payload : JSON.stringify(payload)
  return callProgram(probe, { argv: ['run', ...argv], stdin, env: worldEnv(world), cwd: world.project })
}

/** What an answer says, whatever the harness: the verdict's kind and its words. */
function said({ exit, stdout, stderr }: Answer, harness: HarnessName) {
  if (harness === 'OpenHarness') {
    return exit === 2 ? { refuses: stderr.trimEnd() } : { text: stdout.trimEnd(), told: stderr.trimEnd() }
  }
  const { hookSpecificOutput: out = {}, systemMessage } = stdout === '' ? {} : JSON.parse(stdout)
  if (exit === 2) expect(stderr.trimEnd()).toBe(out.permissionDecisionReason)
  return {
    decides: out.permissionDecision as string | undefined,
    reason: out.permissionDecisionReason as string | undefined,
    context: out.additionalContext as string | undefined,
    message: systemMessage as string | undefined,
  }
}

const ONE = ['denies', 'blocks', 'asks', 'adds', 'tells', 'passes'] as const
type One = (typeof ONE)[number]
const REASONS = { denies: 'not this', blocks: 'not yet', asks: 'is it meant?' } as const
const isRefusal = (one: One): one is keyof typeof REASONS => one in REASONS
const VERB = { denies: 'deny', blocks: 'block', asks: 'ask' } as const

/** The reason that two hooks give together; undefined when neither refuses. */
function reasonOf(first: One, second: One): string | undefined {
  const refusing = [first, second].filter(isRefusal)
  const kind = (['denies', 'blocks', 'asks'] as const).find((one) => refusing.includes(one))
  if (kind === undefined) return undefined
  return refusing
    .map((one) => {
      const who = first === second || one === kind ? `${one}: ` : `${one}, which alone would ${VERB[one]}: `
      return `${who}${REASONS[one]}`
    })
    .join('\n\n')
}

const pairs = ONE.flatMap((first) =>
  ONE.filter((second) => second !== first).map((second) => [first, second]),
)

describe.each(pairs as [One, One][])('%s with %s', (first, second) => {
  const reason = reasonOf(first, second)
  const both = [first, second]
  const tells = both.includes('tells') ? 'for the user' : undefined
  const adds = both.includes('adds') ? 'a fact' : undefined

  test('Claude Code', async () => {
    const answer = await run(both)
    const onlyAsks = reason !== undefined && !both.includes('denies') && !both.includes('blocks')
    expect(answer.exit).toBe(reason === undefined || onlyAsks ? 0 : 2)
    expect(said(answer, 'Claude Code')).toEqual({
      decides: reason === undefined ? undefined : onlyAsks ? 'ask' : 'deny',
      reason,
      context: reason === undefined ? adds : undefined,
      message: tells,
    })
  })

  test('OpenHarness', async () => {
    const answer = await run(both, 'OpenHarness')
    const lines = [reason, tells].filter((line) => line !== undefined).join('\n')
    expect(answer.exit).toBe(reason === undefined ? 0 : 2)
    expect(said(answer, 'OpenHarness')).toEqual(
      reason === undefined ? { text: adds ?? '', told: tells ?? '' } : { refuses: lines },
    )
    if (reason !== undefined) expect(answer.stdout).toBe('')
  })
})

describe('two of a kind, in the order named', () => {
  test.each([
    [
      ['denies', 'denies-too'],
      { decides: 'deny', reason: 'denies: not this\n\ndenies-too: not this either' },
    ],
    [
      ['denies-too', 'denies'],
      { decides: 'deny', reason: 'denies-too: not this either\n\ndenies: not this' },
    ],
    [['blocks', 'blocks-too'], { decides: 'deny', reason: 'blocks: not yet\n\nblocks-too: not yet either' }],
    [['asks', 'asks-too'], { decides: 'ask', reason: 'asks: is it meant?\n\nasks-too: is it meant either?' }],
    [['adds', 'adds-too'], { context: 'a fact\n\na fact either' }],
    [['tells', 'tells-too'], { message: 'for the user\nfor the user either' }],
    [['passes', 'passes-too'], {}],
    [['denies', 'denies'], { decides: 'deny', reason: 'denies: not this' }],
    [['passes', 'asks', 'passes-too'], { decides: 'ask', reason: 'asks: is it meant?' }],
    [['tells', 'adds', 'asks'], { decides: 'ask', reason: 'asks: is it meant?', message: 'for the user' }],
  ] as const)('%j', async (names, expected) => {
    const nothing = { decides: undefined, reason: undefined, context: undefined, message: undefined }
    expect(said(await run(names), 'Claude Code')).toEqual({ ...nothing, ...expected })
  })
})

describe('errors of our own', () => {
  test.each(Object.keys(HARNESSES) as HarnessName[])('%s: a guard that throws denies', async (harness) => {
    for (const names of [
      ['passes', 'guard-throws'],
      ['guard-rejects', 'passes'],
      ['guard-deep', 'adds'],
      ['observer', 'guard-not-a-verdict'],
    ]) {
      const { exit, stderr } = await run(names, harness)
      expect([exit, stderr]).toEqual([
        2,
        expect.stringMatching(/^guard-\S+ could not judge this, so it refuses: /),
      ])
    }
  })

  test('and so do the others beside it', async () => {
    const { stderr } = await run(['denies', 'guard-throws', 'asks'])
    expect(stderr).toMatch(
      /^denies: not this\n\nguard-throws could not judge this, so it refuses: [^\n]+\n\nasks, which alone would ask: is it meant\?\n$/,
    )
  })

  test('an observer that throws is told, and refuses nothing', async () => {
    const alone = await run(['observer-throws', 'passes'])
    expect(alone.exit).toBe(0)
    expect(JSON.parse(alone.stdout)).toEqual({
      systemMessage: expect.stringMatching(/^observer-throws: .*disk on fire/),
    })
    const beside = await run(['observer-throws', 'denies'])
    expect(beside.exit).toBe(2)
    expect(beside.stderr).toBe('denies: not this\n')
    expect(JSON.parse(beside.stdout).systemMessage).toContain('disk on fire')
    const asked = await run(['asks', 'observer-throws'])
    expect([asked.exit, JSON.parse(asked.stdout).hookSpecificOutput.permissionDecision]).toEqual([0, 'ask'])
  })

  test.each([['guard-stray'], ['guard-callback'], ['guard-never']])(
    '%s: exit 2, since nobody can tell whose it is',
    async (name) => {
      const { exit, stderr } = await run(['passes', name, 'adds'])
      expect([exit, stderr]).toEqual([
        2,
        expect.stringMatching(new RegExp(`^hookbox run passes ${name} adds: .*so it refuses\n$`)),
      ])
    },
  )

  test('a payload that can not be used is said once for all guards', async () => {
    const { exit, stdout, stderr } = await run(['passes', 'observer', 'denies'], 'Claude Code', {
      payload: '{"a',
    })
    expect([exit, stdout]).toEqual([2, ''])
    const [guards, observer, ...rest] = stderr.trimEnd().split('\n')
    expect(guards).toMatch(
      /^passes, denies could not judge this, so they refuse: the payload on stdin is not JSON: /,
    )
    expect(observer).toMatch(/^observer: the payload on stdin is not JSON: /)
    expect(rest).toEqual([])
  })

  test('no payload', async () => {
    expect(await run(['passes', 'denies'], 'Claude Code', { payload: '' })).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('passes, denies could not judge this, so they refuse: no payload came'),
    })
  })

  test('a bad configuration file is said once for all guards', async () => {
    const { stderr } = await run(['passes', 'denies', 'adds'], 'Claude Code', {
      world: { files: { 'hookbox.json': '{' } },
    })
    expect(stderr).toMatch(/^passes, denies could not judge this, so they refuse: [^\n]+\n$/)
  })

  test('and so is a call without a tool; an observer does not care', async () => {
    const payload = { hook_event_name: 'PreToolUse' }
    const { exit, stderr } = await run(['denies', 'observer', 'passes'], 'Claude Code', { payload })
    expect([exit, stderr]).toEqual([
      2,
      expect.stringMatching(
        /^denies, passes could not judge this, so they refuse: the payload names no tool [^\n]+\n$/,
      ),
    ])
  })

  test('a bad configuration file refuses beside a hook that never does', async () => {
    const { exit, stderr } = await run(['passes', 'adds'], 'Claude Code', {
      world: { files: { 'hookbox.json': '{' } },
    })
    expect([exit, stderr]).toEqual([2, expect.stringContaining('hookbox.json:1:2: not JSON')])
  })
})

describe('names', () => {
  test.each([
    [['passes', 'asts'], 'hookbox run: no hook is called "asts"; did you mean "asks"?\n'],
    [['klingon'], 'hookbox run: no hook is called "klingon"; hookbox hooks shows them\n'],
    [['constructor'], 'hookbox run: no hook is called "constructor"; hookbox hooks shows them\n'],
    [[], 'hookbox run: it names no hook; usage: hookbox run HOOK... [PAYLOAD] [options]\n'],
    [['--mode', 'ask'], 'hookbox run: it names no hook; usage: hookbox run HOOK... [PAYLOAD] [options]\n'],
    [
      ['passes', '--mode', 'ask', 'denies'],
      'hookbox run: denies has to stand before the options, with the other hooks\n',
    ],
  ])('%j refuses', async (argv, stderr) => {
    expect(await run(argv)).toEqual({ exit: 2, stdout: '', stderr })
  })

  test('a hook that does not serve the event says nothing', async () => {
    const answer = await run(['denies', 'blocks'], 'Claude Code', {
      payload: { hook_event_name: 'UserPromptSubmit', prompt: 'x' },
    })
    expect(answer).toEqual({ exit: 0, stdout: '', stderr: '' })
  })

  test('the payload as an argument', async () => {
    const argv = ['passes', 'denies', JSON.stringify(HARNESSES['Claude Code'])]
    expect(await run(argv, 'Claude Code', { payload: '{}' })).toMatchObject({
      exit: 2,
      stderr: 'denies: not this\n',
    })
  })
})

describe('options', () => {
  test('--mode is for each hook that has one', async () => {
    const { exit, stdout } = await run(['denies', 'denies-too', '--mode', 'ask'])
    expect([exit, JSON.parse(stdout).hookSpecificOutput.permissionDecision]).toEqual([0, 'ask'])
  })

  test('--set names its hook', async () => {
    const one = await run(['denies', 'denies-too', '--set', 'denies.mode=observe'])
    expect(one).toMatchObject({ exit: 2, stderr: 'denies-too: not this either\n' })
    expect(JSON.parse(one.stdout).systemMessage).toBe(
      'denies only observes; it would have said deny: denies: not this',
    )
    const bad = await run(['passes', 'passes-too', '--set', 'passes.limit=11'])
    expect([bad.exit, bad.stderr]).toEqual([
      2,
      expect.stringContaining('--set limit: passes.limit has to be at most 10'),
    ])
    expect(bad.stderr).not.toContain('passes-too')
  })

  test.each([
    [['--set', 'limit=1'], '--set limit: several hooks run here, so say which: --set '],
    [['--set', 'pases.limit=1'], 'so say which: --set passes.limit=VALUE'],
    [['--bogus'], 'unknown option --bogus'],
    [['--json'], '--json goes with --explain only'],
  ])('%j is a mistake, which denies', async (options, words) => {
    const { exit, stderr } = await run(['passes', 'adds', ...options])
    expect([exit, stderr]).toEqual([2, expect.stringContaining(words)])
  })
})
