import * as z from 'zod/mini'

/**
 * What Claude Code accepts on stdout, from docs/contracts/claude-code.md sections 1, 8 and 9.
 * Strict: an unknown key is harmless to the client, but never ours to send.
 */
const text = z.string().check(z.minLength(1))
const contextText = z.string().check(z.minLength(1), z.maxLength(10_000))

const specific = {
  PreToolUse: z.union([
    z.strictObject({
      hookEventName: z.literal('PreToolUse'),
      permissionDecision: z.enum(['deny', 'ask']),
      permissionDecisionReason: text,
    }),
    z.strictObject({ hookEventName: z.literal('PreToolUse'), additionalContext: contextText }),
  ]),
  PreSkillShellCommand: z.strictObject({
    hookEventName: z.literal('PreSkillShellCommand'),
    permissionDecision: z.enum(['deny', 'ask']),
    permissionDecisionReason: text,
  }),
  PermissionRequest: z.strictObject({
    hookEventName: z.literal('PermissionRequest'),
    decision: z.strictObject({ behavior: z.literal('deny'), message: text }),
  }),
  PostToolUse: additionalContext('PostToolUse'),
  PostToolUseFailure: additionalContext('PostToolUseFailure'),
  PostToolBatch: additionalContext('PostToolBatch'),
  UserPromptSubmit: additionalContext('UserPromptSubmit'),
  SessionStart: additionalContext('SessionStart'),
  Stop: additionalContext('Stop'),
  SubagentStop: additionalContext('SubagentStop'),
} as const

function additionalContext<Name extends string>(name: Name) {
  return z.strictObject({ hookEventName: z.literal(name), additionalContext: contextText })
}

const blocks = new Set([
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'UserPromptSubmit',
  'Stop',
  'SubagentStop',
])

/** On every event, with whatever else is said. */
const besides = { systemMessage: z.optional(contextText) }

/** Why the client would not take this stdout on this event; undefined when it would. */
export function claudeProblem(eventName: string, stdout: string): string | undefined {
  if (stdout === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(stdout)
  } catch {
    return 'not one JSON value'
  }
  const shapes = [
    z.strictObject({ systemMessage: contextText }),
    ...(blocks.has(eventName)
      ? [z.strictObject({ decision: z.literal('block'), reason: text, ...besides })]
      : []),
    ...(eventName in specific
      ? [z.strictObject({ hookSpecificOutput: specific[eventName as keyof typeof specific], ...besides })]
      : []),
  ]
  return shapes.some((shape) => shape.safeParse(value).success)
    ? undefined
    : `not legal on ${eventName}: ${stdout.slice(0, 300)}`
}
