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

function cell(value: unknown): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  // A spreadsheet would run it as a formula.
  const harmless = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
