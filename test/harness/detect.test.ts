import * as fs from 'node:fs'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import { CLAUDE_EVENTS } from '../../src/harness/claude-code.ts'
import { detectDialect, harnessOf } from '../../src/harness/index.ts'
import type { Payload } from '../../src/payload.ts'

const fixtures = path.resolve(import.meta.dirname, '../fixtures')

function payloads(folder: string): [string, Payload][] {
  return fs
    .readdirSync(path.join(fixtures, folder))
    .filter((file) => file.endsWith('.json') && !/^(INDEX|_env)/.test(file))
    .flatMap((file): [string, Payload][] => {
      try {
        return [[file, JSON.parse(fs.readFileSync(path.join(fixtures, folder, file), 'utf8')) as Payload]]
      } catch {
        return [] // windsurf sends raw control characters: not JSON on purpose
      }
    })
}

describe('captured payloads are told apart', () => {
  test.each(payloads('claude-code'))('claude-code %s', (_file, payload) => {
    expect(detectDialect(payload)).toBe('claude-code')
    const event = harnessOf('claude-code').read(payload, { cwd: '/elsewhere' })
    expect(event.harnessEvent).toBe(payload['hook_event_name'])
    expect(event.name).toBe(CLAUDE_EVENTS.get(String(payload['hook_event_name'])))
    expect(event.cwd).toBe(payload['cwd'])
    expect(event.sessionId).toBe(payload['session_id'])
  })

  test.each(payloads('openharness'))('openharness %s', (_file, payload) => {
    expect(detectDialect(payload)).toBe('openharness')
    expect(harnessOf('openharness').read(payload, { cwd: '/here' }).cwd).toBe(payload['cwd'] ?? '/here')
  })

  // Kimi's events without a tool carry nothing that a Claude Code payload typed by hand has
  // not; exit 2 with the reason on stderr, which Kimi honours, is part of both answers.
  const alike = /^kimi-(SessionStart|Stop|UserPromptSubmit)/

  test.each(payloads('other'))('other %s', (file, payload) => {
    expect(detectDialect(payload)).toBe(alike.test(file) ? 'claude-code' : 'unknown')
  })
})

test.each([
  [{ tool_name: 'Bash', tool_input: { command: 'ls' } }, 'tool-before', 'shell'],
  [{ tool_name: 'bash', tool_input: { command: 'ls' } }, 'tool-before', 'shell'],
  [{ tool_name: 'Bash', tool_input: {}, tool_response: {} }, 'tool-after', 'shell'],
  [{ tool_name: 'mcp__files__write', tool_input: {} }, 'tool-before', 'mcp'],
])('a payload typed by hand: %j', (payload, name, kind) => {
  expect(detectDialect(payload)).toBe('unknown')
  const event = harnessOf('unknown').read(payload, { cwd: '/here' })
  expect([event.name, event.tool?.kind, event.cwd]).toEqual([name, kind, '/here'])
})

test('a Claude Code payload written by hand needs only the event name', () => {
  expect(detectDialect({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: {} })).toBe(
    'claude-code',
  )
})

test('OpenHarness: a tool that ran and failed is a failure', () => {
  const payload = {
    tool_name: 'bash',
    tool_input: { command: 'false' },
    tool_output: 'hi',
    tool_is_error: true,
    event: 'post_tool_use',
  }
  const event = harnessOf('openharness').read(payload, { cwd: '/here' })
  expect([event.name, event.tool?.error, event.tool?.response]).toEqual(['tool-failed', 'hi', undefined])
})
