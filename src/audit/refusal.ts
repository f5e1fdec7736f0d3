import type { Stage } from './record.ts'

/**
 * Claude Code's PostToolBatch repeats every call of a turn. Those that ran have records of
 * their own already; one that was refused or whose input was wrong has none, and is known only
 * by the text that the model got instead of a result (docs/contracts/claude-code.md sections 1
 * and 9; the texts as in client 2.1.332).
 */

const INVALID = '<tool_use_error>'

/**
 * What the client itself says of a call that may not run. Its `Permission for this action` of
 * the auto mode is not among them: that has an event of its own, PermissionDenied.
 */
const DENIED: readonly string[] = [
  'Permission to use ',
  'Permission for this tool use ',
  'Permission for this command ',
  'Claude requested permissions to ',
  "The user doesn't want to proceed with this tool use",
  "The user doesn't want to take this action",
]

/** `denied`, `invalid`, or undefined for a call that ran or can't be told. */
export function refusalStage(
  toolName: string,
  response: string,
): Extract<Stage, 'denied' | 'invalid'> | undefined {
  if (response.startsWith(`PreToolUse:${toolName} hook error: `)) return 'denied'
  // An MCP server writes its results itself and could imitate the rest.
  if (toolName.startsWith('mcp__')) return undefined
  if (response.startsWith(INVALID)) return 'invalid'
  return DENIED.some((text) => response.startsWith(text)) ? 'denied' : undefined
}
