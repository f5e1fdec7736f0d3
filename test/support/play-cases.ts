/** What a hook does, as a shell script; where its harness reads it rightly is tested on the real ones. */
export interface PlayCase {
  readonly name: string
  /** The body of a `sh` script. */
  readonly script: string
}

const specific = (fields: object) =>
  JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields } })
const says = (json: object | string, rest = '') =>
  `printf '%s' '${typeof json === 'string' ? json : JSON.stringify(json)}'\n${rest}`

const DENY = specific({ permissionDecision: 'deny', permissionDecisionReason: 'not this' })

/** Ways of a PreToolUse hook to answer, most of them from docs/contracts/claude-code.md sections 8 and 9. */
export const PRE_TOOL_USE: readonly PlayCase[] = [
  { name: 'silence', script: 'true' },
  { name: 'an empty object', script: says('{}') },
  { name: 'deny by JSON', script: says(DENY) },
  { name: 'deny without a reason', script: says(specific({ permissionDecision: 'deny' })) },
  { name: 'exit 2 with stderr', script: 'echo "stop here" >&2; exit 2' },
  { name: 'exit 2 without a word', script: 'exit 2' },
  { name: 'exit 2 and deny JSON', script: `${says(DENY)}echo other >&2; exit 2` },
  { name: 'exit 2 and text on stdout', script: 'echo text; echo why >&2; exit 2' },
  {
    name: 'exit 2 and allow JSON',
    script: `${says(specific({ permissionDecision: 'allow' }))}echo why >&2; exit 2`,
  },
  { name: 'deny, and a child that holds the output', script: `sleep 20 &\n${says(DENY)}` },
  { name: 'silence, and a child that holds the output', script: 'sleep 20 &' },
  {
    name: 'allow, and a child that holds the output',
    script: `sleep 20 &\n${says(specific({ permissionDecision: 'allow' }))}`,
  },
  {
    name: 'a context, and a child that holds the output',
    script: `sleep 20 &\n${says(specific({ additionalContext: 'x' }))}`,
  },
  {
    name: 'a message, and a child that holds the output',
    script: `sleep 20 &\n${says({ systemMessage: 'x' })}`,
  },
  { name: 'exit 1 with stderr', script: 'echo oops >&2; exit 1' },
  { name: 'exit 1 and deny JSON', script: `${says(DENY)}exit 1` },
  { name: 'exit 3', script: 'exit 3' },
  { name: 'killed by a signal', script: 'kill -ABRT $$' },
  { name: 'deny, then killed by a signal', script: `${says(DENY)}kill -ABRT $$` },
  { name: 'plain text', script: 'echo hello' },
  { name: 'a list', script: says('[1]') },
  { name: 'null', script: says('null') },
  { name: 'a byte order mark and deny', script: `printf '\\357\\273\\277'; ${says(DENY)}` },
  { name: 'pretty-printed deny', script: says(JSON.stringify(JSON.parse(DENY), null, 2)) },
  { name: 'deny with an unknown key', script: says({ ...JSON.parse(DENY), other: 1 }) },
  { name: 'deny with suppressOutput as text', script: says({ ...JSON.parse(DENY), suppressOutput: 'yes' }) },
  { name: 'deny with systemMessage null', script: says({ ...JSON.parse(DENY), systemMessage: null }) },
  { name: 'denied for deny', script: says(specific({ permissionDecision: 'denied' })) },
  { name: 'no hookEventName', script: says({ hookSpecificOutput: { permissionDecision: 'deny' } }) },
  {
    name: 'the hookEventName of another event',
    script: says({ hookSpecificOutput: { hookEventName: 'Stop', permissionDecision: 'deny' } }),
  },
  {
    name: 'the same with decision block',
    script: says({ decision: 'block', reason: 'no', hookSpecificOutput: { hookEventName: 'Stop' } }),
  },
  { name: 'flat permissionDecision', script: says({ permissionDecision: 'deny' }) },
  { name: 'top-level decision block', script: says({ decision: 'block', reason: 'the old way' }) },
  { name: 'JSON that is cut off', script: says(DENY.slice(0, -6)) },
  { name: 'JSON with text behind it', script: `${says(DENY)}echo; echo done` },
  { name: 'text, then JSON', script: `echo start; ${says(DENY)}` },
  { name: 'what ends like JSON and is none', script: says('{"a": }') },
  { name: 'ask', script: says(specific({ permissionDecision: 'ask', permissionDecisionReason: 'sure?' })) },
  { name: 'allow', script: says(specific({ permissionDecision: 'allow' })) },
  { name: 'a context', script: says(specific({ additionalContext: 'a fact' })) },
  {
    name: 'deny and a context',
    script: says(
      specific({ permissionDecision: 'deny', permissionDecisionReason: 'no', additionalContext: 'a fact' }),
    ),
  },
  { name: 'a message to the user', script: says({ systemMessage: 'for you' }) },
  { name: 'a timeout', script: 'sleep 3' },
  { name: 'deny, then a timeout', script: `${says(DENY)}sleep 3` },
]
