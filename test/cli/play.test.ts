import { describe, expect, test } from 'vitest'
import { claudeMatches } from '../../src/cli/play/claude-events.ts'
import { claudeOutcome } from '../../src/cli/play/claude-outcome.ts'
import { openHarnessMatches } from '../../src/cli/play/openharness-outcome.ts'
import { samplePayload } from '../../src/cli/play/sample.ts'
import { claudeReads } from '../../src/cli/simulate/claude-reads.ts'

/** Facts of docs/contracts/claude-code.md that no end-to-end run of ours repeats, by section. */

function outcome(event: string, stdout: string, code = 0, stderr = '', onFailure?: string) {
  const result = { ended: 'exited', code, stdout, stderr, omitted: 0, durationMs: 1 } as const
  return claudeOutcome(event, onFailure, { line: 'hook', result })
}

const specific = (event: string, fields: object) =>
  JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...fields } })

describe('section 9 and 12, events other than PreToolUse', () => {
  test.each([
    ['Stop', '{"decision":"block","reason":"not yet"}', 0, '', 'keeps-going'],
    ['Stop', '', 2, 'not yet', 'keeps-going'],
    ['Stop', specific('Stop', { additionalContext: 'go on' }), 0, '', 'keeps-going'],
    ['Stop', '{"continue":false,"decision":"block","reason":"x"}', 0, '', 'passes'],
    ['Stop', '', 2, 'tests failed: ENOENT: no such file or directory', 'failed'],
    ['Stop', '{"decision":"block","reason":"x"}', 2, 'no such file', 'keeps-going'],
    ['SubagentStop', '', 2, 'not yet', 'keeps-going'],
    ['UserPromptSubmit', '', 2, 'no', 'blocks-for-user'],
    ['UserPromptSubmit', '{"decision":"block","reason":"no"}', 0, '', 'blocks-for-user'],
    ['PostToolUse', '{"decision":"block","reason":"look"}', 0, '', 'tells-model'],
    ['PostToolUse', '', 2, 'look', 'tells-model'],
    ['SessionStart', '', 2, 'for you', 'tells-user'],
    ['PermissionRequest', '', 2, 'no', 'passes'],
    [
      'PermissionRequest',
      specific('PermissionRequest', { decision: { behavior: 'deny', message: 'no' } }),
      0,
      '',
      'blocks',
    ],
    [
      'PreSkillShellCommand',
      specific('PreSkillShellCommand', { permissionDecision: 'ask' }),
      0,
      '',
      'blocks',
    ],
    ['Notification', '', 2, 'no', 'passes'],
    ['TaskCreated', '', 2, 'no', 'blocks'],
    ['WorktreeCreate', '', 1, 'no', 'blocks-for-user'],
    ['WorktreeCreate', '/tmp/tree', 0, '', 'passes'],
  ])('%s %s exit %s %s: %s', (event, stdout, code, stderr, effect) => {
    expect(outcome(event, stdout, code, stderr).effect).toBe(effect)
  })

  test.each([
    ['UserPromptSubmit', 'a fact', 'a fact'],
    ['SessionStart', 'a fact', 'a fact'],
    ['SessionStart', specific('SessionStart', { additionalContext: 'a fact' }), 'a fact'],
    ['PostToolUse', 'a fact', undefined],
    ['PreCompact', 'keep this', 'keep this'],
  ])('%s: what becomes context of %s', (event, stdout, context) => {
    expect(outcome(event, stdout).context).toBe(context)
  })

  /** Section 9, "What each outcome looks like". */
  test.each([
    ['PostToolUse', 'text', '', 2, 'PostToolUse:Bash hook blocking error from command: "hook": [hook]: text'],
    ['Stop', 'text', '', 2, 'Stop hook feedback:\n[hook]: text'],
    ['Stop', '', specific('Stop', { additionalContext: 'text' }), 0, 'Stop hook additional context: text'],
    ['UserPromptSubmit', '', 'text', 0, 'UserPromptSubmit hook success: text'],
    ['SessionStart', '', 'text', 0, 'SessionStart:startup hook success: text'],
    [
      'SessionStart',
      '',
      specific('SessionStart', { additionalContext: 'text' }),
      0,
      'SessionStart hook additional context: text',
    ],
  ])('%s: the words around %s%s', (event, stderr, stdout, code, words) => {
    const payload = samplePayload('claude-code', event, { cwd: '/' })
    const one = outcome(event, stdout, code, stderr)
    expect(claudeReads(event, payload, one, one.context === undefined ? [] : [one])).toEqual([words])
  })

  test('onFailure has no effect on Stop, and says so', () => {
    const { effect, ignored } = outcome('Stop', '', 1, '', 'block')
    expect([effect, ignored]).toEqual(['failed', ['onFailure has no effect on Stop']])
    expect(outcome('UserPromptSubmit', '', 1, '', 'block').effect).toBe('blocks-for-user')
  })

  test('a context over 10,000 characters is said to be cut', () => {
    const stdout = specific('SessionStart', { additionalContext: 'x'.repeat(10_001) })
    expect(outcome('SessionStart', stdout).ignored[0]).toContain('10001 characters')
  })
})

describe('section 2, matchers', () => {
  test.each([
    [undefined, 'Bash', true],
    ['', 'Bash', true],
    ['*', 'Bash', true],
    ['Bash', 'Bash', true],
    ['Edit|Bash', 'Bash', true],
    ['Edit, Bash', 'Bash', true],
    ['Bash\n', 'Bash', false],
    ['Task', 'Agent', true],
    ['KillShell', 'TaskStop', true],
    ['Bash|', 'Bash', true],
    [' Bash ', 'Bash', true],
    ['^Ba', 'Bash', true],
    ['Ba.h', 'Bash', true],
    ['.*', 'Bash', true],
    ['bash', 'Bash', false],
    ['Bas', 'Bash', false],
    ['Bash(touch *)', 'Bash', false],
    ['*Bash(', 'Bash', false],
    ['Task', 'Agent', true],
    ['mcp__memory', 'mcp__memory__read', false],
    ['mcp__memory__.*', 'mcp__memory__read', true],
  ])('%s %s: %s', (matcher, subject, takes) => {
    expect(claudeMatches(matcher, subject)).toBe(takes)
  })

  test.each([
    ['b*h', 'bash', true],
    ['*', 'two\nlines', true],
    ['[[]x]', '[x]', true],
    ['[!b]ash', 'bash', false],
    ['bash|edit', 'bash', false],
    ['ba.h', 'bash', false],
  ])('OpenHarness: %s %s: %s', (matcher, subject, takes) => {
    expect(openHarnessMatches(matcher, subject)).toBe(takes)
  })
})
