import { type EventName, NAME_THE_EVENT, PayloadError } from '../event.ts'
import type { Verdict } from '../hook.ts'
import {
  besides,
  type Harness,
  line,
  optional,
  type Reply,
  readTool,
  record,
  SILENCE,
  text,
} from './harness.ts'

/** OpenHarness's events (docs/contracts/openharness.md section 1). */
export const OPENHARNESS_EVENTS: ReadonlyMap<string, EventName> = new Map<string, EventName>([
  ['pre_tool_use', 'tool-before'],
  ['post_tool_use', 'tool-after'],
  ['user_prompt_submit', 'prompt'],
  ['session_start', 'session-start'],
  ['session_end', 'session-end'],
  ['stop', 'stop'],
  ['subagent_stop', 'subagent-stop'],
  ['notification', 'other'],
  ['pre_compact', 'other'],
  ['post_compact', 'other'],
])

export const openHarness: Harness = {
  dialect: 'openharness',
  title: 'OpenHarness',
  knows: (event) => OPENHARNESS_EVENTS.has(event),
  read: (payload, around) => {
    const harnessEvent = around.event ?? text(payload['event'])
    if (harnessEvent === undefined) {
      throw new PayloadError('the payload names no event (event)', NAME_THE_EVENT)
    }
    // A tool that ran and failed is still post_tool_use; the flag tells (section 1).
    const named = OPENHARNESS_EVENTS.get(harnessEvent) ?? 'other'
    const failed = named === 'tool-after' && payload['tool_is_error'] === true
    const name = failed ? 'tool-failed' : named
    const tool = readTool(payload)
    const output = payload['tool_output']
    return {
      name,
      dialect: 'openharness',
      harnessEvent,
      cwd: text(payload['cwd']) ?? around.cwd,
      ...optional(
        'tool',
        tool && {
          ...tool,
          ...(typeof output !== 'string' ? {} : failed ? { error: output } : { response: output }),
        },
      ),
      ...optional('prompt', name === 'prompt' ? String(payload['prompt'] ?? '') : undefined),
      ...optional(
        'stop',
        name === 'stop' || name === 'subagent-stop'
          ? {
              active: false,
              backgroundTasks: 0,
              ...optional('agentType', text(record(payload)['subagent_type'])),
            }
          : undefined,
      ),
      payload,
    }
  },
  reply: (verdict) => replyPlainly(verdict),
}

/**
 * For harnesses where only the exit code and stderr decide: stdout is never parsed and
 * becomes part of the reason, so it stays empty on a refusal (section 2, "Result"). There
 * is no ask: it would run the tool, hence it refuses.
 */
export function replyPlainly(verdict: Verdict): Reply {
  switch (verdict.kind) {
    case 'pass':
      return SILENCE
    case 'deny':
    case 'block':
    case 'ask':
      return { stdout: '', stderr: line(verdict.reason) + besides(verdict), exit: 2 }
    case 'context':
      return { stdout: line(verdict.text), stderr: besides(verdict), exit: 0 }
    case 'report':
      return { stdout: '', stderr: line(verdict.message), exit: 0 }
  }
}
