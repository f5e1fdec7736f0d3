import type { LogRecord } from '../../store/read-log.ts'
import { AuditUsageError } from './source.ts'
import { readTime } from './time.ts'

/** What the commands that look at records take. */
export interface FilterOptions {
  readonly session?: string
  readonly tool?: string
  readonly verdict?: string
  readonly stage?: string
  readonly hook?: string
  readonly user?: string
  readonly since?: string
  readonly until?: string
  readonly text?: string
}

export interface Filter {
  /** Since when, in milliseconds since the epoch; -Infinity: since ever. */
  readonly since: number
  /** Whether the record is asked for. `line`: as it was written. */
  matches(record: LogRecord, line: string): boolean
}

type Test = (record: LogRecord, line: string) => boolean

const VERDICTS = ['deny', 'ask', 'block', 'failure', 'success'] as const

/** A filter that all the options given have to agree with. Throws an AuditUsageError. */
export function makeFilter(given: FilterOptions, now: number): Filter {
  const tests: Test[] = []
  const since = given.since === undefined ? -Infinity : readTime(given.since, now)
  const until = given.until === undefined ? Infinity : readTime(given.until, now)
  if (since !== -Infinity || until !== Infinity) {
    tests.push((record) => {
      const time = Date.parse(String(record['timestamp']))
      return time >= since && time <= until
    })
  }
  const { session, text, verdict } = given
  if (session !== undefined) tests.push((record) => String(record['session_id'] ?? '').startsWith(session))
  if (verdict !== undefined) tests.push(verdictTest(verdict))
  for (const [field, pattern] of [
    ['tool_name', given.tool],
    ['stage', given.stage],
    ['hook', given.hook],
    ['user', given.user],
  ] as const) {
    if (pattern !== undefined) tests.push(fieldTest(field, pattern))
  }
  if (text !== undefined) {
    const wanted = text.toLowerCase()
    tests.push((record, line) => line.toLowerCase().includes(wanted) || saysSo(record, wanted))
  }
  return { since, matches: (record, line) => tests.every((test) => test(record, line)) }
}

function verdictTest(verdict: string): Test {
  if (!VERDICTS.some((one) => one === verdict)) {
    throw new AuditUsageError(
      `--verdict is ${JSON.stringify(verdict)}, expected one of ${VERDICTS.join(', ')}`,
    )
  }
  return ({ stage, verdict: own }) => {
    switch (verdict) {
      case 'success':
        return stage === 'success'
      case 'failure':
        return stage === 'failure' || stage === 'invalid'
      case 'deny':
        return own === 'deny' || stage === 'denied'
      default:
        return own === verdict
    }
  }
}

/** Names, several with commas between, `*` standing for anything; case does not count. */
function fieldTest(field: string, pattern: string): Test {
  const sources = pattern.split(',').map((one) =>
    one
      .trim()
      .split('*')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*'),
  )
  const expression = new RegExp(`^(?:${sources.join('|')})$`, 'i')
  return (record) => expression.test(String(record[field] ?? ''))
}

/** A text with quotes or line ends looks different in JSON. */
function saysSo(value: unknown, wanted: string): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(wanted)
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some((item) => saysSo(item, wanted))
}
