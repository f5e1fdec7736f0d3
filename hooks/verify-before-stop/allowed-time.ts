import type { Event } from '../../src/event.ts'
import type { Host } from '../../src/host/host.ts'
import { readText } from '../../src/host/read-text.ts'
import { declaredRoot, normalPath } from '../../src/paths/project.ts'
import { joinPath } from '../../src/paths/written.ts'
import type { Options } from './options.ts'

/** How long the harness waits for this hook. */
interface AllowedTime {
  readonly ms: number
  /** The settings that say so, for messages; undefined: it is the harness's default. */
  readonly file: string | undefined
}

/** What an entry is recognised by, however it is started: a path, `hookbox run ...`, `npx ...`. */
const OURS = /(?<![\w-])verify-before-stop(?![\w-])/

/**
 * How long the harness waits for this hook, from the settings that register it: the shortest
 * time when several do. The harness's default when none is found; undefined when the harness
 * is not known. Claude Code: docs/contracts/claude-code.md sections 3 and 14; OpenHarness:
 * docs/contracts/openharness.md sections 2 and 6.
 */
function allowedTime(host: Host, event: Event, root: string): AllowedTime | undefined {
  if (event.dialect === 'claude-code') {
    const plugin = host.env('CLAUDE_PLUGIN_ROOT')
    const own = plugin ? fromFiles(host, [joinPath(normalPath(host, plugin), 'hooks/hooks.json')]) : undefined
    return own ?? fromFiles(host, claudeSettings(host, event, root)) ?? { ms: 600_000, file: undefined }
  }
  if (event.dialect !== 'openharness') return undefined
  const home = host.home()
  const files = home === undefined ? [] : [joinPath(home, '.openharness/settings.json')]
  return fromFiles(host, files) ?? { ms: 30_000, file: undefined }
}

function claudeSettings(host: Host, event: Event, root: string): string[] {
  const cwd = normalPath(host, event.cwd)
  const projects = new Set([declaredRoot(host, cwd) ?? root, root, cwd])
  const home = host.home()
  const user = host.env('CLAUDE_CONFIG_DIR') || (home === undefined ? undefined : joinPath(home, '.claude'))
  const managed = host.platform === 'darwin' ? '/Library/Application Support/ClaudeCode' : '/etc/claude-code'
  return [
    ...[...projects].flatMap((project) => [
      joinPath(project, '.claude/settings.json'),
      joinPath(project, '.claude/settings.local.json'),
    ]),
    ...(user === undefined ? [] : [joinPath(user, 'settings.json')]),
    joinPath(managed, 'managed-settings.json'),
  ]
}

function fromFiles(host: Host, files: readonly string[]): AllowedTime | undefined {
  let least: AllowedTime | undefined
  for (const file of files) {
    const text = readText(host, file)
    if (text === undefined || !OURS.test(text)) continue
    for (const seconds of timeoutsIn(text)) {
      if (least === undefined || seconds * 1000 < least.ms) least = { ms: seconds * 1000, file }
    }
  }
  return least
}

/** The timeouts, in seconds, of the stop entries that start us. */
function timeoutsIn(settings: string): number[] {
  const hooks = fields(fields(parsed(settings))['hooks'])
  const claude = [...list(hooks['Stop']), ...list(hooks['SubagentStop'])].flatMap((group) =>
    list(fields(group)['hooks']).map((entry) => ({ entry: fields(entry), key: 'timeout', usual: 600 })),
  )
  const open = list(hooks['stop']).map((entry) => ({
    entry: fields(entry),
    key: 'timeout_seconds',
    usual: 30,
  }))
  return [...claude, ...open].flatMap(({ entry, key, usual }) => {
    const words = [entry['command'], ...list(entry['args'])].filter((word) => typeof word === 'string')
    if (!words.some((word) => OURS.test(word))) return []
    const written = entry[key]
    return typeof written === 'number' && written > 0 ? [written] : [usual]
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // Its owner will be told by the harness.
  }
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** Kept for our own answer, out of the harness's time. */
const ANSWER_MS = 5000

/** The time for all commands together, and what to say when it was the harness that set it. */
export interface TotalTime {
  readonly totalTimeoutMs: number
  readonly because?: string
}

/**
 * The deadline of all commands: the configured one, but always so early that the answer is
 * out before the harness ends the hook and drops what it said.
 */
export function totalTime(host: Host, event: Event, root: string, options: Options): TotalTime {
  const allowed = allowedTime(host, event, root)
  if (allowed === undefined) return { totalTimeoutMs: options.totalTimeoutMs }
  const most = Math.floor(allowed.ms - Math.min(ANSWER_MS, allowed.ms / 4))
  if (options.totalTimeoutMs <= most) return { totalTimeoutMs: options.totalTimeoutMs }
  const says = allowed.file === undefined ? 'the harness' : `the timeout in ${allowed.file}`
  return {
    totalTimeoutMs: most,
    because: `${says} ends this hook after ${allowed.ms / 1000} s; raise it there`,
  }
}
