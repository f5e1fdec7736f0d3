import { expect, test } from 'vitest'
import { type Hooks, observer, PROJECT, runClaude } from './client.ts'
import { bash } from './model.ts'
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

test('calls side by side leave whole records', async () => {
  const ids = ['a', 'b', 'c', 'd']
  const tools = ids.flatMap((id) => bash(id, `echo ${id}`).tools ?? [])
  const session = await runClaude({ hooks, turns: [{ tools }] })
  const seen = recordsOf(session).map((record) => `${record['stage']} ${record['tool_use_id']}`)
  expect(seen.sort()).toEqual(ids.flatMap((id) => [`attempt ${id}`, `success ${id}`]).sort())
})
