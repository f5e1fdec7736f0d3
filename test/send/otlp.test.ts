import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { otlpRequest } from '../../src/send/otlp-record.ts'
import { record, server, spool } from './spool-folder.ts'

/**
 * ExportLogsServiceRequest in OTLP's JSON form (opentelemetry-proto, logs/v1 and common/v1): names
 * in lowerCamelCase, 64-bit numbers as texts, enums as numbers, no field that is not there.
 */
const anyValue: z.ZodMiniType = z.lazy(() =>
  z.union([
    z.strictObject({ stringValue: z.string() }),
    z.strictObject({ boolValue: z.boolean() }),
    z.strictObject({ intValue: z.string().check(z.regex(/^-?\d{1,19}$/)) }),
    z.strictObject({ doubleValue: z.number() }),
    z.strictObject({ arrayValue: z.strictObject({ values: z.array(anyValue) }) }),
    z.strictObject({ kvlistValue: z.strictObject({ values: z.array(keyValue) }) }),
  ]),
)
const keyValue = z.strictObject({ key: z.string().check(z.minLength(1)), value: anyValue })
const nanoseconds = z.string().check(z.regex(/^\d{19}$/))
const scope = z.strictObject({ name: z.string(), version: z.string() })
const logRecord = z.strictObject({
  timeUnixNano: nanoseconds,
  observedTimeUnixNano: nanoseconds,
  severityNumber: z.int().check(z.minimum(1), z.maximum(24)),
  severityText: z.string(),
  body: anyValue,
  attributes: z.array(keyValue),
})
const request = z.strictObject({
  resourceLogs: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes: z.array(keyValue) }),
      scopeLogs: z.array(z.strictObject({ scope, logRecords: z.array(logRecord) })),
    }),
  ),
})

const full = record(7, {
  session_id: 's',
  tool_use_id: 't',
  tool_name: 'Bash',
  tool_input: { command: 'ls', list: [1, -2.5, true, 'x', { deep: [] }, null], big: 2 ** 60, none: null },
  user: 'dev',
  harness: 'claude-code',
  cwd: '/p',
  v: 1,
})

const attributesOf = (attributes: readonly { key: string; value: Record<string, unknown> }[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

test('the body has the shape of the protocol, and the record in it', async () => {
  const { port, received } = await server()
  const url = `http://127.0.0.1:${port}/v1/logs`
  const { put, send } = spool([{ type: 'otlp', url, resource: { 'deployment.environment.name': 'test' } }])
  put(full, record(8, { stage: 'verdict', verdict: 'deny', hook: 'block-sudo', rule: 'sudo', reason: 'r' }))
  expect(await send()).toBe(0)
  expect(received[0]?.path).toBe('/v1/logs')
  expect(received[0]?.headers['content-type']).toBe('application/json')
  const body: unknown = JSON.parse(received[0]?.text ?? '')
  const [logs] = request.parse(body).resourceLogs
  expect(attributesOf((logs?.resource.attributes ?? []) as never)).toMatchObject({
    'service.name': 'hookbox',
    'deployment.environment.name': 'test',
  })
  const [first, second] = logs?.scopeLogs[0]?.logRecords ?? []
  expect(first).toMatchObject({ timeUnixNano: '1796040000000000000', severityNumber: 9 })
  expect(attributesOf((first?.attributes ?? []) as never)).toEqual({
    'event.name': 'hookbox.attempt',
    'log.record.uid': full.id,
    'session.id': 's',
    'gen_ai.tool.name': 'Bash',
    'gen_ai.tool.call.id': 't',
    'user.name': 'dev',
    'hookbox.harness': 'claude-code',
    'hookbox.cwd': '/p',
  })
  expect(second).toMatchObject({ severityNumber: 13, severityText: 'WARN' })
})

test('every kind of value keeps its kind', () => {
  const [logs] = request.parse(otlpRequest([full], {})).resourceLogs
  const text = JSON.stringify(logs?.scopeLogs[0]?.logRecords[0]?.body)
  expect(text).toContain('{"key":"command","value":{"stringValue":"ls"}}')
  expect(text).toContain(
    '{"arrayValue":{"values":[{"intValue":"1"},{"doubleValue":-2.5},{"boolValue":true},{"stringValue":"x"},{"kvlistValue":{"values":[{"key":"deep","value":{"arrayValue":{"values":[]}}}]}},{"stringValue":""}]}}',
  )
  expect(text).toContain('{"key":"big","value":{"doubleValue":1152921504606847000}}')
  expect(text).not.toContain('none')
})

describe('what the collector says', () => {
  test('it left some out: they are not sent again, and the user is told', async () => {
    const { url, received } = await server({
      status: 200,
      body: { partialSuccess: { rejectedLogRecords: '1', errorMessage: 'too old' } },
    })
    const { put, send, read } = spool([{ type: 'otlp', url }])
    put(record(1))
    expect(await send()).toBe(0)
    expect(received).toHaveLength(1)
    expect(read('problem.json')).toContain('left out 1 records of a batch: too old')
  })

  test('all is well, with an empty body or an empty success', async () => {
    const { url } = await server({ status: 200, body: '{}' }, { status: 200, body: { partialSuccess: {} } })
    const { put, send, exists } = spool([{ type: 'otlp', url, batchRecords: 1 }])
    put(record(1), record(2))
    expect(await send()).toBe(0)
    expect(exists('problem.json')).toBe(false)
  })
})
