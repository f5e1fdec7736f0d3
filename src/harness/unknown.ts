import { type EventName, NAME_THE_EVENT, PayloadError } from '../event.ts'
import { CLAUDE_EVENTS } from './claude-code.ts'
import { type Harness, optional, readTool, text } from './harness.ts'
import { OPENHARNESS_EVENTS, replyPlainly } from './openharness.ts'

/**
 * A caller we don't know, or a person trying a hook by hand. Read by the field names that
 * most harnesses share; answered in the way that most of them honour: exit 2, the reason
 * on stderr, nothing on stdout (docs/contracts/other-harnesses.md section 0, rule 4).
 */
export const unknownHarness: Harness = {
  dialect: 'unknown',
  title: 'an unknown harness',
  knows: (event) => CLAUDE_EVENTS.has(event) || OPENHARNESS_EVENTS.has(event) || BEFORE_TOOL.has(event),
  read: (payload, around) => {
    const tool = readTool(payload)
    const harnessEvent = around.event ?? text(payload['hook_event_name']) ?? text(payload['event']) ?? ''
    if (harnessEvent === '' && !tool) {
      throw new PayloadError(
        'the payload names neither an event nor a tool, so it says nothing to judge',
        NAME_THE_EVENT,
      )
    }
    const name =
      CLAUDE_EVENTS.get(harnessEvent) ?? OPENHARNESS_EVENTS.get(harnessEvent) ?? guess(harnessEvent, payload)
    return {
      name,
      dialect: 'unknown',
      harnessEvent,
      cwd: text(payload['cwd']) ?? around.cwd,
      ...optional('sessionId', text(payload['session_id'])),
      ...optional('tool', tool),
      ...optional('prompt', text(payload['prompt'])),
      ...optional('source', text(payload['source'])),
      ...optional(
        'stop',
        name === 'stop' || name === 'subagent-stop'
          ? { active: payload['stop_hook_active'] === true, backgroundTasks: 0 }
          : undefined,
      ),
      payload,
    }
  },
  reply: (verdict) => replyPlainly(verdict),
}

/** What other harnesses call the moment before a tool runs (other-harnesses.md section 1). */
const BEFORE_TOOL = new Set([
  'BeforeTool',
  'preToolUse',
  'beforeShellExecution',
  'pre_tool_call',
  'tool_call',
])

function guess(harnessEvent: string, payload: Readonly<Record<string, unknown>>): EventName {
  if (BEFORE_TOOL.has(harnessEvent)) return 'tool-before'
  if (harnessEvent !== '') return 'other'
  const ran = 'tool_response' in payload || 'tool_output' in payload || 'tool_result' in payload
  return ran ? 'tool-after' : 'tool-before'
}
