import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'

/** What goes back. */
export interface Answer {
  readonly status: number
  readonly body: string | Uint8Array
  readonly type: string
  readonly headers?: OutgoingHttpHeaders
}

/** A request that is not answered as asked: the status, and words for whoever sent it. */
export class HttpError extends Error {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  constructor(status: number, message: string, headers: OutgoingHttpHeaders = {}) {
    super(message)
    this.name = 'HttpError'
    this.status = status
    this.headers = headers
  }
}

/** Too much at once: the sender is to come again. */
export function busy(why: string): HttpError {
  return new HttpError(503, why, { 'retry-after': '2' })
}

export function json(value: unknown, status = 200): Answer {
  return { status, body: JSON.stringify(value), type: 'application/json; charset=utf-8' }
}

export function text(body: string, status = 200): Answer {
  return { status, body, type: 'text/plain; charset=utf-8' }
}

/** Nothing of an answer is run, framed, guessed at or kept by others. */
const ALWAYS: OutgoingHttpHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
}

/** For all that is not the page: nothing in it may run, whatever a browser takes it for. */
const NO_CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'"

export function headersOf({ type, headers = {} }: Pick<Answer, 'type' | 'headers'>): OutgoingHttpHeaders {
  return { ...ALWAYS, 'content-security-policy': NO_CONTENT_POLICY, 'content-type': type, ...headers }
}

export function send(response: ServerResponse, answer: Answer, withBody = true): void {
  const body = typeof answer.body === 'string' ? Buffer.from(answer.body, 'utf8') : answer.body
  response.writeHead(answer.status, { ...headersOf(answer), 'content-length': body.length })
  response.end(withBody ? body : undefined)
}

/** An error as JSON, which is what callers of `/v1/` expect. */
export function refusal(error: unknown): Answer {
  if (error instanceof HttpError) {
    return { ...json({ error: error.message }, error.status), headers: error.headers }
  }
  // What it was stands in the log; it may name files or hold parts of records.
  return json({ error: 'the server could not do this; its log says why' }, 500)
}
