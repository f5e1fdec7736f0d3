import type { Event, EventName } from '../event.ts'
import type { Stage } from './record.ts'

const OF_EVENT: Readonly<Partial<Record<EventName, Stage>>> = {
  'tool-before': 'attempt',
  'tool-after': 'success',
  'tool-failed': 'failure',
  permission: 'permission',
  prompt: 'prompt',
  'session-start': 'session-start',
  'session-end': 'session-end',
  stop: 'stop',
  'subagent-stop': 'subagent-stop',
}

/** Events that no other hook serves, by the harness's own name. */
const OF_OTHER: Readonly<Record<string, Stage>> = {
  PermissionDenied: 'denied',
  SubagentStart: 'subagent-start',
  StopFailure: 'stop',
  PreCompact: 'compact',
  PostCompact: 'compact',
  // OpenHarness: fires only when it asks for a permission (docs/contracts/openharness.md section 1).
  notification: 'permission',
  pre_compact: 'compact',
  post_compact: 'compact',
}

/** Undefined: nothing is recorded of this event, or (tool-batch) several things are. */
export function stageOf(event: Event): Stage | undefined {
  return event.name === 'other' ? OF_OTHER[event.harnessEvent] : OF_EVENT[event.name]
}

/** Stages that are about a tool call. */
export const OF_CALLS: ReadonlySet<Stage> = new Set<Stage>([
  'attempt',
  'success',
  'failure',
  'denied',
  'permission',
])

/** Fields of the payload that are kept as they are, besides those of every record. */
export const KEPT: Readonly<Partial<Record<Stage, readonly string[]>>> = {
  attempt: ['mcp_server', 'command_name', 'command_source', 'invoked_by'],
  success: ['mcp_server'],
  failure: ['mcp_server', 'is_interrupt'],
  denied: ['reason', 'mcp_server'],
  permission: ['reason', 'mcp_server'],
  prompt: ['prompt', 'session_title'],
  'session-start': ['source', 'model', 'session_title', 'transcript_path'],
  'session-end': ['reason'],
  stop: ['stop_hook_active', 'stop_reason', 'last_assistant_message', 'error', 'error_details'],
  'subagent-stop': [
    'stop_hook_active',
    'last_assistant_message',
    'task_id',
    'description',
    'subagent_type',
    'backend_type',
    'status',
    'return_code',
    'team',
    'mode',
  ],
  compact: ['trigger', 'model', 'message_count', 'token_count', 'pre_compact_tokens', 'post_compact_tokens'],
}
