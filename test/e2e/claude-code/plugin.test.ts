import { expect, test } from 'vitest'
import { PROJECT, runClaude } from './client.ts'
import { bash, write } from './model.ts'

test('as a plugin, with every hook at work', async () => {
  const session = await runClaude({
    prompt: 'Look into OPS-7.',
    files: {
      'tickets/OPS-7.json': JSON.stringify({ id: 'OPS-7', title: 'The disk is full' }),
      'data/kept.txt': 'kept\n',
    },
    scripts: { 'deploy.sh': '#!/bin/sh\ntouch deployed\n' },
    git: [['checkout', '-q', '-b', 'topic']],
    turns: [
      bash('rm', 'rm -rf ./data'),
      bash('sudo', 'sudo touch made-by-root'),
      write('secret', `${PROJECT}/.env`, 'TOKEN=1\n'),
      bash('deploy', './deploy.sh production'),
      bash('fails', 'exit 3'),
      write('note', `${PROJECT}/note.txt`, 'a note\n'),
      { text: 'That is all I can do.' },
    ],
  })
  expect(session.read(0)).toContain('topic')
  expect(session.read(0)).toContain('The disk is full')
  for (const id of ['rm', 'sudo', 'secret', 'deploy']) {
    expect(session.result(id), id).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^PreToolUse:\w+ hook error: /),
    })
  }
  expect(session.result('note').isError, session.result('note').text).toBe(false)
  expect(session.text('data/kept.txt')).toBe('kept\n')
  expect(['.env', 'deployed', 'made-by-root'].filter(session.exists)).toEqual([])
  expect(session.answer).toBe('That is all I can do.')
  const records = session.text('logs/tool-audit.jsonl').trimEnd().split('\n')
  const stages = records.map((line) => JSON.parse(line) as { stage: string; tool_use_id: string })
  const ids = (stage: string) =>
    stages.filter((record) => record.stage === stage).map((record) => record.tool_use_id)
  expect(ids('attempt')).toEqual(['rm', 'sudo', 'secret', 'deploy', 'fails', 'note'])
  expect(ids('denied')).toEqual(['rm', 'sudo', 'secret', 'deploy'])
  expect(ids('failure')).toEqual(['fails'])
  expect(ids('success')).toEqual(['note'])
})
