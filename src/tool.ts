import { type Event, PayloadError, type ToolKind } from './event.ts'

/**
 * Tool names of the harnesses, by what the tool does (docs/contracts/claude-code.md
 * section 7, docs/contracts/openharness.md section 7, and the commonest names of others).
 */
const SHELL = new Set([
  'Bash',
  'PowerShell',
  'Monitor',
  'bash',
  'task_create',
  'cron_create',
  'agent',
  'Shell',
  'shell',
  'run_shell_command',
  'run_in_terminal',
  'execute_bash',
  'Execute',
])
const EDIT = new Set([
  'Edit',
  'Write',
  'MultiEdit',
  'NotebookEdit',
  'write_file',
  'edit_file',
  'notebook_edit',
  'replace',
  'edit',
  // Several files in one text (docs/contracts/other-harnesses.md section 2, Codex and Droid).
  'apply_patch',
  'ApplyPatch',
])
const READ = new Set(['Read', 'NotebookRead', 'read_file', 'view_image', 'image_to_text'])

export function toolKind(name: string): ToolKind {
  if (SHELL.has(name)) return 'shell'
  if (EDIT.has(name)) return 'edit'
  if (READ.has(name)) return 'read'
  if (name.startsWith('mcp__')) return 'mcp'
  return 'other'
}

/** Tools that carry shell text only sometimes: without it they are not malformed. */
const COMMAND_OPTIONAL = new Set(['Monitor', 'task_create', 'cron_create', 'agent'])

export interface ShellText {
  readonly command: string
  /** Where it starts: the tool's own cwd, or the event's. */
  readonly cwd: string
  readonly shell: 'posix' | 'powershell'
}

/**
 * The shell text of a shell tool's call; undefined when this call has none.
 * Throws a PayloadError when the field is there with another type, or is missing where the
 * tool can't do without it.
 */
export function shellText(event: Event): ShellText | undefined {
  const { tool } = event
  if (tool?.kind !== 'shell') return undefined
  const command = tool.input['command']
  if (command === undefined || command === null) {
    if (COMMAND_OPTIONAL.has(tool.name)) return undefined
    throw new PayloadError(`tool_input.command of ${tool.name} is missing`)
  }
  if (typeof command !== 'string') {
    throw new PayloadError(`tool_input.command of ${tool.name} is ${typeName(command)}, not text`)
  }
  const cwd = tool.input['cwd']
  return {
    command,
    cwd: typeof cwd === 'string' && cwd !== '' ? cwd : event.cwd,
    shell: tool.name === 'PowerShell' ? 'powershell' : 'posix',
  }
}

export function typeName(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  return `a ${typeof value}`
}
