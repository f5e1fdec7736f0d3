import * as path from 'node:path'
import type { HarnessName } from '../settings/places.ts'

/** What a sample is about; what is not given has a plain value. */
export interface SampleOf {
  readonly cwd: string
  readonly session?: string
  readonly tool?: string
  readonly input?: Readonly<Record<string, unknown>>
  readonly prompt?: string
  readonly source?: string
}

/** How a call of Claude Code is called in OpenHarness (docs/contracts/openharness.md section 7). */
const OPENHARNESS_TOOLS: Readonly<Record<string, string>> = {
  Bash: 'bash',
  Write: 'write_file',
  Edit: 'edit_file',
  Read: 'read_file',
}

/**
 * The payload of an event as the harness sends it, all fields in the shape of captured ones
 * (docs/contracts). `event`: as the harness calls it.
 */
export function samplePayload(harness: HarnessName, event: string, of: SampleOf): Record<string, unknown> {
  return harness === 'claude-code' ? claudeSample(event, of) : openHarnessSample(event, of)
}

const SESSION = '00000000-0000-4000-8000-000000000001'

function claudeSample(event: string, of: SampleOf): Record<string, unknown> {
  const session = of.session ?? SESSION
  const slug = of.cwd.replace(/[^A-Za-z0-9]/g, '-')
  const common = {
    session_id: session,
    transcript_path: path.join(process.env['HOME'] ?? '/', '.claude/projects', slug, `${session}.jsonl`),
    cwd: of.cwd,
    hook_event_name: event,
  }
  const prompt = { prompt_id: '00000000-0000-4000-8000-000000000002' }
  const mode = { permission_mode: 'default' }
  const call = {
    tool_name: of.tool ?? 'Bash',
    tool_input: of.input ?? { command: 'ls', description: 'List files' },
    tool_use_id: 'toolu_01',
  }
  switch (event) {
    case 'PreToolUse':
    case 'PreSkillShellCommand':
      return { ...common, ...prompt, ...mode, effort: { level: 'medium' }, ...call }
    case 'PermissionRequest': {
      const { tool_use_id: _id, ...rest } = call
      return { ...common, ...prompt, ...mode, ...rest, permission_suggestions: [] }
    }
    case 'PermissionDenied':
      return { ...common, ...prompt, ...mode, ...call, reason: 'denied' }
    case 'PostToolUse':
      return { ...common, ...prompt, ...mode, ...call, tool_response: responseTo(call), duration_ms: 12 }
    case 'PostToolUseFailure':
      return {
        ...common,
        ...prompt,
        ...mode,
        ...call,
        error: 'Exit code 1',
        is_interrupt: false,
        duration_ms: 12,
      }
    case 'PostToolBatch':
      return { ...common, ...prompt, ...mode, tool_calls: [{ ...call, tool_response: 'src' }] }
    case 'UserPromptSubmit':
      return { ...common, ...prompt, ...mode, prompt: of.prompt ?? 'Fix the failing test' }
    case 'SessionStart':
      return { ...common, source: of.source ?? 'startup' }
    case 'SessionEnd':
      return { ...common, reason: of.source ?? 'other' }
    case 'Stop':
      return {
        ...common,
        ...prompt,
        ...mode,
        stop_hook_active: false,
        last_assistant_message: 'Done.',
        background_tasks: [],
        session_crons: [],
      }
    case 'SubagentStop':
      return {
        ...common,
        ...prompt,
        ...mode,
        stop_hook_active: false,
        agent_id: 'a1',
        agent_type: of.source ?? 'general-purpose',
        last_assistant_message: 'Done.',
        background_tasks: [],
        session_crons: [],
      }
    case 'SubagentStart':
      return { ...common, ...prompt, agent_id: 'a1', agent_type: of.source ?? 'general-purpose' }
    case 'PreCompact':
      return { ...common, ...prompt, trigger: of.source ?? 'manual', custom_instructions: null }
    case 'PostCompact':
      return { ...common, ...prompt, trigger: of.source ?? 'manual', compact_summary: 'So far ...' }
    case 'Notification':
      return {
        ...common,
        ...prompt,
        message: 'Claude needs your permission',
        notification_type: 'permission_prompt',
      }
    default:
      return common
  }
}

function responseTo({
  tool_name,
  tool_input,
}: {
  tool_name: string
  tool_input: Readonly<Record<string, unknown>>
}) {
  if (tool_name === 'Bash') {
    return { stdout: 'src', stderr: '', interrupted: false, isImage: false, noOutputExpected: false }
  }
  return { filePath: tool_input['file_path'] }
}

function openHarnessSample(event: string, of: SampleOf): Record<string, unknown> {
  const tool = of.tool ?? 'Bash'
  const { file_path, ...rest } = of.input ?? { command: 'ls' }
  const call = {
    tool_name: OPENHARNESS_TOOLS[tool] ?? tool,
    tool_input: file_path === undefined ? rest : { path: file_path, ...rest },
  }
  switch (event) {
    case 'session_start':
    case 'session_end':
      return { cwd: of.cwd, event }
    case 'user_prompt_submit':
      return { event, prompt: of.prompt ?? 'Fix the failing test' }
    case 'pre_tool_use':
      return { ...call, event }
    case 'post_tool_use':
      return { ...call, tool_output: 'src', tool_is_error: false, event }
    case 'notification':
      return {
        event,
        notification_type: 'permission_prompt',
        tool_name: call.tool_name,
        reason: 'needs a confirmation',
      }
    case 'stop':
      return { event, stop_reason: 'tool_uses_empty' }
    case 'subagent_stop':
      return {
        event,
        agent_id: 'agent@default',
        task_id: 't1',
        backend_type: 'local_agent',
        status: 'completed',
        return_code: 0,
        description: 'Look around',
        subagent_type: 'agent',
        team: 'default',
        mode: 'local_agent',
      }
    case 'pre_compact':
      return {
        event,
        trigger: 'auto',
        model: 'model',
        message_count: 20,
        token_count: 150_000,
        preserve_recent: 6,
        attachments: [],
        discovered_tools: [],
      }
    case 'post_compact':
      return {
        event,
        trigger: 'auto',
        model: 'model',
        pre_compact_message_count: 20,
        post_compact_message_count: 7,
        pre_compact_tokens: 150_000,
        post_compact_tokens: 9000,
        attachments: [],
        discovered_tools: [],
      }
    default:
      return { event }
  }
}
