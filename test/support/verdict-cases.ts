/** Answers of a model to a prompt handler; how they are read is asked of the real harnesses. */
export const VERDICTS: readonly (readonly [name: string, answer: string])[] = [
  ['yes', '{"ok": true, "reason": "fine"}'],
  ['yes without a reason', '{"ok": true}'],
  ['no', '{"ok": false, "reason": "not today"}'],
  ['no without a reason', '{"ok": false}'],
  ['no in a fence', '```json\n{"ok": false, "reason": "fenced"}\n```'],
  ['no with text around', 'I say {"ok": false, "reason": "around"} to that.'],
  ['no, pretty-printed', '{\n  "ok": false,\n  "reason": "pretty"\n}'],
  ['no with more keys', '{"ok": false, "reason": "more", "other": 1}'],
  ['ok as text', '{"ok": "no", "reason": "typed"}'],
  ['a reason that is no text', '{"ok": false, "reason": 7}'],
  ['a bare yes', 'yes'],
  ['a bare OK', 'OK'],
  ['a bare no', 'no'],
  ['a list', '[{"ok": false}]'],
  ['it can never hold', '{"ok": false, "impossible": true, "reason": "never"}'],
  ['nothing', ' '],
  [
    'the answer of a command hook',
    '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny"}}',
  ],
]
