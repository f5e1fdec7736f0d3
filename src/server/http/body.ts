import type { IncomingMessage } from 'node:http'
import { createGunzip } from 'node:zlib'
import type { Limits } from '../settings.ts'
import { busy, HttpError } from './answer.ts'

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
   * Reads the body and counts it as held until the work with it is done. Throws an HttpError: 413
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
    if (Number(request.headers['content-length'] ?? 0) > bodyBytes) throw tooLarge(bodyBytes)
    const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase()
    if (encoding !== 'identity' && encoding !== 'gzip') {
      throw new HttpError(415, `the content encoding ${encoding} is not known here; gzip is`)
    }
    const sent = await collect(request, bodyBytes, hold)
    return { sent, bytes: encoding === 'gzip' ? await gunzip(sent, unpackedBytes, hold) : sent }
  }
}

function tooLarge(limit: number): HttpError {
  return new HttpError(413, `the body is larger than ${Math.floor(limit / 1024)} kB`)
}

async function collect(
  stream: AsyncIterable<Buffer>,
  limit: number,
  hold: (bytes: number) => void,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.length
    if (length > limit) throw tooLarge(limit)
    hold(chunk.length)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Unpacked piece by piece, so that a small body that would unpack to gigabytes stops early. */
async function gunzip(sent: Buffer, limit: number, hold: (bytes: number) => void): Promise<Buffer> {
  const stream = createGunzip()
  stream.end(sent)
  try {
    return await collect(stream, limit, hold)
  } catch (error) {
    stream.destroy()
    if (error instanceof HttpError) throw error
    throw new HttpError(400, 'the body is not whole gzip')
  }
}
