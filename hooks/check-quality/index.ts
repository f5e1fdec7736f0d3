import type { Event } from '../../src/event.ts'
import { type Context, defineHook, PASS, type Verdict } from '../../src/hook.ts'
import { editsOf } from './edits.ts'
import { DEFAULTS, type Options } from './options.ts'

export const hook = defineHook<Options>({
  name: 'check-quality',
  summary: 'Runs the linters and formatters a project configures on each edited file, and tells the agent.',
  kind: 'feedback',
  // At the end of a turn: the fixes that were put off because they remove code.
  events: ['tool-after', 'stop'],
  // Instead of tool-after: both would check every file twice.
  alsoServes: ['tool-batch'],
  tools: ['edit'],
  alsoTools: ['shell'],
  timeoutSeconds: 120,
  options: {
    defaults: DEFAULTS,
    merge: {
      commands: 'nearest',
      fix: 'nearest',
      scope: 'nearest',
      skip: 'nearest',
      gate: 'nearest',
      shell: 'nearest',
      slowTools: 'nearest',
      timeoutMs: 'nearest',
      totalTimeoutMs: 'nearest',
      ignore: 'nearest',
      maxFindings: 'nearest',
      onlyIn: 'trusted',
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

async function check(event: Event, given: Context<Options>): Promise<Verdict> {
  const { host } = given
  const ctx = given.onlyLooks ? withoutFix(given) : given
  const { options } = ctx
  if (event.name === 'stop') {
    if (!options.fix) return PASS
    return (await import('./put-off.ts')).fixPutOff(event, ctx)
  }
  if (event.tool?.kind === 'shell' && !options.shell) return PASS
  const edits = await editsOf(event, options.shell, host)
  if (edits.length === 0) return PASS
  return (await import('./check.ts')).checkFiles(edits, event, ctx)
}

/** `--explain` changes no file. */
function withoutFix(ctx: Context<Options>): Context<Options> {
  if (ctx.options.fix) ctx.note('nothing is fixed here, although the option "fix" is set')
  return { ...ctx, options: { ...ctx.options, fix: false } }
}
