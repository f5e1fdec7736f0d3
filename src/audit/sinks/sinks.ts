/** Where records go besides the local log; a sender of its own delivers them (src/send). */
export type Sink = HttpSink | OtlpSink | SyslogSink

/** Where a secret is taken from, by the sender: it is never in the configuration itself. */
export type SecretSource = { readonly env: string } | { readonly file: string }

interface Named {
  /** For messages, and for finding its place in the spool again. Default: its type and number. */
  readonly name?: string | undefined
}

/** What deliveries by HTTP have in common. */
interface Posted extends Named {
  readonly url: string
  /** Sent as they are; those with secrets are taken from elsewhere. */
  readonly headers?: Readonly<Record<string, string | SecretSource>> | undefined
  /** Sent as `Authorization: Bearer`. */
  readonly token?: SecretSource | undefined
  /** Default true. */
  readonly gzip?: boolean | undefined
  /** Certificates that are trusted besides the system's, PEM. */
  readonly caFile?: string | undefined
  readonly timeoutSeconds?: number | undefined
  readonly batchRecords?: number | undefined
  readonly batchBytes?: number | undefined
}

/** Batches of records as NDJSON, as `hookbox serve` takes them. */
export interface HttpSink extends Posted {
  readonly type: 'http'
  /** Signs the body: `X-Hookbox-Signature: sha256=<HMAC>`. */
  readonly secret?: SecretSource | undefined
}

/** OTLP/HTTP with JSON bodies, into any OpenTelemetry Collector. */
export interface OtlpSink extends Posted {
  readonly type: 'otlp'
  /** Further attributes of the resource. */
  readonly resource?: Readonly<Record<string, string>> | undefined
}

/** RFC 5424, one message a record. */
export interface SyslogSink extends Named {
  readonly type: 'syslog'
  /** udp://host:514, tcp://host:514 or tls://host:6514. */
  readonly url: string
  /** 0 to 23; default 13, log audit. */
  readonly facility?: number | undefined
  readonly appName?: string | undefined
  /** Longer messages have their texts cut. */
  readonly maxBytes?: number | undefined
  /** How messages are told apart in a stream: RFC 6587 octet counting (default) or line ends. */
  readonly framing?: 'octets' | 'newline' | undefined
  readonly caFile?: string | undefined
  readonly timeoutSeconds?: number | undefined
}
