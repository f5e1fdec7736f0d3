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

interface Reader {
  readonly response: ServerResponse
  readonly session: string | undefined
}

/**
 * Tells open pages of new records: a stream of JSON lines, `{"rows":[...],"more":n}`, with an
 * empty line now and then so that a dead connection is noticed. A reader that can't follow is cut
 * off, and asks for what it missed when it comes again.
 */
export class Live {
  private readonly readers = new Set<Reader>()
  private readonly beat = setInterval(() => this.tellAll(() => '\n'), BEAT_MS)
  private gathered: Listed[] = []
  private more = 0
  private timer: NodeJS.Timeout | undefined

  /** Open streams. */
  get size(): number {
    return this.readers.size
  }

  open(response: ServerResponse, session: string | undefined): void {
    if (this.readers.size >= MAX_READERS) throw new HttpError(503, 'too many pages are open')
    response.writeHead(200, headersOf({ type: 'application/x-ndjson; charset=utf-8' }))
    response.write('\n')
    const reader = { response, session }
    this.readers.add(reader)
    response.on('close', () => this.readers.delete(reader))
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
    const all = `${JSON.stringify({ rows, more })}\n`
    this.tellAll(({ session }) => {
      if (session === undefined) return all
      const own = rows.filter((row) => row.session === session)
      return own.length + more === 0 ? '' : `${JSON.stringify({ rows: own, more })}\n`
    })
  }

  private tellAll(words: (reader: Reader) => string): void {
    for (const reader of this.readers) {
      const said = words(reader)
      if (said !== '') reader.response.write(said)
      if (reader.response.writableLength > MAX_WAITING_BYTES) reader.response.destroy()
    }
  }

  close(): void {
    clearInterval(this.beat)
    clearTimeout(this.timer)
    for (const { response } of this.readers) response.end()
  }
}
