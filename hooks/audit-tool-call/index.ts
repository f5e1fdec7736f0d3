import type { Event } from '../../src/event.ts'
import { type Context, defineHook, deny, PASS, type Verdict } from '../../src/hook.ts'
import { makeRedactor } from '../../src/redact/redact.ts'
import { appendLog } from '../../src/store/append-log.ts'
import { isFirstTime } from '../../src/store/once.ts'
import { lineOf } from './line.ts'
import { logFile } from './log-file.ts'
import { type Options, options } from './options.ts'
import { type AuditRecord, recordsOf, unreadableRecord } from './record.ts'

export const hook = defineHook<Options>({
  name: 'audit-tool-call',
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
      await write(records, event.cwd, ctx)
      return PASS
    } catch (error) {
      return unwritten(error, event, ctx)
    }
  },
  unreadable: async (text, problem, ctx) => {
    const cwd = ctx.host.cwd() ?? '/'
    try {
      const kept = await startOf(text, ctx)
      const record = unreadableRecord(kept, problem, cwd, ctx.host)
      if (isWanted(record, ctx.options)) await write([record], cwd, ctx)
      return undefined
    } catch (error) {
      return `and no record of it was written: ${messageOf(error)}`
    }
  },
  explain: (command, cwd) => ({
    name: 'tool-before',
    dialect: 'unknown',
    harnessEvent: '',
    cwd,
    tool: { name: 'Bash', kind: 'shell', input: { command } },
    payload: { tool_name: 'Bash', tool_input: { command } },
  }),
})

function isWanted(record: AuditRecord, { stages, tools }: Options): boolean {
  if (stages.length > 0 && !stages.includes(record.stage)) return false
  const name = record.tool_name
  if (tools.length === 0 || name === undefined) return true
  return tools.some((tool) => (tool.endsWith('*') ? name.startsWith(tool.slice(0, -1)) : tool === name))
}

/** All records in one write. Throws when they could not be written. */
async function write(records: readonly AuditRecord[], cwd: string, ctx: Context<Options>): Promise<void> {
  const redactor = redactorOf(ctx)
  let lines = ''
  for (const record of records) lines += await lineOf(record, redactor, ctx.options)
  const file = logFile(cwd, ctx)
  ctx.note(`one line more in ${file.path}:\n${lines.trimEnd()}`)
  for (const [rule, count] of redactor.found) ctx.note(`redacted by the rule ${rule}: ${count}`)
  await appendLog(ctx.host, file, lines)
}

function redactorOf({ host, options: { redactKeys, redactPatterns } }: Context<Options>) {
  return makeRedactor(host, { keys: redactKeys, patterns: redactPatterns })
}

/** The tool call goes on, and the user hears of it once in a session; `strict` denies instead. */
function unwritten(error: unknown, event: Event, { host, options }: Context<Options>): Verdict {
  const problem = `no audit record of this ${event.tool?.name ?? event.harnessEvent} was written: ${messageOf(error)}`
  if (options.strict && event.name === 'tool-before') {
    return deny(
      `audit-tool-call: ${problem}. Its option strict asks for a record before a tool runs. Ask the user to make the log writable, or to set another file or strict: false in hookbox.json.`,
    )
  }
  const message = `audit-tool-call: ${problem}. The call goes on without. Make the log writable, or set audit-tool-call.file in hookbox.json.`
  const isNew = event.sessionId === undefined || isFirstTime(host, `audit ${event.sessionId}`)
  return { kind: 'report', message, failure: isNew ? 'new' : 'known' }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** What is kept of a payload that is not JSON. */
const KEPT = 64 * 1024

/** The start of the text without secrets: a little more is read, for one that stands across the cut. */
async function startOf(text: string, ctx: Context<Options>): Promise<string> {
  if (text.length <= KEPT) return text
  const { utf8Length } = await import('../../src/text/utf8.ts')
  const start = redactorOf(ctx)
    .text(text.slice(0, KEPT + 2048))
    .slice(0, KEPT)
  return `${start}[CUT: ${utf8Length(text)} bytes]`
}
