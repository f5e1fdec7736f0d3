import * as fs from 'node:fs'
import * as path from 'node:path'
import type { AuditRecord } from '../../audit/record.ts'
import { nodeHost } from '../../host/node.ts'
import { makeRedactor } from '../../redact/redact.ts'
import { type Making, rowOfRecord } from '../../server/ingest/rows.ts'
import { reportDocument } from '../../server/page/report.ts'
import { readPage } from '../../server/page/routes.ts'
import type { Row } from '../../server/store/row.ts'
import { distFolder } from '../own-files.ts'
import { BadLines, collect } from './entries.ts'
import { type FilterOptions, makeFilter } from './filter.ts'
import { AuditUsageError, filesOf, findLog, type SourceOptions } from './source.ts'

export interface ReportOptions extends SourceOptions, FilterOptions {
  readonly out: string
  readonly limit: string
  readonly force?: boolean
}

/** `hookbox audit report`: the page of `hookbox serve` as one file. Exit codes: 0, 1 nothing is there. */
export async function report(given: ReportOptions): Promise<number> {
  const limit = Number(given.limit)
  if (!Number.isInteger(limit) || limit < 1) {
    throw new AuditUsageError(`--limit is ${given.limit}, expected a whole number from 1`)
  }
  const source = await findLog(given)
  const bad = new BadLines()
  const found = await collect(filesOf(source), makeFilter(given, Date.now()), bad)
  process.stderr.write(bad.note())
  if (found.length === 0) {
    process.stderr.write('hookbox audit: no record is asked for, so no report was written\n')
    return 1
  }
  const { redactKeys, redactPatterns } = source.options
  const making: Making = {
    // A report is for others to read: what is secret here and now goes, whenever it was written.
    redactor: makeRedactor(nodeHost, { keys: redactKeys, patterns: redactPatterns }),
    options: { ...source.options, prompts: 'text' },
    now: Date.now,
  }
  const rows: Row[] = []
  for (const { record } of found.slice(-limit)) {
    const { id, ...fields } = record
    const own = typeof id === 'string' ? id : `line ${rows.length + 1}`
    const row = await rowOfRecord(own, fields as unknown as AuditRecord, undefined, making)
    rows.push({ ...row, received: row.at })
  }
  const files = readPage(path.join(distFolder(), 'page'), 'report.js')
  write(given, reportDocument(rows, path.basename(source.path), files))
  const left = found.length - rows.length
  const older = left > 0 ? `, the newest; ${left} older ones are left out (--limit)` : ''
  process.stderr.write(`${given.out}: ${rows.length} ${rows.length === 1 ? 'record' : 'records'}${older}\n`)
  return 0
}

/** For its user alone, as the log is, also where another file was before. Half a report is none. */
function write({ out, force }: ReportOptions, text: string): void {
  let fd: number | undefined
  try {
    fd = fs.openSync(out, force === true ? 'w' : 'wx', 0o600)
    fs.fchmodSync(fd, 0o600)
    fs.writeFileSync(fd, text)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (fd !== undefined) fs.rmSync(out, { force: true })
    if (code === 'EEXIST') throw new AuditUsageError(`${out} is there already; --force writes over it`)
    throw new AuditUsageError(`${out} can't be written (${code})`)
  } finally {
    if (fd !== undefined) fs.closeSync(fd)
  }
}
