import * as http from 'node:http'
import * as https from 'node:https'
import { gzip } from 'node:zlib'
import type { HttpSink, OtlpSink } from '../audit/sinks/sinks.ts'
import type { Outcome } from './outcome.ts'
import { MissingError, readSecret, readTrusted } from './secret.ts'

interface Answer {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly body: string
}

/** Of an answer; what is longer is not read. */
const MAX_ANSWER = 256 * 1024
const GZIP_FROM = 1024
const MAX_RETRY_AFTER_MS = 3_600_000

/** One sink's connection, kept open between batches. */
export class Poster {
  readonly #sink: HttpSink | OtlpSink
  readonly #url: URL
  readonly #agent: http.Agent

  constructor(sink: HttpSink | OtlpSink) {
    this.#sink = sink
    this.#url = new URL(sink.url)
    const keep = { keepAlive: true, maxSockets: 1 }
    this.#agent =
      this.#url.protocol === 'https:'
        ? new https.Agent({ ...keep, ...(sink.caFile === undefined ? {} : { ca: caOf(sink.caFile) }) })
        : new http.Agent(keep)
  }

  /**
   * Posts a body. `accepted` says what an answer with 2xx means; everything else is the same for
   * all sinks. `sign` gets the body as it is sent. Never throws.
   */
  async post(
    text: string,
    type: string,
    signal: AbortSignal,
    accepted: (body: string) => Outcome,
    sign: (body: Buffer) => Readonly<Record<string, string>> = () => ({}),
  ): Promise<Outcome> {
    try {
      const plain = Buffer.from(text)
      const isZipped = this.#sink.gzip !== false && plain.length >= GZIP_FROM
      const body = isZipped ? await gzipped(plain) : plain
      const headers = {
        'Content-Type': type,
        'Content-Length': String(body.length),
        ...(isZipped ? { 'Content-Encoding': 'gzip' } : {}),
        ...this.#headers(),
        ...sign(body),
      }
      const answer = await this.#send(body, headers, signal)
      if (answer.status < 200 || answer.status >= 300) return refusal(answer)
      return isWebPage(answer) ? { kind: 'misconfigured', why: A_WEB_PAGE } : accepted(answer.body)
    } catch (error) {
      if (error instanceof MissingError) return { kind: 'misconfigured', why: error.message }
      const { code, message } = error as NodeJS.ErrnoException
      return { kind: 'retry', why: code && !message.includes(code) ? `${message} (${code})` : message }
    }
  }

  close(): void {
    this.#agent.destroy()
  }

  #headers(): Record<string, string> {
    const { headers = {}, token } = this.#sink
    const own = Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : readSecret(value),
    ])
    return {
      'User-Agent': 'hookbox',
      ...Object.fromEntries(own),
      ...(token === undefined ? {} : { Authorization: `Bearer ${readSecret(token)}` }),
    }
  }

  #send(body: Buffer, headers: Record<string, string>, signal: AbortSignal): Promise<Answer> {
    const timeoutMs = (this.#sink.timeoutSeconds ?? 30) * 1000
    return new Promise((resolve, reject) => {
      const request = (this.#url.protocol === 'https:' ? https : http).request(this.#url, {
        method: 'POST',
        agent: this.#agent,
        headers,
        signal,
      })
      const timer = setTimeout(
        () => request.destroy(new Error(`no answer within ${timeoutMs / 1000} seconds`)),
        timeoutMs,
      )
      request.on('close', () => clearTimeout(timer))
      request.on('error', reject)
      request.on('response', (response) => {
        const chunks: Buffer[] = []
        let length = 0
        response.on('data', (chunk: Buffer) => {
          length += chunk.length
          if (length <= MAX_ANSWER) chunks.push(chunk)
        })
        response.on('error', reject)
        response.on('end', () => {
          // A server that dies in the middle of its answer.
          if (!response.complete) return reject(new Error('the answer was cut off'))
          const text = Buffer.concat(chunks).toString('utf8')
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text })
        })
        response.on('aborted', () => reject(new Error('the answer was cut off')))
      })
      request.end(body)
    })
  }
}

function caOf(file: string): string | undefined {
  try {
    return readTrusted(file)
  } catch {
    return undefined // then the connection is refused, and says why
  }
}

function gzipped(body: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    gzip(body, { level: 6 }, (error, result) => (error ? reject(error) : resolve(result)))
  })
}

const A_WEB_PAGE =
  'the server answered with a web page, which is no receipt: the address is another one, or somebody is in between (a login, a captive portal)'

function isWebPage({ headers }: Answer): boolean {
  return /^text\/html\b/i.test(headers['content-type'] ?? '')
}

function refusal({ status, headers, body }: Answer): Outcome {
  const said = body.replace(/\s+/g, ' ').trim().slice(0, 200)
  const why = said === '' ? `the server answered ${status}` : `the server answered ${status}: ${said}`
  if (status === 413) return { kind: 'too-large', why }
  if (status === 408 || status === 425 || status === 429 || status >= 500) {
    const afterMs = retryAfter(headers['retry-after'])
    return { kind: 'retry', why, ...(afterMs === undefined ? {} : { afterMs }) }
  }
  // A token that has run out must not cost a day's records.
  if (status === 401 || status === 403 || status === 407 || status < 400)
    return { kind: 'misconfigured', why }
  return { kind: 'refused', why }
}

/** RFC 9110 section 10.2.3: seconds, or a date. */
function retryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS) : undefined
}
