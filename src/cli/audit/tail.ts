import * as fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { nodeHost } from '../../host/node.ts'
import { type LogRecord, readLine } from '../../store/read-log.ts'
import { logFiles } from '../../store/rotate.ts'
import { lineWidth } from './columns.ts'
import { BadLines, newest } from './entries.ts'
import { type Filter, type FilterOptions, makeFilter } from './filter.ts'
import { openAll } from './lines.ts'
import { readCount } from './numbers.ts'
import { Rows } from './rows.ts'
import { filesOf, findLog, type SourceOptions } from './source.ts'

interface TailOptions extends SourceOptions, FilterOptions {
  readonly lines?: string
  readonly follow?: boolean
  readonly json?: boolean
  readonly wide?: boolean
}

const LOOK_MS = 200

/** `hookbox audit tail`: the newest records, and with `--follow` those to come. Exit code 0. */
export async function tail(given: TailOptions): Promise<number> {
  const source = await findLog(given)
  const count = readCount(given.lines, '--lines', 20)
  const filter = makeFilter(given, Date.now())
  const bad = new BadLines()
  const rows = new Rows(lineWidth(given.wide === true))
  const show = (record: LogRecord, line: string) =>
    process.stdout.write(`${given.json ? line : rows.record(record)}\n`)
  // Where following begins is found first: what comes meanwhile is shown twice rather than not.
  const followed = given.follow ? new Followed(source.path) : undefined
  const files = given.follow ? openAll(() => logFiles(nodeHost, source.path)) : filesOf(source)
  const entries = await newest(files, filter, count, bad)
  for (const { record, line } of entries.slice(-count)) show(record, line)
  process.stderr.write(bad.note())
  if (!followed) return 0
  for (;;) {
    for (const line of followed.lines()) showNew(line, filter, show)
    await sleep(LOOK_MS)
  }
}

function showNew(line: string, filter: Filter, show: (record: LogRecord, line: string) => void): void {
  const record = readLine(line)
  if (typeof record === 'string') process.stderr.write(`a line is no record: ${record}\n`)
  else if (filter.matches(record, line)) show(record, line)
}

/** What is appended to a log, through its renaming. */
class Followed {
  readonly #path: string
  #fd: number | undefined
  #at = 0
  #rest = Buffer.alloc(0)

  constructor(path: string) {
    this.#path = path
    if (this.#open()) this.#at = fs.fstatSync(this.#fd ?? -1).size
  }

  #open(): boolean {
    try {
      this.#fd = fs.openSync(this.#path, 'r')
      this.#at = 0
      this.#rest = Buffer.alloc(0)
      return true
    } catch {
      this.#fd = undefined
      return false
    }
  }

  /** The whole lines since the last time. */
  lines(): readonly string[] {
    if (this.#fd === undefined && !this.#open()) return []
    const found = this.#read()
    const now = fs.statSync(this.#path, { throwIfNoEntry: false })
    const opened = fs.fstatSync(this.#fd ?? -1)
    // Renamed or taken away: what was written until then was read just now, or is read here.
    if (now && now.ino !== opened.ino) {
      const late = this.#read()
      fs.closeSync(this.#fd ?? -1)
      return this.#open() ? [...found, ...late, ...this.#read()] : [...found, ...late]
    }
    if (opened.size < this.#at) this.#at = 0 // somebody emptied it
    return found
  }

  #read(): readonly string[] {
    const chunk = Buffer.alloc(1 << 20)
    const lines: string[] = []
    for (;;) {
      const got = fs.readSync(this.#fd ?? -1, chunk, 0, chunk.length, this.#at)
      if (got === 0) return lines
      this.#at += got
      const bytes = Buffer.concat([this.#rest, chunk.subarray(0, got)])
      const end = bytes.lastIndexOf(0x0a)
      this.#rest = Buffer.from(bytes.subarray(end + 1))
      if (end >= 0) lines.push(...bytes.toString('utf8', 0, end).split('\n').filter(Boolean))
    }
  }
}
