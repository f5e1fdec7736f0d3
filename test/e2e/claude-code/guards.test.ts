import { describe, expect, test } from 'vitest'
import { guard, type Hooks, observer, PROJECT, type Run, runClaude } from './client.ts'
import { bash, type Turn, write } from './model.ts'
import type { Session } from './session.ts'

/** The reason that a denying hook gave, from its own stdout. */
function reasonOf(session: Session, run = 0): string {
  const answer = JSON.parse(session.hookRuns[run]?.stdout ?? '') as {
    hookSpecificOutput: { permissionDecisionReason: string }
  }
  return answer.hookSpecificOutput.permissionDecisionReason
}

function before(matcher: string, ...hooks: readonly object[]): Hooks {
  return { PreToolUse: [{ matcher, hooks }] }
}

interface Case {
  readonly name: string
  readonly tool: string
  readonly refused: Turn
  readonly passing: Turn
  readonly world: Partial<Run>
  readonly reason: RegExp
  readonly unharmed: (session: Session) => boolean
}

const cases: readonly Case[] = [
  {
    name: 'block-dangerous-rm',
    tool: 'Bash',
    refused: bash('refused', 'rm -rf ./data'),
    passing: bash('passing', 'touch made.txt && rm -rf node_modules'),
    world: {
      files: {
        'data/kept.txt': 'kept',
        '.gitignore': 'node_modules/\n',
        'node_modules/left-pad/index.js': '',
      },
      git: [],
    },
    reason: /data/,
    unharmed: (session) => session.exists('data/kept.txt') && !session.exists('node_modules'),
  },
  {
    name: 'block-sudo',
    tool: 'Bash',
    refused: bash('refused', 'touch first.txt && sudo touch second.txt'),
    passing: bash('passing', 'touch made.txt && echo "use sudo rarely"'),
    world: {},
    reason: /sudo/,
    unharmed: (session) => !session.exists('first.txt'),
  },
  {
    name: 'protect-sensitive-files',
    tool: 'Edit|Write|NotebookEdit',
    refused: write('refused', `${PROJECT}/.env`, 'TOKEN=1\n'),
    passing: write('passing', `${PROJECT}/made.txt`, 'made\n'),
    world: {},
    reason: /\.env/,
    unharmed: (session) => !session.exists('.env'),
  },
  {
    name: 'check-deploy-env',
    tool: 'Bash',
    refused: bash('refused', './deploy.sh production'),
    passing: bash('passing', 'touch made.txt && ./deploy.sh staging'),
    world: {
      scripts: { 'deploy.sh': '#!/bin/sh\ntouch "deployed-$1"\n' },
      git: [['checkout', '-q', '-b', 'topic']],
    },
    reason: /topic/,
    unharmed: (session) => !session.exists('deployed-production') && session.exists('deployed-staging'),
  },
]

describe.each(['acceptEdits', 'bypassPermissions'] as const)('with %s', (mode) => {
  test.each(cases)('$name stops a call, says why, and lets another through', async (one) => {
    const session = await runClaude({
      ...one.world,
      mode,
      hooks: before(one.tool, guard(one.name)),
      turns: [one.refused, one.passing, { text: 'end' }],
    })
    const reason = reasonOf(session)
    const toolName = one.refused.tools?.[0]?.name
    expect(reason).toMatch(one.reason)
    expect(session.result('refused')).toEqual({
      isError: true,
      text: `PreToolUse:${toolName} hook error: ${reason}`,
    })
    expect(session.hookRuns[0]).toMatchObject({ exit_code: 2, stderr: `${reason}\n` })
    expect(session.result('passing').isError, session.result('passing').text).toBe(false)
    expect(session.hookRuns[1]).toMatchObject({ exit_code: 0, stdout: '', stderr: '' })
    expect(session.exists('made.txt')).toBe(true)
    expect(one.unharmed(session)).toBe(true)
    expect(session.answer).toBe('end')
  })
})

test('a guard that can not read its configuration denies and names the place', async () => {
  const session = await runClaude({
    files: { 'hookbox.json': '{\n  "block-sudo": { "mode": "enforse" }\n}\n' },
    hooks: before('Bash', guard('block-sudo')),
    turns: [bash('touch', 'touch made.txt')],
  })
  expect(session.result('touch').isError).toBe(true)
  expect(session.result('touch').text).toContain(`${PROJECT}/hookbox.json:2:27: `)
  expect(session.exists('made.txt')).toBe(false)
})

test('a guard that can not even start: its settings block the call', async () => {
  const session = await runClaude({
    hooks: before('Bash', guard('not-installed')),
    turns: [bash('touch', 'touch made.txt')],
  })
  expect(session.result('touch').isError).toBe(true)
  expect(session.exists('made.txt')).toBe(false)
})

test('a guard that was asked to ask is refused with its reason where nobody can answer', async () => {
  const session = await runClaude({
    hooks: before('Bash', guard('block-sudo', '--mode', 'ask')),
    turns: [bash('sudo', 'sudo touch made.txt')],
  })
  expect(session.hookRuns[0]).toMatchObject({ exit_code: 0, stderr: '' })
  expect(session.result('sudo')).toEqual({ isError: true, text: reasonOf(session) })
})

test('a guard that only observes lets the call run', async () => {
  const session = await runClaude({
    hooks: before('Bash', guard('block-dangerous-rm', '--mode', 'observe')),
    turns: [bash('rm', 'rm -rf ./data')],
    files: { 'data/x': '' },
  })
  expect(session.hookRuns[0]?.stdout).toContain('block-dangerous-rm only observes')
  expect(session.result('rm').isError).toBe(false)
  expect(session.exists('data')).toBe(false)
})

test('a guard that is found by its name on the PATH', async () => {
  const handler = { type: 'command', command: 'block-sudo', timeout: 10, onFailure: 'block' }
  const session = await runClaude({
    hooks: before('Bash', handler),
    turns: [bash('sudo', 'sudo touch made.txt'), bash('touch', 'touch made.txt')],
  })
  expect(session.result('sudo').text).toBe(`PreToolUse:Bash hook error: ${reasonOf(session)}`)
  expect(session.result('touch').isError).toBe(false)
})

describe('several hooks on one call', () => {
  const hooks = before(
    'Bash',
    guard('block-dangerous-rm'),
    guard('block-sudo'),
    guard('check-deploy-env'),
    observer('audit-tool-call'),
  )

  test('one denial is enough, and the others still ran', async () => {
    const session = await runClaude({
      hooks,
      turns: [bash('rm', 'rm -rf ./data')],
      files: { 'data/kept.txt': '' },
    })
    expect(session.hookRuns.map((run) => run.exit_code).sort()).toEqual([0, 0, 0, 2])
    const denial = session.hookRuns.findIndex((run) => run.exit_code === 2)
    expect(session.result('rm').text).toBe(`PreToolUse:Bash hook error: ${reasonOf(session, denial)}`)
    expect(session.exists('data/kept.txt')).toBe(true)
    expect(session.text('logs/tool-audit.jsonl')).toMatch(/"stage":"attempt".*"tool_use_id":"rm"/)
  })

  test('all pass: the call runs', async () => {
    const session = await runClaude({ hooks, turns: [bash('touch', 'touch made.txt')] })
    expect(session.hookRuns.map((run) => run.exit_code)).toEqual([0, 0, 0, 0])
    expect(session.exists('made.txt')).toBe(true)
  })
})
