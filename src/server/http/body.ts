import type { IncomingMessage } from 'node:http'
import { createGunzip } from 'node:zlib'
import type { Limits } from '../settings.ts'
import { busy, HttpError } from './answer.ts'

/** A body that was not taken, with its start, which may tell who sent it. */
export class BodyError extends HttpError {
  readonly start: Uint8Array
  constructor({ status, message, headers }: HttpError, start: Uint8Array) {
    super(status, message, headers)
    this.start = start
  }
}

/** So much of a body is kept that is too large. */
const START = 64 * 1024

export interface Body {
  /** As it was sent: what a signature is about. */
  readonly sent: Buffer
  /** Unpacked. */
  readonly bytes: Buffer
}

/** Reads bodies within limits: of each, and of all that are held at the same time. */
export class Bodies {
  private readonly limits: Limits
  private held = 0
  constructor(limits: Limits) {
    this.limits = limits
  }

  /** Bytes that are held now. */
  get waiting(): number {
    return this.held
  }

  /**
   * Reads the body and counts it as held until the work with it is done. Throws a BodyError: 413
   * too large, 415 an encoding we don't know, 400 damaged, 503 too many.
   */
  async use<Result>(request: IncomingMessage, work: (body: Body) => Promise<Result>): Promise<Result> {
    let mine = 0
    const hold = (bytes: number) => {
      if (this.held + bytes > this.limits.waitingBytes) {
        throw busy('more is waiting to be stored than this server holds at once')
      }
      this.held += bytes
      mine += bytes
    }
    try {
      return await work(await this.read(request, hold))
    } finally {
      this.held -= mine
    }
  }

  private async read(request: IncomingMessage, hold: (bytes: number) => void): Promise<Body> {
    const { bodyBytes, unpackedBytes } = this.limits
    const chunks: Buffer[] = []
    try {
      const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase()
      if (encoding !== 'identity' && encoding !== 'gzip') {
        throw new HttpError(415, `the content encoding ${encoding} is not known here; gzip is`)
      }
      const isTooLarge = Number(request.headers['content-length'] ?? 0) > bodyBytes
      // Kept open when it is left early: the answer goes out on it.
      const stream = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
      await collect(stream, isTooLarge ? Math.min(START, bodyBytes) : bodyBytes, hold, chunks, bodyBytes)
      const sent = Buffer.concat(chunks)
      return { sent, bytes: encoding === 'gzip' ? await gunzip(sent, unpackedBytes, hold) : sent }
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      throw new BodyError(error, Buffer.concat(chunks).subarray(0, START))
    }
  }
}

function tooLarge(limit: number): HttpError {
  return new HttpError(413, `the body is larger than ${Math.floor(limit / 1024)} kB`)
}

/** Adds what comes to `chunks`. `named`: the limit as its sender is told. */
async function collect(
  stream: AsyncIterable<Buffer>,
  limit: number,
  hold: (bytes: number) => void,
  chunks: Buffer[],
  named: number = limit,
): Promise<void> {
  let length = 0
  for await (const chunk of stream) {
    length += chunk.length
    hold(chunk.length)
    chunks.push(chunk)
    if (length > limit) throw tooLarge(named)
  }
}

/** Unpacked piece by piece, so that a small body that would unpack to gigabytes stops early. */
async function gunzip(sent: Buffer, limit: number, hold: (bytes: number) => void): Promise<Buffer> {
  const stream = createGunzip()
  stream.end(sent)
  const chunks: Buffer[] = []
  try {
    await collect(stream, limit, hold, chunks)
    return Buffer.concat(chunks)
  } catch (error) {
    stream.destroy()
    if (error instanceof HttpError) throw error
    throw new HttpError(400, 'the body is not whole gzip')
  }
}
