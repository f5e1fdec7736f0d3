import type { Event } from '../../src/event.ts'
import { type Context, defineHook, PASS, type Verdict } from '../../src/hook.ts'
import { resolvePath } from '../../src/paths/written.ts'
import { type Options, options } from './options.ts'

const SOURCES = new Set(['startup', 'clear', 'compact', 'resume', 'fork'])

export const hook = defineHook<Options>({
  name: 'prepare-session-context',
  summary:
    'Tells the model where it works: branch, changes, ticket, CI, database schema, deployment, toolchain.',
  kind: 'context',
  events: ['session-start'],
  alsoServes: ['other'],
  options,
  check,
  explain: (subject, cwd) => ({
    name: 'session-start',
    dialect: 'claude-code',
    harnessEvent: 'SessionStart',
    cwd: SOURCES.has(subject) ? cwd : resolvePath(cwd, subject, false),
    source: SOURCES.has(subject) ? subject : 'startup',
    payload: {},
  }),
})

async function check(event: Event, ctx: Context<Options>): Promise<Verdict> {
  const source = sourceOf(event)
  if (source === undefined) return PASS
  const { sessionContext } = await import('./session.ts')
  return sessionContext(event, source, ctx)
}

/**
 * Why the session begins, or goes on; undefined for an event that is neither. What OpenHarness
 * prints after a compaction is a start after a compaction (docs/contracts/openharness.md section 1).
 */
function sourceOf(event: Event): string | undefined {
  if (event.name === 'session-start') return event.source ?? ''
  return event.harnessEvent === 'post_compact' ? 'compact' : undefined
}
