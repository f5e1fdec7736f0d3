import type { EventName, ToolKind } from '../../event.ts'
import { failsClosed, type Hook } from '../../hook.ts'

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

/** Hooks that one handler of a harness's settings starts together. */
export interface Entry {
  readonly event: string
  /** Undefined: all tools, or an event without them. */
  readonly matcher?: string
  readonly hooks: readonly Hook[]
  readonly timeoutSeconds: number
  /** Whether a failure of the process has to refuse. */
  readonly closed: boolean
}

/**
 * What Claude Code has to be told about these hooks. The guards of an event share a process,
 * which costs little more than one of them alone; it is started for the tools of any of them,
 * since each passes over calls that do not concern it. Other hooks stay by themselves: what
 * goes wrong in one must not touch the next.
 */
export function claudeEntries(hooks: readonly Hook[]): readonly Entry[] {
  const events = [...new Set(hooks.flatMap((hook) => hook.events.flatMap((name) => eventsOf(hook, name))))]
  return events.flatMap((event) =>
    processesOf(event, hooks).map((together) => {
      const matcher = /Tool/.test(event) && event !== 'PostToolBatch' ? matcherOf(together) : undefined
      return {
        event,
        ...(matcher === undefined ? {} : { matcher }),
        hooks: together,
        timeoutSeconds: Math.max(...together.map(timeoutOf)),
        closed: together.some(failsClosed),
      }
    }),
  )
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

export function timeoutOf(hook: Hook): number {
  return hook.timeoutSeconds ?? 10
}

interface ClaudeHandler {
  readonly type: 'command'
  readonly command: string
  readonly args: readonly string[]
  readonly timeout: number
  readonly onFailure?: 'block'
}

interface ClaudeGroup {
  readonly matcher?: string
  readonly hooks: readonly ClaudeHandler[]
}

/** A program and the words before the hooks' names. `bin`: the folder of our executables. */
export type Start = (names: readonly string[]) => {
  readonly command: string
  readonly args: readonly string[]
}

/** The value of `hooks` in a settings file: groups by event, those of one matcher together. */
export function claudeHooks(entries: readonly Entry[], start: Start): Record<string, ClaudeGroup[]> {
  const events: Record<string, { matcher?: string; hooks: ClaudeHandler[] }[]> = {}
  for (const { event, matcher, hooks, timeoutSeconds, closed } of entries) {
    const groups = events[event] ?? []
    events[event] = groups
    const known = groups.find((one) => one.matcher === matcher)
    const group = known ?? { ...(matcher === undefined ? {} : { matcher }), hooks: [] }
    if (!known) groups.push(group)
    group.hooks.push({
      type: 'command',
      ...start(hooks.map(({ name }) => name)),
      timeout: timeoutSeconds,
      ...(closed ? { onFailure: 'block' } : {}),
    })
  }
  return events
}
