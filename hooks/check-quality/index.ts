import type { Event } from '../../src/event.ts'
import { type Context, defineHook, PASS, type Verdict } from '../../src/hook.ts'
import { DEFAULTS, type Options } from './options.ts'

export const hook = defineHook<Options>({
  name: 'check-quality',
  summary: 'Runs the linters and formatters a project configures on each edited file, and tells the agent.',
  kind: 'feedback',
  events: ['tool-after'],
  // Instead of tool-after: both would check every file twice.
  alsoServes: ['tool-batch'],
  tools: ['edit'],
  timeoutSeconds: 120,
  options: {
    defaults: DEFAULTS,
    merge: {
      commands: 'nearest',
      fix: 'nearest',
      scope: 'nearest',
      skip: 'nearest',
      slowTools: 'nearest',
      timeoutMs: 'nearest',
      ignore: 'nearest',
      maxFindings: 'nearest',
    },
    schema: async () => (await import('./schema.ts')).schema,
  },
  check,
  explain: (subject, cwd) => ({
    name: 'tool-after',
    dialect: 'unknown',
    harnessEvent: 'PostToolUse',
    cwd,
    tool: { name: 'Edit', kind: 'edit', input: { file_path: subject } },
    payload: {},
  }),
})

async function check(event: Event, ctx: Context<Options>): Promise<Verdict> {
  const { editedPaths } = await import('./subject.ts')
  const paths = editedPaths(event)
  if (paths.length === 0) return PASS
  return (await import('./check.ts')).checkFiles(paths, event, ctx)
}
