import { type Options, options, SECTION } from '../../src/audit/options.ts'
import { recordsOf } from '../../src/audit/records.ts'
import { isWanted, writeRecords } from '../../src/audit/write.ts'
import type { Event } from '../../src/event.ts'
import { type Context, defineHook, deny, PASS, type Verdict } from '../../src/hook.ts'

export const hook = defineHook<Options>({
  name: SECTION,
  summary: 'Writes a record of every tool call, prompt, stop and session to a log, without secrets.',
  kind: 'observer',
  events: [
    'tool-before',
    'tool-after',
    'tool-failed',
    'tool-batch',
    'permission',
    'prompt',
    'session-start',
    'session-end',
    'stop',
    'subagent-stop',
    'other',
  ],
  options,
  check: async (event, ctx) => {
    const records = recordsOf(event, ctx.host).filter((record) => isWanted(record, ctx.options))
    if (records.length === 0) return PASS
    try {
      const told = await writeRecords(records, event.cwd, ctx)
      return told === undefined ? PASS : undelivered(told, event, ctx)
    } catch (error) {
      return unwritten(error, event, ctx)
    }
  },
  unreadable: async (text, problem, ctx) =>
    (await import('./unreadable.ts')).recordUnreadable(text, problem, ctx),
  explain: (command, cwd) => ({
    name: 'tool-before',
    dialect: 'unknown',
    harnessEvent: '',
    cwd,
    tool: { name: 'Bash', kind: 'shell', input: { command } },
    payload: { tool_name: 'Bash', tool_input: { command } },
  }),
})

/** Something is wrong with the deliveries: the user hears of it once in a session. */
async function undelivered(
  problem: string,
  { sessionId }: Event,
  { host }: Context<Options>,
): Promise<Verdict> {
  const { isFirstTime } = await import('../../src/store/once.ts')
  const isNew = sessionId === undefined || isFirstTime(host, `undelivered ${sessionId} ${problem}`)
  return isNew ? { kind: 'report', message: `audit-tool-call: ${problem}`, failure: 'new' } : PASS
}

/** The tool call goes on, and the user hears of it once in a session; `strict` denies instead. */
async function unwritten(error: unknown, event: Event, ctx: Context<Options>): Promise<Verdict> {
  const what = error instanceof Error ? error.message : String(error)
  const problem = `no audit record of this ${event.tool?.name ?? event.harnessEvent} was written: ${what}`
  if (ctx.options.strict && event.name === 'tool-before') {
    return deny(
      `audit-tool-call: ${problem}. Its option strict asks for a record before a tool runs. Ask the user to make the log writable, or to set another file or strict: false in hookbox.json.`,
    )
  }
  const { isFirstTime } = await import('../../src/store/once.ts')
  const isNew = event.sessionId === undefined || isFirstTime(ctx.host, `audit ${event.sessionId}`)
  return {
    kind: 'report',
    message: `audit-tool-call: ${problem}. The call goes on without. Make the log writable, or set audit-tool-call.file in hookbox.json.`,
    failure: isNew ? 'new' : 'known',
  }
}
