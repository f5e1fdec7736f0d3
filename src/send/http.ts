import { createHmac } from 'node:crypto'
import type { HttpSink } from '../audit/sinks/sinks.ts'
import type { Adapter, Outcome } from './outcome.ts'
import { Poster } from './post.ts'
import { readSecret } from './secret.ts'

/** Batches as NDJSON, one record a line, as `hookbox serve` takes them at /v1/records. */
export function httpAdapter(sink: HttpSink): Adapter {
  const poster = new Poster(sink)
  const { secret } = sink
  const sign = (body: Buffer): Record<string, string> =>
    secret === undefined
      ? {}
      : {
          'X-Hookbox-Signature': `sha256=${createHmac('sha256', readSecret(secret)).update(body).digest('hex')}`,
        }
  return {
    deliver: (batch, signal) =>
      poster.post(
        `${batch.map(({ line }) => line).join('\n')}\n`,
        'application/x-ndjson',
        signal,
        accepted,
        sign,
      ),
    close: () => poster.close(),
  }
}

/** `{"accepted":n,"duplicate":n,"rejected":[{"line":n,"error":"..."}]}`; any other 2xx takes all. */
function accepted(body: string): Outcome {
  try {
    const { rejected } = JSON.parse(body) as { rejected?: unknown }
    if (!Array.isArray(rejected)) return { kind: 'accepted' }
    const lines = rejected.flatMap((one: { line?: unknown; error?: unknown }) =>
      typeof one?.line === 'number' ? [{ index: one.line - 1, why: String(one.error ?? 'rejected') }] : [],
    )
    return { kind: 'accepted', rejected: lines }
  } catch {
    return { kind: 'accepted' }
  }
}
