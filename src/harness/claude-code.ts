import { type Event, type EventName, NAME_THE_EVENT, PayloadError, type StopState } from '../event.ts'
import type { Verdict } from '../hook.ts'
import { cutMiddle } from '../text/cut.ts'
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

/**
 * Claude Code's 34 events (docs/contracts/claude-code.md section 1) and what they are
 * here. Those that no hook of ours serves are `other`: they parse and pass.
 */
export const CLAUDE_EVENTS: ReadonlyMap<string, EventName> = new Map<string, EventName>([
  ['PreToolUse', 'tool-before'],
  ['PreSkillShellCommand', 'tool-before'],
  ['PermissionRequest', 'permission'],
  ['PostToolUse', 'tool-after'],
  ['PostToolUseFailure', 'tool-failed'],
  ['PostToolBatch', 'tool-batch'],
  ['UserPromptSubmit', 'prompt'],
  ['SessionStart', 'session-start'],
  ['SessionEnd', 'session-end'],
  ['Stop', 'stop'],
  ['SubagentStop', 'subagent-stop'],
  ['PermissionDenied', 'other'],
  ['UserPromptExpansion', 'other'],
  ['Setup', 'other'],
  ['SubagentStart', 'other'],
  ['StopFailure', 'other'],
  ['TaskCreated', 'other'],
  ['TaskCompleted', 'other'],
  ['TeammateIdle', 'other'],
  ['PreCompact', 'other'],
  ['PostCompact', 'other'],
  ['PreModelSwitch', 'other'],
  ['PostModelSwitch', 'other'],
  ['Notification', 'other'],
  ['MessageDisplay', 'other'],
  ['InstructionsLoaded', 'other'],
  ['ConfigChange', 'other'],
  ['CwdChanged', 'other'],
  ['FileChanged', 'other'],
  ['DirectoryAdded', 'other'],
  ['WorktreeCreate', 'other'],
  ['WorktreeRemove', 'other'],
  ['Elicitation', 'other'],
  ['ElicitationResult', 'other'],
])

/** Characters of context that reach the model whole are 10,000 (section 13); some room is left. */
const MAX_CONTEXT = 9000

export const claudeCode: Harness = {
  dialect: 'claude-code',
  title: 'Claude Code',
  knows: (event) => CLAUDE_EVENTS.has(event),
  read: (payload, around) => {
    const harnessEvent = around.event ?? text(payload['hook_event_name'])
    if (harnessEvent === undefined) {
      throw new PayloadError('the payload names no event (hook_event_name)', NAME_THE_EVENT)
    }
    const name = CLAUDE_EVENTS.get(harnessEvent) ?? 'other'
    return {
      name,
      dialect: 'claude-code',
      harnessEvent,
      cwd: text(payload['cwd']) ?? around.cwd,
      ...optional('sessionId', text(payload['session_id'])),
      ...optional('tool', readTool(payload)),
      ...optional('prompt', name === 'prompt' ? String(payload['prompt'] ?? '') : undefined),
      ...optional('source', text(payload['source'])),
      ...optional('stop', name === 'stop' || name === 'subagent-stop' ? readStop(payload) : undefined),
      payload,
    }
  },
  reply: (verdict, event) => (event ? reply(verdict, event) : replyBlind(verdict)),
}

function readStop(payload: Readonly<Record<string, unknown>>): StopState {
  const background = payload['background_tasks']
  return {
    active: payload['stop_hook_active'] === true,
    backgroundTasks: Array.isArray(background) ? background.filter(isRunning).length : 0,
    ...optional('agentType', typeof payload['agent_type'] === 'string' ? payload['agent_type'] : undefined),
  }
}

/** A task is waited for unless it says that it has ended; seen was only "running" (section 6). */
function isRunning(task: unknown): boolean {
  return !/^(?:completed|failed|killed|stopped|cancelled)$/.test(String(record(task)['status']))
}

/** Events whose `hookSpecificOutput` takes `additionalContext` (section 1). */
const TAKES_CONTEXT = new Set([
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'UserPromptSubmit',
  'SessionStart',
  'Stop',
  'SubagentStop',
])

/** Events that may name the session (section 1). */
const TAKES_TITLE = new Set(['UserPromptSubmit', 'SessionStart'])

/** Events where `decision: "block"` means something (section 1). */
const TAKES_BLOCK = new Set([
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'UserPromptSubmit',
  'Stop',
  'SubagentStop',
])

function reply(verdict: Verdict, event: Event): Reply {
  const answer = replyAlone(verdict, event)
  if (verdict.kind === 'pass' || verdict.kind === 'report' || verdict.message === undefined) return answer
  // Where there is no JSON to a refusal, none may be added: the exit code has to do.
  if (answer.stdout === '' && answer.exit !== 0) return answer
  const said = answer.stdout === '' ? {} : (JSON.parse(answer.stdout) as object)
  const systemMessage = cutMiddle(verdict.message, MAX_CONTEXT)
  return { ...answer, stdout: JSON.stringify({ ...said, systemMessage }) }
}

function replyAlone(verdict: Verdict, event: Event): Reply {
  const hookEventName = event.harnessEvent
  switch (verdict.kind) {
    case 'pass':
      return SILENCE
    case 'deny':
    case 'block':
      return refuse(verdict.reason, hookEventName)
    case 'ask':
      // Exit 2 would refuse instead of asking (section 8, O05).
      if (hookEventName === 'PreToolUse' || hookEventName === 'PreSkillShellCommand') {
        return json(permission(hookEventName, 'ask', verdict.reason))
      }
      // A PermissionRequest is itself the question to the user: saying nothing lets it come.
      return hookEventName === 'PermissionRequest' ? SILENCE : refuse(verdict.reason, hookEventName)
    case 'context':
      if (!TAKES_CONTEXT.has(hookEventName)) return SILENCE
      return json({
        hookSpecificOutput: {
          hookEventName,
          additionalContext: cutMiddle(verdict.text, MAX_CONTEXT),
          ...(TAKES_TITLE.has(hookEventName) ? optional('sessionTitle', verdict.title) : {}),
        },
      })
    case 'report': {
      const stderr = verdict.failure === undefined ? '' : line(verdict.message)
      if (verdict.failure === 'known') return { ...SILENCE, stderr }
      return { ...json({ systemMessage: cutMiddle(verdict.message, MAX_CONTEXT) }), stderr }
    }
  }
}

/** The three ways at once: JSON, stderr and exit 2 (section 16, rule 1). */
function refuse(reason: string, hookEventName: string): Reply {
  return { stdout: refusal(reason, hookEventName), stderr: line(reason), exit: 2 }
}

function refusal(reason: string, hookEventName: string): string {
  if (hookEventName === 'PreToolUse' || hookEventName === 'PreSkillShellCommand') {
    return JSON.stringify(permission(hookEventName, 'deny', reason))
  }
  if (hookEventName === 'PermissionRequest') {
    return JSON.stringify({
      hookSpecificOutput: { hookEventName, decision: { behavior: 'deny', message: reason } },
    })
  }
  return TAKES_BLOCK.has(hookEventName) ? JSON.stringify({ decision: 'block', reason }) : ''
}

function permission(
  hookEventName: string,
  permissionDecision: 'deny' | 'ask',
  permissionDecisionReason: string,
) {
  return { hookSpecificOutput: { hookEventName, permissionDecision, permissionDecisionReason } }
}

/** Without an event there is no legal `hookEventName`: the exit code and stderr have to do. */
function replyBlind(verdict: Verdict): Reply {
  if (verdict.kind === 'deny' || verdict.kind === 'block' || verdict.kind === 'ask') {
    return { stdout: '', stderr: line(verdict.reason) + besides(verdict), exit: 2 }
  }
  return verdict.kind === 'report' ? { stdout: '', stderr: line(verdict.message), exit: 0 } : SILENCE
}

function json(value: object): Reply {
  return { stdout: JSON.stringify(value), stderr: '', exit: 0 }
}
