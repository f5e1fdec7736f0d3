import type { EventName, ToolKind } from '../src/event.ts'
import { failsClosed, type Hook } from '../src/hook.ts'

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

/**
 * hooks/hooks.json: all hooks as a Claude Code plugin registers them. The guards of an event
 * share a process, which costs little more than one of them alone; it is started for the tools
 * of any of them, since each passes over calls that do not concern it. Other hooks stay by
 * themselves: what goes wrong in one must not touch the next.
 */
export function pluginHooks(hooks: readonly Hook[]): string {
  const events: Record<string, { matcher?: string; hooks: Handler[] }[]> = {}
  const names = [...new Set(hooks.flatMap((hook) => hook.events.flatMap((name) => eventsOf(hook, name))))]
  for (const event of names) {
    const groups: { matcher?: string; hooks: Handler[] }[] = []
    for (const together of processesOf(event, hooks)) {
      const matcher = /Tool/.test(event) && event !== 'PostToolBatch' ? matcherOf(together) : undefined
      const known = groups.find((one) => one.matcher === matcher)
      const group = known ?? { ...(matcher === undefined ? {} : { matcher }), hooks: [] }
      if (!known) groups.push(group)
      group.hooks.push(handler(together))
    }
    events[event] = groups
  }
  return `${JSON.stringify({ description: 'hookbox: guards, gates, audit and context', hooks: events }, null, 2)}\n`
}

/** The hooks of an event, those together that share a process. */
function processesOf(event: string, hooks: readonly Hook[]): readonly (readonly Hook[])[] {
  const processes = new Map<string, Hook[]>()
  for (const hook of hooks) {
    if (!hook.events.some((name) => eventsOf(hook, name).includes(event))) continue
    // A gate that may take minutes needs a timeout that no guard should have.
    const key = failsClosed(hook) ? `guards ${timeoutOf(hook)}` : hook.name
    processes.set(key, [...(processes.get(key) ?? []), hook])
  }
  return [...processes.values()]
}

function eventsOf(hook: Hook, name: EventName): readonly string[] {
  return (hook.kind === 'observer' ? FOR_OBSERVERS[name] : undefined) ?? EVENTS[name]
}

/**
 * The tools of any of them. Names alone are matched exactly; with a pattern among them the whole
 * is a regular expression.
 */
function matcherOf(hooks: readonly Hook[]): string | undefined {
  const kinds = new Set<ToolKind>()
  for (const { tools } of hooks) {
    if (!tools) return undefined
    for (const kind of tools) kinds.add(kind)
  }
  const names = [...kinds].map((kind) => TOOLS[kind]).join('|')
  return names.includes('*') ? `^(?:${names})$` : names
}

function timeoutOf(hook: Hook): number {
  return hook.timeoutSeconds ?? 10
}

function handler(hooks: readonly Hook[]): Handler {
  const names = hooks.map(({ name }) => name)
  const [program = '', ...rest] = names.length === 1 ? names : ['hookbox', 'run', ...names]
  return {
    type: 'command',
    command: 'node',
    args: [`\${CLAUDE_PLUGIN_ROOT}/bin/${program}`, ...rest],
    timeout: Math.max(...hooks.map(timeoutOf)),
    ...(hooks.some(failsClosed) ? { onFailure: 'block' } : {}),
  }
}
