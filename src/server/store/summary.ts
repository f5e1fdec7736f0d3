type Fields = Readonly<Record<string, unknown>>

const MAX_SUMMARY = 240

/** The field of a tool's input that says the most, the first that is there. */
const TELLING = [
  'command',
  'file_path',
  'notebook_path',
  'path',
  'pattern',
  'url',
  'query',
  'description',
  'prompt',
  'question',
  'name',
] as const

/** What a record is about, as one line of text: a command, a file, a reason. '' when nothing is known. */
export function summaryOf(fields: Fields): string {
  const input = fields['tool_input']
  switch (fields['stage']) {
    case 'verdict':
    case 'denied':
    case 'session-end':
      return line(fields['reason']) || ofInput(input)
    case 'failure':
    case 'invalid':
    case 'unreadable':
      return ofInput(input) || line(fields['error'])
    case 'prompt':
      return line(fields['prompt']) || hashed(fields, 'prompt')
    case 'stop':
    case 'subagent-stop':
      return line(fields['error']) || line(fields['last_assistant_message'])
    case 'session-start':
      return ['source', 'model', 'session_title']
        .map((key) => line(fields[key]))
        .filter(Boolean)
        .join(' ')
    case 'compact':
      return line(fields['trigger'])
    case 'batch': {
      const calls = fields['tool_calls']
      return Array.isArray(calls) ? `${calls.length} ${calls.length === 1 ? 'call' : 'calls'}` : ''
    }
    default:
      return ofInput(input)
  }
}

function ofInput(input: unknown): string {
  if (typeof input === 'string') return line(input)
  if (typeof input !== 'object' || input === null) return ''
  const fields = input as Fields
  for (const key of TELLING) {
    const found = line(fields[key])
    if (found !== '') return found
  }
  const first = Object.values(fields).find((value) => typeof value === 'string')
  return line(first)
}

function hashed(fields: Fields, key: string): string {
  const length = fields[`${key}_length`]
  return typeof length === 'number' ? `${length} characters, kept as a hash` : ''
}

/** The first of it, on one line. */
function line(value: unknown): string {
  if (typeof value !== 'string') return ''
  const start = value
    .slice(0, MAX_SUMMARY * 2)
    .replace(/\s+/g, ' ')
    .trim()
  if (start.length <= MAX_SUMMARY) return start
  return `${start.slice(0, MAX_SUMMARY - 3).replace(/[\ud800-\udbff]$/, '')}...`
}
