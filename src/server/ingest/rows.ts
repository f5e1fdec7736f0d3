import { createHash } from 'node:crypto'
import { lineOf } from '../../audit/line.ts'
import type { Options } from '../../audit/options.ts'
import type { AuditRecord } from '../../audit/record.ts'
import type { Redactor } from '../../redact/redact.ts'
import { headOf } from '../../text/plain.ts'
import { HttpError } from '../http/answer.ts'
import { type Row, rowOf } from '../store/row.ts'
import { storable } from './clean.ts'

/** How records become rows. */
export interface Making {
  readonly redactor: Redactor
  readonly options: Options
  now(): number
}

/** A line of a batch that is no record, and why. */
export interface Rejected {
  /** Counted from 1. */
  readonly line: number
  readonly error: string
}

/** One line, larger than any record (src/audit/line.ts). */
const MAX_LINE = 4 * 1024 * 1024
/** So long the thread may be held before others get their turn. */
const SLICE_MS = 10
/** Rows of a part: no more of a batch is in memory at once, however many its lines are. */
const PART_ROWS = 2000
/** A batch with more lines that are no records is no batch. */
const MAX_REJECTED = 1000

const STAGE = /^[a-z][a-z-]{0,39}$/
const VERSION = 1

/** Some of a batch's lines. */
interface BatchPart {
  readonly rows: readonly Row[]
  readonly rejected: readonly Rejected[]
}

/**
 * The rows of a batch, one record a line, in parts. Secrets are taken out here too, whatever the
 * sender has done; what it kept of prompts is its own affair. A line that is no record is told apart,
 * the others count. Throws an HttpError (413) when too many are none: the parts before count all the
 * same, and come again as duplicates.
 */
export async function* rowsOf(
  body: Buffer,
  client: string | undefined,
  making: Making,
): AsyncGenerator<BatchPart> {
  let rows: Row[] = []
  let rejected: Rejected[] = []
  let rejections = 0
  const asSent = { ...making, options: { ...making.options, prompts: 'text' as const } }
  let line = 1
  let until = performance.now() + SLICE_MS
  for (let start = 0; start < body.length; line++) {
    for (; isBlank(body[start]); start++) if (body[start] === NEWLINE) line++
    if (start >= body.length) break
    const newline = body.indexOf(NEWLINE, start)
    const end = newline < 0 ? body.length : newline
    const found = await rowOfLine(body.subarray(start, end), client, asSent)
    start = end + 1
    if (typeof found !== 'string') rows.push(found)
    else if (++rejections > MAX_REJECTED) throw noBatch(rejected[0] ?? { line, error: found })
    else rejected.push({ line, error: found })
    if (rows.length === PART_ROWS) {
      yield { rows, rejected }
      rows = []
      rejected = []
    }
    if (performance.now() > until) {
      await new Promise((resolve) => setImmediate(resolve))
      until = performance.now() + SLICE_MS
    }
  }
  yield { rows, rejected }
}

const NEWLINE = 0x0a

function isBlank(byte: number | undefined): boolean {
  return byte !== undefined && byte <= 0x20
}

function noBatch({ line, error }: Rejected): HttpError {
  return new HttpError(
    413,
    `more than ${MAX_REJECTED} of its lines are no records, one of them line ${line}: ${error}`,
  )
}

async function rowOfLine(bytes: Buffer, client: string | undefined, making: Making): Promise<Row | string> {
  if (bytes.length > MAX_LINE) return `it has more than ${MAX_LINE >> 20} MB`
  let text: string
  let value: unknown
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return 'it is not UTF-8'
  }
  try {
    value = JSON.parse(text)
  } catch {
    return 'it is not JSON'
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'it is no JSON object'
  const { id: given, ...record } = value as Record<string, unknown>
  const problem = problemOf(record, given)
  if (problem !== undefined) return problem
  // A record without an id of its own is known again by what it says.
  const id = typeof given === 'string' ? given : `sha256:${createHash('sha256').update(bytes).digest('hex')}`
  return rowOfRecord(id, record as unknown as AuditRecord, client, making)
}

function problemOf(record: Readonly<Record<string, unknown>>, id: unknown): string | undefined {
  if (id !== undefined && (typeof id !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(id))) {
    return 'its id is no text of 1 to 200 ASCII characters without spaces'
  }
  const { stage, timestamp, v } = record
  if (typeof stage !== 'string' || !STAGE.test(stage)) return 'it has no stage'
  if (typeof timestamp !== 'string' || Number.isNaN(Date.parse(timestamp))) return 'it has no timestamp'
  if (v !== undefined && v !== VERSION) {
    return `its version (v) is ${headOf(JSON.stringify(v), 40)}, and this server knows ${VERSION}; update hookbox on the server`
  }
  return undefined
}

/** The row of a record, which may still hold secrets. */
export async function rowOfRecord(
  id: string,
  record: AuditRecord,
  client: string | undefined,
  { redactor, options, now }: Making,
): Promise<Row> {
  const written = textOf(record)
  const safe = written === undefined ? shortened(record) : storable(record, written)
  const line = (await lineOf(safe as AuditRecord, redactor, options)).trimEnd()
  const clean = line === written ? safe : (JSON.parse(line) as Readonly<Record<string, unknown>>)
  // A record that nothing made small enough is a cut text alone; what names it is kept beside.
  const named = 'stage' in clean ? clean : { ...namesOf(record), ...clean }
  return rowOf(id, named, named === clean ? line : JSON.stringify(named), now(), client)
}

function textOf(record: AuditRecord): string | undefined {
  try {
    return JSON.stringify(record)
  } catch {
    return undefined // nested more deeply than the engine's own stack
  }
}

function shortened(record: AuditRecord): Readonly<Record<string, unknown>> {
  return { ...namesOf(record), cut: '[LEFT OUT: nested too deeply]' }
}

function namesOf(record: AuditRecord): Record<string, unknown> {
  const keys = [
    'timestamp',
    'stage',
    'session_id',
    'tool_use_id',
    'tool_name',
    'harness',
    'event',
    'cwd',
    'user',
    'v',
  ]
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = record[key]
      return typeof value === 'string' || typeof value === 'number' ? [[key, value]] : []
    }),
  )
}
