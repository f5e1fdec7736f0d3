import type { Event } from '../../src/event.ts'
import { type Context, defineHook, MODES, PASS, type Verdict } from '../../src/hook.ts'
import { resolvePath } from '../../src/paths/written.ts'
import { DEFAULTS, type Options } from './options.ts'

export const hook = defineHook<Options>({
  name: 'verify-before-stop',
  summary: "Runs the project's tests before the agent stops, and keeps it working while they fail.",
  kind: 'gate',
  events: ['stop', 'subagent-stop', 'session-start'],
  timeoutSeconds: 600,
  options: {
    defaults: DEFAULTS,
    merge: {
      mode: MODES,
      commands: 'fixed',
      timeoutMs: 'fixed',
      totalTimeoutMs: 'fixed',
      maxBlocks: 'fixed',
      couldNotRun: ['report', 'block'],
      retries: 'fixed',
      parallel: 'nearest',
      subagents: [false, true],
      backgroundTasks: ['wait', 'verify'],
      skipUnchanged: [true, false],
      ignore: 'fixed',
      onlyIn: 'trusted',
    },
    schema: async () => (await import('./schema.ts')).schema,
  },
  check,
  explain: (subject, cwd) => ({
    name: 'stop',
    dialect: 'unknown',
    harnessEvent: 'Stop',
    cwd: resolvePath(cwd, subject, /^[A-Za-z]:/.test(cwd)),
    stop: { active: false, backgroundTasks: 0 },
    payload: {},
  }),
})

async function check(event: Event, ctx: Context<Options>): Promise<Verdict> {
  const { options, note } = ctx
  const gate = () => import('./gate.ts')
  if (event.name === 'session-start') return (await gate()).recordStart(event, ctx)
  const { stop } = event
  if (event.name === 'subagent-stop') {
    // Compaction stops as a subagent without a type (docs/contracts/claude-code.md section 1).
    if (stop?.agentType === '') return PASS
    if (!options.subagents) {
      note('subagents are not verified (option "subagents")')
      return PASS
    }
  }
  if ((stop?.backgroundTasks ?? 0) > 0 && options.backgroundTasks === 'wait') {
    note('background tasks are running: the agent only waits, and stops again when they end')
    return PASS
  }
  return (await gate()).verify(event, ctx)
}
