import { describe, expect } from 'vitest'
import { hook } from '../../../hooks/audit-tool-call/index.ts'
import { sha256 } from '../../../src/text/sha256.ts'
import { config, LOG, leaves, records } from '../../support/audit-log.ts'
import { bashPayload, hookTable, payloadLike } from '../../support/table.ts'

describe('secrets', () => {
  const secret = 'sup3r-s3cret-value'
  hookTable(hook, [
    {
      title: 'are hidden in input and result, and the record stays what it was',
      payload: payloadLike('claude-code/PostToolUse.Bash.json', {
        tool_input: { command: `curl -H "Authorization: Bearer ${secret}" -d '{"api_key": "${secret}"}' x` },
        tool_response: { stdout: `PASSWORD=${secret}`, password: secret },
      }),
      exit: 0,
      after: (world) => {
        expect(world.read(LOG)).not.toContain(secret)
        expect(records(world)).toMatchObject([
          {
            tool_input: {
              command: `curl -H "Authorization: Bearer [REDACTED:bearer]" -d '{"api_key": "[REDACTED:by-key]"}' x`,
            },
            tool_response: { stdout: 'PASSWORD=[REDACTED:by-key]', password: '[REDACTED:by-key]' },
          },
        ])
      },
    },
    {
      title: 'of the environment are hidden by their value',
      env: { SOME_API_KEY: secret },
      payload: bashPayload(`echo ${secret} ${Buffer.from(`x:${secret}`).toString('base64')}`),
      exit: 0,
      after: leaves({
        tool_input: { command: expect.stringMatching(/^echo \[REDACTED:env-value\] \w*\[RED/) },
      }),
    },
    {
      title: 'by the rules of configuration too',
      world: config({ redactKeys: ['badge'], redactPatterns: ['ACME-\\d{4}'] }),
      payload: bashPayload('x', { tool_input: { badge: 'b', note: 'ACME-1234' } }),
      exit: 0,
      after: leaves({ tool_input: { badge: '[REDACTED:by-key]', note: '[REDACTED:custom]' } }),
    },
    {
      title: 'in a text that is cut, before it is cut',
      payload: payloadLike('claude-code/PreToolUse.Write.json', {
        tool_input: { file_path: 'x', content: `${'a'.repeat(8180)} TOKEN=${secret} ${'b'.repeat(20_000)}` },
      }),
      exit: 0,
      after: (world) => expect(world.read(LOG)).not.toContain('sup3r'),
    },
  ])
})

describe('large values', () => {
  const content = `${'ä'.repeat(50_000)}${'z'.repeat(50_000)}`
  hookTable(hook, [
    {
      title: 'are cut, with their length and hash',
      payload: payloadLike('claude-code/PreToolUse.Write.json', { tool_input: { file_path: 'x', content } }),
      exit: 0,
      after: (world) => {
        const [{ tool_input } = {}] = records(world)
        const kept = String((tool_input as Record<string, unknown>)['content'])
        expect(kept).toContain(`[CUT: 150000 bytes, sha256 ${sha256(content)}]`)
        expect(kept).toMatch(/^ä+\[CUT.*\]z+$/)
        expect(Buffer.byteLength(kept)).toBeLessThan(16_384 + 110)
      },
    },
    {
      title: 'in a great number too',
      payload: bashPayload('x', {
        tool_input: { list: Array.from({ length: 9000 }, (_, n) => `${n} ${'x'.repeat(300)}`) },
      }),
      exit: 0,
      after: (world) => {
        expect(world.read(LOG).length).toBeLessThan(1024 * 1024 + 2)
        expect(records(world)).toHaveLength(1)
      },
    },
    {
      title: 'and where cutting texts does not help',
      payload: bashPayload('x', { tool_input: { list: Array.from({ length: 400_000 }, (_, n) => n) } }),
      exit: 0,
      after: leaves({
        stage: 'attempt',
        tool_name: 'Bash',
        tool_input: expect.stringMatching(/CUT: \d+ bytes/),
      }),
    },
    {
      title: 'nested without end',
      payload: JSON.stringify(bashPayload('x')).replace('"x"', `${'['.repeat(20_000)}1${']'.repeat(20_000)}`),
      exit: 0,
      stderr: /is nested deeper than 1000 at byte \d+/,
      after: leaves({ stage: 'unreadable' }),
    },
  ])
})
