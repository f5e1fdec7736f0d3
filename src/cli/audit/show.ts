import chalk from 'chalk'
import { splitLink } from '../../chain/link.ts'
import type { LogRecord } from '../../store/read-log.ts'
import { plainLine, plainText } from '../../text/plain.ts'
import { BadLines, collect, type Entry } from './entries.ts'
import { painted } from './rows.ts'
import { AuditUsageError, filesOf, findLog, type SourceOptions } from './source.ts'

interface ShowOptions extends SourceOptions {
  readonly json?: boolean
}

/** Shorter ones would fit too much. */
const MIN_PREFIX = 4

/**
 * `hookbox audit show ID`: every record of a call (its tool_use_id), of a session, a record by its
 * id, or by its number in the chain (`#12`). The start of an id is enough. Exit codes: 0, 1 none.
 */
export async function show(id: string, given: ShowOptions): Promise<number> {
  if (!id.startsWith('#') && id.length < MIN_PREFIX) {
    throw new AuditUsageError(`${JSON.stringify(id)} is too short for the start of an id`)
  }
  const files = filesOf(await findLog(given))
  const bad = new BadLines()
  const entries = await collect(files, { since: -Infinity, matches: isMeant(id) }, bad)
  process.stderr.write(bad.note())
  if (entries.length === 0) {
    process.stderr.write(`no record has ${id} as its tool_use_id, session_id, id or number\n`)
    return 1
  }
  if (given.json) process.stdout.write(`[${entries.map(({ line }) => line).join(',\n')}]\n`)
  else process.stdout.write(`${entries.map(shown).join('\n')}`)
  return 0
}

function isMeant(id: string) {
  const number = /^#(\d+)$/.exec(id)?.[1]
  return (record: LogRecord, line: string): boolean => {
    if (number !== undefined) return splitLink(line)?.link.seq === Number(number)
    return ['tool_use_id', 'session_id', 'id'].some((key) => String(record[key] ?? '').startsWith(id))
  }
}

function shown({ record }: Entry): string {
  const { timestamp, stage, ...rest } = record
  const head = `${chalk.bold(painted(plainLine(String(stage), 100)))}  ${plainLine(String(timestamp), 100)}`
  const rows = Object.entries(rest).map(
    ([key, value]) => `  ${chalk.dim(`${plainText(key)}:`)} ${valueShown(value, '  ')}`,
  )
  return `${head}\n${rows.join('\n')}\n`
}

/** Texts as they are, over several lines if need be; the rest as JSON. */
function valueShown(value: unknown, indent: string): string {
  if (typeof value === 'string') {
    const text = plainText(value).replace(/\n$/, '')
    const marked = text.replace(/\[(?:REDACTED|CUT|LEFT OUT):[^\]]*\]/g, (mark) => chalk.magenta(mark))
    return marked.includes('\n') ? `\n${marked.replace(/^/gm, `${indent}  `)}` : marked
  }
  if (typeof value !== 'object' || value === null) return chalk.cyan(String(value))
  const entries = Object.entries(value)
  if (entries.length === 0) return Array.isArray(value) ? '[]' : '{}'
  const more = `${indent}  `
  return entries
    .map(
      ([key, item]) =>
        `\n${more}${chalk.dim(Array.isArray(value) ? '-' : `${plainText(key)}:`)} ${valueShown(item, more)}`,
    )
    .join('')
}
