/** What Claude Code does with exit code 2 of a hook on an event (docs/contracts/claude-code.md section 1). */
export type OnExit2 =
  /** What was about to happen does not; the text goes to the model. */
  | 'blocks'
  /** It does not happen; the text goes to the user alone. */
  | 'blocks-for-user'
  /** The agent goes on with the text instead of stopping. */
  | 'keeps-going'
  /** Too late to stop anything; the text goes to the model. */
  | 'tells-model'
  | 'tells-user'
  | 'nothing'

export interface ClaudeEvent {
  /** Where the text a matcher is compared with stands in the payload; undefined: no matcher. */
  readonly subject?: string
  readonly exit2: OnExit2
  /** What becomes of plain text on stdout with exit 0. */
  readonly plain: 'context' | 'log' | 'user' | 'path'
  /** Whether the top-level `decision: "block"` counts, and what it does. */
  readonly block?: OnExit2
  /** Whether `hookSpecificOutput.additionalContext` reaches the model. */
  readonly context?: true
  /** Whether `onFailure: "block"` has an effect (section 9). */
  readonly onFailure?: OnExit2
  /** What any failure does, without `onFailure`. */
  readonly failure?: OnExit2
}

const TOOL = { subject: 'tool_name' } as const

export const CLAUDE_PLAY: Readonly<Record<string, ClaudeEvent>> = {
  PreToolUse: { ...TOOL, exit2: 'blocks', plain: 'log', block: 'blocks', context: true, onFailure: 'blocks' },
  PreSkillShellCommand: { ...TOOL, exit2: 'blocks', plain: 'log', block: 'blocks', onFailure: 'blocks' },
  PermissionRequest: { ...TOOL, exit2: 'nothing', plain: 'log', onFailure: 'blocks' },
  PostToolUse: {
    ...TOOL,
    exit2: 'tells-model',
    plain: 'log',
    block: 'tells-model',
    context: true,
    onFailure: 'tells-model',
  },
  PostToolUseFailure: { ...TOOL, exit2: 'tells-model', plain: 'log', block: 'tells-model', context: true },
  PostToolBatch: { exit2: 'blocks-for-user', plain: 'log', block: 'blocks-for-user', context: true },
  PermissionDenied: { ...TOOL, exit2: 'nothing', plain: 'log' },
  UserPromptSubmit: {
    exit2: 'blocks-for-user',
    plain: 'context',
    block: 'blocks-for-user',
    context: true,
    onFailure: 'blocks-for-user',
  },
  UserPromptExpansion: {
    subject: 'command_name',
    exit2: 'blocks-for-user',
    plain: 'context',
    block: 'blocks-for-user',
    context: true,
  },
  SessionStart: { subject: 'source', exit2: 'tells-user', plain: 'context', context: true },
  Setup: { subject: 'trigger', exit2: 'tells-user', plain: 'log', context: true },
  SessionEnd: { subject: 'reason', exit2: 'tells-user', plain: 'log' },
  Stop: { exit2: 'keeps-going', plain: 'log', block: 'keeps-going', context: true },
  SubagentStop: {
    subject: 'agent_type',
    exit2: 'keeps-going',
    plain: 'log',
    block: 'keeps-going',
    context: true,
  },
  SubagentStart: { subject: 'agent_type', exit2: 'tells-user', plain: 'log', context: true },
  StopFailure: { subject: 'error', exit2: 'nothing', plain: 'log' },
  TaskCreated: { exit2: 'blocks', plain: 'log', block: 'blocks' },
  TaskCompleted: { exit2: 'blocks', plain: 'log' },
  TeammateIdle: { exit2: 'keeps-going', plain: 'log' },
  PreCompact: { subject: 'trigger', exit2: 'blocks-for-user', plain: 'context', block: 'blocks-for-user' },
  PostCompact: { subject: 'trigger', exit2: 'tells-user', plain: 'user' },
  PreModelSwitch: { subject: 'to_model', exit2: 'blocks-for-user', plain: 'log' },
  PostModelSwitch: { subject: 'to_model', exit2: 'tells-user', plain: 'context', context: true },
  Notification: { subject: 'notification_type', exit2: 'nothing', plain: 'log' },
  MessageDisplay: { exit2: 'nothing', plain: 'log' },
  InstructionsLoaded: { subject: 'load_reason', exit2: 'nothing', plain: 'log' },
  ConfigChange: { subject: 'source', exit2: 'blocks-for-user', plain: 'log', block: 'blocks-for-user' },
  CwdChanged: { exit2: 'tells-user', plain: 'log' },
  FileChanged: { subject: 'file_path', exit2: 'tells-user', plain: 'log' },
  DirectoryAdded: { subject: 'source', exit2: 'nothing', plain: 'log' },
  WorktreeCreate: { exit2: 'blocks-for-user', plain: 'path', failure: 'blocks-for-user' },
  WorktreeRemove: { exit2: 'nothing', plain: 'log' },
  Elicitation: { subject: 'mcp_server_name', exit2: 'blocks-for-user', plain: 'log' },
  ElicitationResult: { subject: 'mcp_server_name', exit2: 'blocks-for-user', plain: 'log' },
}

/**
 * Whether a matcher takes this subject (section 2): letters, digits, `_ - , |` and spaces are
 * names, anything else a regular expression. An invalid one matches nothing.
 */
export function claudeMatches(matcher: string | undefined, subject: string): boolean {
  if (matcher === undefined || matcher === '' || matcher === '*') return true
  if (/^[\w ,|-]+$/.test(matcher)) return matcher.split(/[|,]/).some((name) => isName(name.trim(), subject))
  try {
    return new RegExp(matcher).test(subject)
  } catch {
    return false
  }
}

/** Old names of tools, by which a matcher still takes them (section 2). */
const OLD_NAMES: Readonly<Record<string, string>> = {
  Task: 'Agent',
  KillShell: 'TaskStop',
  KillBash: 'TaskStop',
  ListPeers: 'ListAgents',
  Brief: 'SendUserMessage',
  ListMcpResources: 'ListMcpResourcesTool',
  ReadMcpResource: 'ReadMcpResourceTool',
  ReadMcpResourceDir: 'ReadMcpResourceDirTool',
  ProposeGoal: 'SetGoal',
}

function isName(name: string, subject: string): boolean {
  return name === subject || OLD_NAMES[name] === subject
}
