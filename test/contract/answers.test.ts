import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CONTRACT_EVENTS, VERDICTS } from '../../scripts/engines/contract.ts'
import type { Dialect } from '../../src/event.ts'
import { CLAUDE_EVENTS } from '../../src/harness/claude-code.ts'
import { harnessOf } from '../../src/harness/index.ts'
import { ask, block, context, deny, report } from '../../src/hook.ts'
import { claudeProblem } from './claude-code-answers.ts'

const read = (dialect: Dialect, name: string) =>
  harnessOf(dialect).read({ tool_name: 'Bash', tool_input: { command: 'ls' } }, { cwd: '/work', event: name })

test('Claude Code has 34 events', () => {
  expect(CLAUDE_EVENTS.size).toBe(34)
})

describe.each(CONTRACT_EVENTS)('%s %s', (dialect, name) => {
  test.each(VERDICTS.map((verdict) => [verdict.kind, verdict] as const))('%s', (kind, verdict) => {
    const reply = harnessOf(dialect).reply(verdict, read(dialect, name))
    const refuses = kind === 'deny' || kind === 'block'
    if (refuses) {
      expect(reply.exit).toBe(2)
      const besides = dialect !== 'claude-code' && 'message' in verdict ? `\n${verdict.message}` : ''
      expect(reply.stderr.trim()).toBe('reason' in verdict ? `${verdict.reason}${besides}` : '')
    }
    if (kind === 'pass') expect(reply).toEqual({ stdout: '', stderr: '', exit: 0 })
    if (kind === 'context' || kind === 'report') expect(reply.exit).toBe(0)
    if (kind === 'ask') {
      // Either the harness asks (its JSON, exit 0) or the call is refused; it never just runs.
      const asks = reply.stdout.includes('"ask"') && reply.exit === 0
      const isAsked = name === 'PermissionRequest' && reply.exit === 0
      expect(asks || isAsked || (reply.exit === 2 && reply.stderr !== '')).toBe(true)
    }
    if (dialect === 'claude-code') expect(claudeProblem(name, reply.stdout)).toBeUndefined()
    else if (refuses || kind === 'ask') expect(reply.stdout).toBe('')
  })
})

test('a deny is said three ways at once on PreToolUse', () => {
  const reply = harnessOf('claude-code').reply(deny('why'), read('claude-code', 'PreToolUse'))
  expect(reply).toEqual({
    exit: 2,
    stderr: 'why\n',
    stdout:
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"why"}}',
  })
})

test('a message to the user goes with the verdict', () => {
  const said = { kind: 'deny', reason: 'why', message: 'and this' } as const
  const onClaude = (name: string) => harnessOf('claude-code').reply(said, read('claude-code', name))
  expect(JSON.parse(onClaude('PreToolUse').stdout)).toMatchObject({ systemMessage: 'and this' })
  expect(onClaude('PreToolUse').stderr).toBe('why\n')
  expect(onClaude('SessionEnd')).toEqual({ exit: 2, stdout: '', stderr: 'why\n' })
  const asked = { ...said, kind: 'ask' } as const
  const reply = harnessOf('claude-code').reply(asked, read('claude-code', 'PermissionRequest'))
  expect(reply).toEqual({ exit: 0, stdout: '{"systemMessage":"and this"}', stderr: '' })
  const plain = harnessOf('openharness').reply(said, read('openharness', 'pre_tool_use'))
  expect(plain).toEqual({ exit: 2, stdout: '', stderr: 'why\nand this\n' })
})

test('whatever the text, the answer stays legal', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...CLAUDE_EVENTS.keys()),
      fc.constantFrom('deny', 'ask', 'block', 'context', 'report'),
      fc.oneof(
        fc.string({ unit: 'binary', minLength: 1 }),
        fc.string({ minLength: 9_990, maxLength: 12_000 }),
      ),
      (name, kind, words) => {
        const verdict = {
          deny: deny(words),
          ask: ask(words),
          block: block(words),
          context: context(words),
          report: report(words),
        }[kind]
        const reply = harnessOf('claude-code').reply(verdict, read('claude-code', name))
        expect(claudeProblem(name, reply.stdout)).toBeUndefined()
      },
    ),
  )
})
