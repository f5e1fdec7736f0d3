import * as fs from 'node:fs'
import * as path from 'node:path'
import { nodeHost } from '../host/node.ts'
import { CURRENT, SEGMENT } from '../spool/folder.ts'
import { type Cursor, readState, type SpoolState, writeState } from './spool-state.ts'

/** At this size `current.jsonl` becomes a segment. */
const SEAL_BYTES = 4 * 1024 * 1024
/** At this size it does when all of it was delivered, so that it can be removed. */
const SEAL_DONE_BYTES = 256 * 1024
/** So long after it was renamed a hook may still append to a segment that it had opened before. */
const SETTLE_MS = 1000
/** So long a segment that was delivered stays, to be looked at once more. */
const GRACE_MS = 60_000

export interface ReadLines {
  readonly lines: readonly string[]
  /** Behind them. */
  readonly next: Cursor
}

/** The files of a spool, as its only reader sees them. */
export class Segments {
  readonly folder: string
  readonly state: SpoolState
  /** When each was renamed, by a clock that nobody sets. */
  readonly #sealed = new Map<number, number>()

  constructor(folder: string) {
    this.folder = folder
    this.state = readState(folder)
    const numbers = this.#numbers()
    this.state.current = Math.max(this.state.current, ...numbers.map((number) => number + 1))
    for (const number of numbers) {
      const { mtimeMs } = fs.statSync(this.#path(number))
      const isOld = Math.abs(Date.now() - mtimeMs) > GRACE_MS
      this.#sealed.set(number, performance.now() - (isOld ? GRACE_MS : 0))
    }
  }

  save(): void {
    writeState(this.folder, this.state)
  }

  /** Where a sink goes on; a new one begins with what is there. */
  cursor(sink: string): Cursor {
    const known = this.state.cursors[sink]
    // One behind all there is can't be right: nothing would ever be delivered.
    if (known && known.segment <= this.state.current) return known
    return { segment: this.#numbers()[0] ?? this.state.current, offset: 0 }
  }

  /** Whole lines from a place on; undefined when there are none now. */
  read(from: Cursor, maxLines: number, maxBytes: number): ReadLines | undefined {
    let at = from
    for (;;) {
      const { current, ends } = this.state
      if (at.segment > current) return undefined
      const size = this.#size(at.segment)
      if (at.segment === current && size < at.offset) at = { segment: current, offset: 0 } // somebody emptied it
      const end = Math.min(size, ends[at.segment] ?? size)
      const found = at.offset < end ? this.#lines(at, end, maxLines, maxBytes) : undefined
      if (found) return found
      if (at.segment === current || !this.#isSettled(at.segment)) return undefined
      // Half a line at a segment's end belongs to nobody: a hook that is told so writes it anew.
      ends[at.segment] ??= end
      at = { segment: at.segment + 1, offset: 0 }
    }
  }

  #lines(from: Cursor, end: number, maxLines: number, maxBytes: number): ReadLines | undefined {
    const fd = fs.openSync(this.#path(from.segment), 'r')
    try {
      for (let length = Math.min(maxBytes, end - from.offset); ; length *= 2) {
        const buffer = Buffer.alloc(Math.min(length, end - from.offset))
        const got = fs.readSync(fd, buffer, 0, buffer.length, from.offset)
        const found = wholeLines(buffer.subarray(0, got), maxLines)
        if (found) return { lines: found.lines, next: { ...from, offset: from.offset + found.bytes } }
        // A single line may be longer than a batch.
        if (length >= end - from.offset) return undefined
      }
    } finally {
      fs.closeSync(fd)
    }
  }

  /** Renames `current.jsonl` when it is time to, and removes what every sink has got. */
  tidy(sinks: readonly string[]): void {
    const { current } = this.state
    const size = this.#size(current)
    const isDone = sinks.every((sink) => {
      const { segment, offset } = this.cursor(sink)
      return segment > current || (segment === current && offset >= size)
    })
    if (size >= SEAL_BYTES || (isDone && size >= SEAL_DONE_BYTES)) this.#seal()
    const least = Math.min(...sinks.map((sink) => this.cursor(sink).segment))
    for (const number of this.#numbers()) {
      const age = performance.now() - (this.#sealed.get(number) ?? 0)
      if (number < least && age >= GRACE_MS) this.#remove(number)
    }
  }

  /**
   * True when nothing waits behind the sink's segment: when it is read to its end, all is. Half a
   * line does not count.
   */
  isLast(sink: string): boolean {
    const { segment } = this.cursor(sink)
    return ![...this.#numbers(), this.state.current].some(
      (number) => number > segment && this.#size(number) > 0,
    )
  }

  /** How many bytes a sink has not got yet. */
  waitingBytes(sink: string): number {
    const { segment, offset } = this.cursor(sink)
    return [...this.#numbers(), this.state.current]
      .filter((number) => number >= segment)
      .reduce((sum, number) => sum + this.#size(number) - (number === segment ? offset : 0), 0)
  }

  #seal(): void {
    const { current } = this.state
    try {
      fs.renameSync(path.join(this.folder, CURRENT), path.join(this.folder, nameOf(current)))
    } catch {
      return // On Windows while a hook has it open: next time.
    }
    this.#sealed.set(current, performance.now())
    this.state.current = current + 1
    this.save()
  }

  #remove(number: number): void {
    const end = this.state.ends[number]
    if (end !== undefined && this.#size(number) > end) {
      const late = fs.readFileSync(this.#path(number)).subarray(end).toString('utf8')
      if (late.trim() !== '') nodeHost.append(path.join(this.folder, CURRENT), `${late.trim()}\n`, 0o600)
    }
    fs.rmSync(this.#path(number), { force: true })
    delete this.state.ends[number]
    this.#sealed.delete(number)
    this.save()
  }

  #isSettled(number: number): boolean {
    return performance.now() - (this.#sealed.get(number) ?? 0) >= SETTLE_MS
  }

  #numbers(): readonly number[] {
    return fs
      .readdirSync(this.folder)
      .filter((name) => SEGMENT.test(name))
      .map((name) => Number.parseInt(name, 10))
      .sort((a, b) => a - b)
  }

  #path(number: number): string {
    return path.join(this.folder, number === this.state.current ? CURRENT : nameOf(number))
  }

  #size(number: number): number {
    return fs.statSync(this.#path(number), { throwIfNoEntry: false })?.size ?? 0
  }
}

function nameOf(number: number): string {
  return `${String(number).padStart(10, '0')}.jsonl`
}

function wholeLines(
  bytes: Buffer,
  maxLines: number,
): { readonly lines: readonly string[]; readonly bytes: number } | undefined {
  const lines: string[] = []
  let at = 0
  while (lines.length < maxLines) {
    const end = bytes.indexOf(0x0a, at)
    if (end < 0) break
    lines.push(bytes.toString('utf8', at, end))
    at = end + 1
  }
  return at === 0 ? undefined : { lines, bytes: at }
}
