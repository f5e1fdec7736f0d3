import type { OtlpSink } from '../audit/sinks/sinks.ts'
import { otlpRequest } from './otlp-record.ts'
import type { Adapter, Outcome } from './outcome.ts'
import { Poster } from './post.ts'

/** OTLP/HTTP with JSON bodies (opentelemetry.io, OTLP specification 1.x, "OTLP/HTTP"). */
export function otlpAdapter(sink: OtlpSink): Adapter {
  const poster = new Poster(sink)
  return {
    deliver: (batch, signal) => {
      const request = otlpRequest(
        batch.map(({ record }) => record),
        sink.resource ?? {},
      )
      return poster.post(JSON.stringify(request), 'application/json', signal, accepted)
    },
    close: () => poster.close(),
  }
}

/** A partial success must not be sent again, and does not say what was left out. */
function accepted(body: string): Outcome {
  try {
    const { partialSuccess } = JSON.parse(body) as {
      partialSuccess?: { rejectedLogRecords?: unknown; errorMessage?: unknown }
    }
    const count = Number(partialSuccess?.rejectedLogRecords ?? 0)
    if (count > 0) {
      const why = String(partialSuccess?.errorMessage ?? 'it did not say why')
      return { kind: 'accepted', remark: `it left out ${count} records of a batch: ${why}` }
    }
  } catch {
    // An empty answer takes all.
  }
  return { kind: 'accepted' }
}
