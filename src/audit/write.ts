import type { Context } from '../hook.ts'
import { makeRedactor, type Redactor } from '../redact/redact.ts'
import { appendLog } from '../store/append-log.ts'
import { lineOf } from './line.ts'
import { logFile } from './log-file.ts'
import type { Options } from './options.ts'
import type { AuditRecord } from './record.ts'

/** Whether the options ask for this record. */
export function isWanted(record: AuditRecord, { stages, tools }: Options): boolean {
  if (stages.length > 0 && !stages.includes(record.stage)) return false
  const name = record.tool_name
  if (tools.length === 0 || name === undefined) return true
  return tools.some((tool) => (tool.endsWith('*') ? name.startsWith(tool.slice(0, -1)) : tool === name))
}

/** Appends the records in one write. Throws when they could not be written. */
export async function writeRecords(
  records: readonly AuditRecord[],
  cwd: string,
  ctx: Context<Options>,
): Promise<void> {
  const redactor = redactorOf(ctx)
  let lines = ''
  for (const record of records) lines += await lineOf(record, redactor, ctx.options)
  const file = logFile(cwd, ctx)
  ctx.note(`one line more in ${file.path}:\n${lines.trimEnd()}`)
  for (const [rule, count] of redactor.found) ctx.note(`redacted by the rule ${rule}: ${count}`)
  await appendLog(ctx.host, file, lines)
}

export function redactorOf({ host, options: { redactKeys, redactPatterns } }: Context<Options>): Redactor {
  return makeRedactor(host, { keys: redactKeys, patterns: redactPatterns })
}
