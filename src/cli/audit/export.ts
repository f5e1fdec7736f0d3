import { once } from 'node:events'
import * as fs from 'node:fs'
import { finished } from 'node:stream/promises'
import { CSV_HEAD, csvRow } from './csv.ts'
import { BadLines, entriesOf } from './entries.ts'
import { type FilterOptions, makeFilter } from './filter.ts'
import { AuditUsageError, filesOf, findLog, type SourceOptions } from './source.ts'

interface ExportOptions extends SourceOptions, FilterOptions {
  readonly format?: string
  readonly out?: string
}

const FORMATS = ['jsonl', 'json', 'csv']

/** `hookbox audit export`: the records as they are, or as a table. Exit code 0. */
export async function exportRecords(given: ExportOptions): Promise<number> {
  const { format = 'jsonl', out } = given
  if (!FORMATS.includes(format)) {
    throw new AuditUsageError(`--format is ${JSON.stringify(format)}, expected one of ${FORMATS.join(', ')}`)
  }
  const files = filesOf(await findLog(given))
  const filter = makeFilter(given, Date.now())
  const target = out === undefined ? process.stdout : newFile(out)
  const bad = new BadLines()
  let count = 0
  if (format === 'csv') target.write(CSV_HEAD)
  for (const file of files) {
    for await (const entries of entriesOf(file, filter, bad)) {
      const text = entries.map(({ record, line }) => {
        if (format === 'csv') return csvRow(record)
        return format === 'json' ? `${count++ === 0 ? '[' : ',\n'}${line}` : `${line}\n`
      })
      if (!target.write(text.join(''))) await once(target, 'drain')
    }
  }
  if (format === 'json') target.write(count === 0 ? '[]\n' : ']\n')
  if (target !== process.stdout) {
    target.end()
    await finished(target)
  }
  process.stderr.write(bad.note())
  return 0
}

/** For the user alone, as the log is. What is there already is not written over. */
function newFile(file: string): fs.WriteStream {
  try {
    return fs.createWriteStream('', { fd: fs.openSync(file, 'wx', 0o600) })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new AuditUsageError(
      code === 'EEXIST' ? `${file} is there already` : `${file} can't be written (${code})`,
    )
  }
}
