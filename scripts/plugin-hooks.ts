import type { EventName, ToolKind } from '../src/event.ts'
import type { Hook } from '../src/hook.ts'

/** The Claude Code events under which a hook of this neutral event is registered. */
const EVENTS: Readonly<Record<EventName, readonly string[]>> = {
  'tool-before': ['PreToolUse'],
  'tool-after': ['PostToolUse'],
  'tool-failed': ['PostToolUseFailure'],
  'tool-batch': ['PostToolBatch'],
  // PreToolUse has decided already; a second answer to the same call would be noise.
  permission: [],
  prompt: ['UserPromptSubmit'],
  'session-start': ['SessionStart'],
  'session-end': ['SessionEnd'],
  stop: ['Stop'],
  'subagent-stop': ['SubagentStop'],
  other: [],
}

/** An observer says nothing there, and its records are incomplete without. */
const FOR_OBSERVERS: Readonly<Partial<Record<EventName, readonly string[]>>> = {
  permission: ['PermissionRequest'],
  other: ['PermissionDenied', 'SubagentStart', 'StopFailure', 'PreCompact', 'PostCompact'],
}

const TOOLS: Readonly<Record<ToolKind, string>> = {
  shell: 'Bash|PowerShell|Monitor',
  edit: 'Edit|Write|NotebookEdit',
  read: 'Read',
  mcp: 'mcp__.*',
  other: '.*',
}

interface Handler {
  readonly type: 'command'
  readonly command: string
  readonly args: readonly string[]
  readonly timeout: number
  readonly onFailure?: 'block'
}

/** hooks/hooks.json: all hooks as a Claude Code plugin registers them. */
export function pluginHooks(hooks: readonly Hook[]): string {
  const events: Record<string, { matcher?: string; hooks: Handler[] }[]> = {}
  for (const hook of hooks) {
    for (const event of hook.events.flatMap((name) => eventsOf(hook, name))) {
      const matcher = /Tool/.test(event) && event !== 'PostToolBatch' ? matcherOf(hook.tools) : undefined
      const groups = events[event] ?? []
      events[event] = groups
      const known = groups.find((one) => one.matcher === matcher)
      const group = known ?? { ...(matcher === undefined ? {} : { matcher }), hooks: [] }
      if (!known) groups.push(group)
      group.hooks.push(handler(hook))
    }
  }
  return `${JSON.stringify({ description: 'hookbox: guards, gates, audit and context', hooks: events }, null, 2)}\n`
}

function eventsOf(hook: Hook, name: EventName): readonly string[] {
  return (hook.kind === 'observer' ? FOR_OBSERVERS[name] : undefined) ?? EVENTS[name]
}

/** Names alone are matched exactly; with a pattern among them the whole is a regular expression. */
function matcherOf(tools: readonly ToolKind[] | undefined): string | undefined {
  if (!tools) return undefined
  const names = tools.map((kind) => TOOLS[kind]).join('|')
  return names.includes('*') ? `^(?:${names})$` : names
}

function handler(hook: Hook): Handler {
  const guards = hook.kind === 'guard' || hook.kind === 'gate'
  return {
    type: 'command',
    command: 'node',
    args: [`\${CLAUDE_PLUGIN_ROOT}/bin/${hook.name}`],
    timeout: hook.timeoutSeconds ?? 10,
    ...(guards ? { onFailure: 'block' } : {}),
  }
}
