import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { server } from '../../send/spool-folder.ts'
import { guard, type Hooks, observer, PROJECT, runClaude } from './client.ts'
import { bash, type Turn } from './model.ts'
import type { Session } from './session.ts'

const audit = [{ hooks: [observer('audit-tool-call')] }]
const hooks: Hooks = { PreToolUse: audit, PostToolUse: audit, PostToolUseFailure: audit }

function recordsOf(session: Session): Record<string, unknown>[] {
  const lines = session.text('logs/tool-audit.jsonl').trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}

test('a record for the attempt, the success and the failure', async () => {
  const session = await runClaude({
    hooks,
    turns: [bash('well', 'echo fine'), bash('badly', 'echo broken >&2; exit 3'), { text: 'end' }],
  })
  expect(session.result('badly').isError).toBe(true)
  expect(session.hookRuns).toHaveLength(4)
  for (const run of session.hookRuns) expect(run).toMatchObject({ exit_code: 0, stdout: '', stderr: '' })
  const common = { harness: 'claude-code', tool_name: 'Bash', cwd: PROJECT, user: expect.any(String) }
  expect(recordsOf(session)).toMatchObject([
    { ...common, stage: 'attempt', event: 'PreToolUse', tool_use_id: 'well' },
    {
      ...common,
      stage: 'success',
      event: 'PostToolUse',
      tool_use_id: 'well',
      tool_response: { stdout: 'fine' },
    },
    { ...common, stage: 'attempt', event: 'PreToolUse', tool_use_id: 'badly' },
    {
      ...common,
      stage: 'failure',
      event: 'PostToolUseFailure',
      tool_use_id: 'badly',
      error: expect.stringContaining('broken'),
    },
  ])
})

test('records arrive at a server, by a sender that the client knows nothing of', async () => {
  const { url, received } = await server()
  const session = await runClaude({
    hooks,
    turns: [bash('well', 'echo fine'), { text: 'end' }],
    files: {
      '../.config/hookbox/hookbox.json': JSON.stringify({
        'audit-tool-call': { chain: true, sinks: [{ type: 'http', url }] },
      }),
    },
  })
  for (const run of session.hookRuns) expect(run).toMatchObject({ exit_code: 0, stdout: '', stderr: '' })
  const text = () => received.map((one) => one.text).join('')
  for (let wait = 0; wait < 100 && text().split('\n').length < 4; wait++) await sleep(100)
  expect(text()).toBe(session.text('logs/tool-audit.jsonl'))
  expect(recordsOf(session).map(({ stage }) => stage)).toEqual(['seam', 'attempt', 'success'])
})

test('calls side by side leave whole records', async () => {
  const ids = ['a', 'b', 'c', 'd']
  const tools = ids.flatMap((id) => bash(id, `echo ${id}`).tools ?? [])
  const session = await runClaude({ hooks, turns: [{ tools }] })
  const seen = recordsOf(session).map((record) => `${record['stage']} ${record['tool_use_id']}`)
  expect(seen.sort()).toEqual(ids.flatMap((id) => [`attempt ${id}`, `success ${id}`]).sort())
})

test('what never ran has a record too, and so have prompt, session, stop and verdict', async () => {
  const events =
    'PreToolUse PostToolUse PostToolUseFailure PostToolBatch PermissionRequest UserPromptSubmit SessionStart SessionEnd Stop'
  const session = await runClaude({
    prompt: 'the words of the prompt',
    hooks: {
      ...Object.fromEntries(events.split(' ').map((event) => [event, audit])),
      PreToolUse: [...audit, { matcher: 'Bash', hooks: [guard('block-sudo')] }],
    },
    turns: [
      bash('denied', 'sudo touch made'),
      tool('asked', 'WebFetch', { url: 'https://x.invalid/', prompt: 'x' }),
      tool('invalid', 'Read', { path: 'x' }),
      tool('unknown', 'NoSuchTool', {}),
      bash('ran', 'echo PASSWORD=hunter2'),
      { text: 'end' },
    ],
  })
  const records = recordsOf(session)
  const of = (id: string) => records.filter((record) => record['tool_use_id'] === id)
  const stages = (id: string) => of(id).map((record) => record['stage'])
  expect(stages('ran')).toEqual(['attempt', 'success'])
  expect(stages('denied').sort()).toEqual(['attempt', 'denied', 'verdict'])
  expect(of('denied')).toContainEqual(expect.objectContaining({ hook: 'block-sudo', verdict: 'deny' }))
  expect(stages('asked')).toEqual(['attempt', 'denied'])
  expect(stages('invalid')).toEqual(['invalid'])
  expect(stages('unknown')).toEqual(['invalid'])
  const count = (stage: string) => records.filter((record) => record['stage'] === stage).length
  expect(count('batch')).toBe(5)
  for (const stage of ['permission', 'prompt', 'session-start', 'session-end', 'stop']) {
    expect(count(stage), stage).toBe(1)
  }
  const log = session.text('logs/tool-audit.jsonl')
  expect(log).not.toContain('hunter2')
  expect(log).not.toContain('the words of the prompt')
})

function tool(id: string, name: string, input: Readonly<Record<string, unknown>>): Turn {
  return { tools: [{ id, name, input }] }
}
