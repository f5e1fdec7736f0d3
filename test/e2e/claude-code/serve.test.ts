import { expect, test } from 'vitest'
import { startServer } from '../../server/start.ts'
import { guard, PROJECT, runClaude } from './client.ts'
import { bash } from './model.ts'

const http = (url: string, more: object = {}) => ({ type: 'http', url, timeout: 10, ...more })

test('events posted by the client become records, without secrets', async () => {
  const server = await startServer()
  const record = [{ hooks: [http(`${server.url}/v1/events`)] }]
  const events = 'PreToolUse PostToolUse PostToolUseFailure PostToolBatch UserPromptSubmit Stop SessionEnd'
  const session = await runClaude({
    hooks: Object.fromEntries(events.split(' ').map((event) => [event, record])),
    turns: [bash('well', 'echo PASSWORD=hunter2-and-more'), bash('badly', 'exit 3'), { text: 'end' }],
  })
  expect(session.result('well').isError).toBe(false)
  const rows = await server.store.records({}, { limit: 100, order: 'old' })
  const stages = (call: string) => rows.filter((row) => row.call === call).map(({ stage }) => stage)
  expect(stages('well')).toEqual(['attempt', 'success'])
  expect(stages('badly')).toEqual(['attempt', 'failure'])
  expect(new Set(rows.map(({ stage }) => stage))).toEqual(
    new Set(['attempt', 'success', 'failure', 'batch', 'prompt', 'stop', 'session-end']),
  )
  for (const row of rows) expect(row).toMatchObject({ harness: 'claude-code', cwd: PROJECT })
  const kept = await Promise.all(rows.map(({ id }) => server.store.record(id)))
  expect(kept.map((one) => one?.record).join('\n')).not.toContain('hunter2')
  expect(
    (await server.store.sessions({}, { limit: 10 })).map(({ calls, failed }) => [calls, failed]),
  ).toEqual([[2, 1]])
})

test('a guard asked over HTTP refuses the call and lets its healthy neighbour pass', async () => {
  const server = await startServer()
  const guards = http(`${server.url}/hooks/block-sudo,block-dangerous-rm,audit-tool-call`, {
    onFailure: 'block',
  })
  const session = await runClaude({
    hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [guards] }] },
    turns: [
      bash('sudo', 'sudo touch made.txt'),
      bash('rm', 'rm -rf "$HOME"'),
      bash('fine', 'touch fine.txt'),
      { text: 'end' },
    ],
  })
  expect(session.result('sudo')).toMatchObject({ isError: true, text: expect.stringContaining('block-sudo') })
  expect(session.result('rm')).toMatchObject({
    isError: true,
    text: expect.stringContaining('block-dangerous-rm'),
  })
  expect(session.result('fine').isError).toBe(false)
  expect(session.exists('made.txt')).toBe(false)
  expect(session.exists('fine.txt')).toBe(true)
  const verdicts = await server.store.records({ stage: 'verdict' }, { limit: 10, order: 'old' })
  expect(verdicts.map(({ call, hook, verdict }) => [call, hook, verdict])).toEqual([
    ['sudo', 'block-sudo', 'deny'],
    ['rm', 'block-dangerous-rm', 'deny'],
  ])
})

test('with the server away a call goes on, or not with onFailure', async () => {
  const gone = 'http://127.0.0.1:9/hooks/block-sudo'
  const open = await runClaude({
    hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [http(gone)] }] },
    turns: [bash('a', 'touch open.txt'), { text: 'end' }],
  })
  expect(open.exists('open.txt')).toBe(true)
  const closed = await runClaude({
    hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [http(gone, { onFailure: 'block' })] }] },
    turns: [bash('a', 'touch closed.txt'), { text: 'end' }],
  })
  expect(closed.exists('closed.txt')).toBe(false)
})

test('a command hook and an HTTP hook may stand side by side', async () => {
  const server = await startServer()
  const session = await runClaude({
    hooks: {
      PreToolUse: [{ matcher: 'Bash', hooks: [guard('block-sudo'), http(`${server.url}/v1/events`)] }],
    },
    turns: [bash('a', 'sudo touch made.txt'), bash('b', 'touch fine.txt'), { text: 'end' }],
  })
  expect(session.result('a').isError).toBe(true)
  expect(session.exists('fine.txt')).toBe(true)
  expect(await server.store.size()).toBe(2)
})
