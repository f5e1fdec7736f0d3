import type { EventName } from '../../event.ts'
import { OPENHARNESS_EVENTS } from '../../harness/openharness.ts'
import { failsClosed, type Hook } from '../../hook.ts'
import { type Entry, timeoutOf } from './claude-entries.ts'

/** Tools whose input may hold shell text (docs/contracts/openharness.md section 7). */
const SHELL_TOOLS = ['bash', 'task_create', 'cron_create', 'agent'] as const

/**
 * Configuring anything on these makes compaction fail in a real session (docs/contracts/
 * openharness.md section 1).
 */
const BROKEN: readonly string[] = ['pre_compact', 'post_compact']

/**
 * What OpenHarness has to be told about these hooks. It runs one handler after another and
 * matches one name or glob each, so the guards share a process, and where they look at shell
 * text alone each shell tool has a handler.
 */
export function openHarnessEntries(all: readonly Hook[]): readonly Entry[] {
  const hooks = all.filter(isOfUse)
  const guards = hooks.filter(failsClosed)
  const observers = hooks.filter((hook) => !failsClosed(hook))
  return [
    ...(guards.length === 0 ? [] : guardEntries(guards)),
    ...observers.flatMap((hook) => eventsOf(hook).map((event) => entry(event, [hook]))),
  ]
}

/**
 * Whether the harness does anything with what the hook says: it takes refusals of tool calls and
 * nothing else, no context and no stop gate (section 5). An observer needs no answer.
 */
export function isOfUse(hook: Hook): boolean {
  return hook.kind === 'observer' || (failsClosed(hook) && hook.events.includes('tool-before'))
}

function guardEntries(guards: readonly Hook[]): readonly Entry[] {
  const event = 'pre_tool_use'
  const onlyShell = guards.every(({ tools }) => tools?.every((kind) => kind === 'shell' || kind === 'mcp'))
  if (!onlyShell) return [entry(event, guards)]
  const withMcp = guards.filter(({ tools }) => tools?.includes('mcp'))
  return [
    ...SHELL_TOOLS.map((matcher) => ({ ...entry(event, guards), matcher })),
    ...(withMcp.length === 0 ? [] : [{ ...entry(event, withMcp), matcher: 'mcp__*' }]),
  ]
}

function entry(event: string, hooks: readonly Hook[]): Entry {
  return {
    event,
    hooks,
    timeoutSeconds: Math.max(...hooks.map(timeoutOf)),
    closed: hooks.some(failsClosed),
  }
}

function eventsOf(hook: Hook): string[] {
  const wanted = new Set<EventName>(hook.events)
  return [...OPENHARNESS_EVENTS]
    .filter(([event, name]) => wanted.has(name) && !BROKEN.includes(event))
    .map(([event]) => event)
}

export interface OpenHarnessHandler {
  readonly type: 'command'
  readonly command: string
  readonly matcher?: string
  readonly timeout_seconds: number
  readonly block_on_failure: boolean
}

/**
 * The value of `hooks` in its settings. `command`: a line for its login shell that starts these
 * hooks. No `$ARGUMENTS`: the payload is in the environment anyway, and quoted wrongly it lets
 * the model's own input run (section 2).
 */
export function openHarnessHooks(
  entries: readonly Entry[],
  command: (names: readonly string[]) => string,
): Record<string, OpenHarnessHandler[]> {
  const events: Record<string, OpenHarnessHandler[]> = {}
  for (const { event, matcher, hooks, timeoutSeconds, closed } of entries) {
    const handlers = events[event] ?? []
    events[event] = handlers
    handlers.push({
      type: 'command',
      command: command(hooks.map(({ name }) => name)),
      ...(matcher === undefined ? {} : { matcher }),
      timeout_seconds: Math.min(timeoutSeconds, 600),
      block_on_failure: closed,
    })
  }
  return events
}
