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

/**
 * Appends the records in one write. Returns what the user has to know besides. Throws when they
 * could not be written.
 */
export async function writeRecords(
  records: readonly AuditRecord[],
  cwd: string,
  ctx: Context<Options>,
): Promise<string | undefined> {
  const { host, options } = ctx
  const redactor = redactorOf(ctx)
  const lines: string[] = []
  for (const record of records) lines.push(await lineOf(record, redactor, options))
  const file = logFile(cwd, ctx)
  ctx.note(`one line more in ${file.path}:\n${lines.join('\n')}`)
  for (const [rule, count] of redactor.found) ctx.note(`redacted by the rule ${rule}: ${count}`)
  if (options.chain || options.sinks.length > 0) {
    const { writeFurther } = await import('./write-further.ts')
    return writeFurther(records, lines, file, ctx)
  }
  await appendLog(host, file, `${lines.join('\n')}\n`)
  return undefined
}

export function redactorOf({ host, options: { redactKeys, redactPatterns } }: Context<Options>): Redactor {
  return makeRedactor(host, { keys: redactKeys, patterns: redactPatterns })
}
