import type { LogRecord } from '../../store/read-log.ts'
import { plainLine } from '../../text/plain.ts'

/** Fields of tools' inputs that say best what a call is about, the best first. */
const TELLING = [
  'command',
  'file_path',
  'notebook_path',
  'path',
  'pattern',
  'url',
  'query',
  'skill',
  'description',
  'prompt',
] as const

const WHOLE = 2000

/** What a record is about, on one line: the command, the file, the reason. */
export function subjectOf(record: LogRecord): string {
  const input = record['tool_input']
  if (typeof input === 'object' && input !== null) {
    const fields = input as Record<string, unknown>
    const telling = TELLING.find((name) => typeof fields[name] === 'string' && fields[name] !== '')
    if (telling === undefined) return plainLine(JSON.stringify(input), WHOLE)
    return plainLine(shortened(String(fields[telling]), String(record['cwd'] ?? '')), WHOLE)
  }
  if (typeof input === 'string') return plainLine(input, WHOLE)
  for (const field of ['prompt', 'error', 'reason', 'source', 'trigger', 'last_assistant_message']) {
    const value = record[field]
    if (typeof value === 'string' && value !== '') return plainLine(value, WHOLE)
  }
  const length = record['prompt_length']
  if (typeof length === 'number') return `${length} characters`
  const calls = record['tool_calls']
  if (Array.isArray(calls)) return calls.length === 1 ? '1 call' : `${calls.length} calls`
  return ''
}

function shortened(text: string, cwd: string): string {
  return cwd !== '' && text.startsWith(`${cwd}/`) ? text.slice(cwd.length + 1) : text
}
