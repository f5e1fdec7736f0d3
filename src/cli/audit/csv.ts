import type { LogRecord } from '../../store/read-log.ts'

const COLUMNS = [
  'timestamp',
  'stage',
  'session_id',
  'tool_use_id',
  'tool_name',
  'tool_input',
  'tool_response',
  'error',
  'duration_ms',
  'hook',
  'verdict',
  'rule',
  'mode',
  'reason',
  'user',
  'agent_id',
  'harness',
  'event',
  'cwd',
  'id',
] as const

/** RFC 4180, with line ends as it says. */
export const CSV_HEAD = `${COLUMNS.join(',')}\r\n`

export function csvRow(record: LogRecord): string {
  return `${COLUMNS.map((column) => cell(record[column])).join(',')}\r\n`
}

/**
 * What a spreadsheet would run: the signs that begin a formula, wide ones too, also behind what is
 * not seen; and white space that some take for a new cell (owasp.org, "CSV Injection").
 */
const FORMULA = /^(?:[\u0000-\u0020\u200b-\u200f\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/

function cell(value: unknown): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const harmless = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
