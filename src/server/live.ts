import type { ServerResponse } from 'node:http'
import { HttpError, headersOf } from './http/answer.ts'
import type { Listed } from './store/row.ts'

/** Readers at the same time, and what may wait for a slow one. */
const MAX_READERS = 200
const MAX_WAITING_BYTES = 1024 * 1024
const BEAT_MS = 15_000
/** What comes within this time is sent together. */
const GATHER_MS = 200
/** More than this at once is not listed but said as a number. */
const MAX_ROWS = 200

/**
 * Tells open pages of new records: a stream of JSON lines, `{"rows":[...],"more":n}`, with an
 * empty line now and then so that a dead connection is noticed. A reader that can't follow is cut
 * off, and asks for what it missed when it comes again.
 */
export class Live {
  private readonly readers = new Set<ServerResponse>()
  private readonly beat = setInterval(() => this.tellAll('\n'), BEAT_MS)
  private gathered: Listed[] = []
  private more = 0
  private timer: NodeJS.Timeout | undefined

  /** Open streams. */
  get size(): number {
    return this.readers.size
  }

  open(response: ServerResponse): void {
    if (this.readers.size >= MAX_READERS) throw new HttpError(503, 'too many pages are open')
    response.writeHead(200, headersOf({ type: 'application/x-ndjson; charset=utf-8' }))
    response.write('\n')
    this.readers.add(response)
    response.on('close', () => this.readers.delete(response))
  }

  tell(rows: readonly Listed[]): void {
    if (this.readers.size === 0 || rows.length === 0) return
    const room = Math.max(0, MAX_ROWS - this.gathered.length)
    this.gathered.push(...rows.slice(0, room))
    this.more += Math.max(0, rows.length - room)
    this.timer ??= setTimeout(() => this.flush(), GATHER_MS)
  }

  private flush(): void {
    const { gathered: rows, more } = this
    this.gathered = []
    this.more = 0
    this.timer = undefined
    this.tellAll(`${JSON.stringify({ rows, more })}\n`)
  }

  private tellAll(words: string): void {
    for (const reader of this.readers) {
      reader.write(words)
      if (reader.writableLength > MAX_WAITING_BYTES) reader.destroy()
    }
  }

  close(): void {
    clearInterval(this.beat)
    clearTimeout(this.timer)
    for (const reader of this.readers) reader.end()
  }
}
