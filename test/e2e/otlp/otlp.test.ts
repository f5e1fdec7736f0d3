import { spawnSync } from 'node:child_process'
import * as path from 'node:path'
import { expect, test } from 'vitest'
import { record, server, spool } from '../../send/spool-folder.ts'
import { otlpClasses } from '../install-clients.ts'

/** What the sender posts, read by OpenTelemetry's own classes. */
test('the body is what the protocol says', async () => {
  const { port, received } = await server()
  const { put, send } = spool([{ type: 'otlp', url: `http://127.0.0.1:${port}/v1/logs` }])
  const input = { command: 'ls "é"', list: [1, -2.5, true, null, { deep: [] }], big: 2 ** 60 }
  put(record(1, { session_id: 's', tool_name: 'Bash', tool_input: input }))
  put(record(2, { stage: 'verdict', verdict: 'deny', hook: 'block-sudo' }))
  expect(await send()).toBe(0)
  const reader = path.resolve(import.meta.dirname, 'read_request.py')
  const { stdout, stderr } = spawnSync(otlpClasses.program, [reader], {
    input: received[0]?.text,
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toMatchObject({
    resource: { 'service.name': 'hookbox' },
    records: [
      {
        time: 1_796_040_000_000_000_000,
        severity: 9,
        attributes: { 'session.id': 's', 'gen_ai.tool.name': 'Bash', 'log.record.uid': record(1).id },
      },
      { severity: 13, attributes: { 'event.name': 'hookbox.verdict' } },
    ],
  })
})
