/** A record of a log, as it was written. */
export type LogRecord = Readonly<Record<string, unknown>>

interface BadLine {
  /** Counted from 1. */
  readonly line: number
  readonly problem: string
}

export interface LogContent {
  readonly records: readonly LogRecord[]
  /** Lines that are no record: torn, glued together, or written by somebody else. */
  readonly bad: readonly BadLine[]
}

/**
 * The records in the text of a log. Lines that are none are told apart and never stop the
 * reading; empty lines are nothing. Never throws.
 */
export function readLog(text: string): LogContent {
  const records: LogRecord[] = []
  const bad: BadLine[] = []
  let line = 0
  for (const written of text.split('\n')) {
    line++
    if (written.trim() === '') continue
    const record = readLine(written)
    if (typeof record === 'string') bad.push({ line, problem: record })
    else records.push(record)
  }
  return { records, bad }
}

/** The record in a line, or what is wrong with the line. */
export function readLine(text: string): LogRecord | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'it is not JSON'
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'it is no JSON object'
  const record = value as LogRecord
  if (typeof record['stage'] !== 'string' || typeof record['timestamp'] !== 'string') {
    return 'it has no stage or no timestamp'
  }
  return record
}
