/** One HTTP request, or one connection, as a hook asks for it (Host.request). */
export interface WebRequest {
  /**
   * `http://`, `https://`; or `tcp://HOST:PORT`, which only connects and is answered with status 0
   * as soon as somebody listens there.
   */
  readonly url: string
  /** GET, unless there is a body: then POST. */
  readonly body?: string
  /** Never shown in the arguments of a process, where other users could read them. */
  readonly headers: Readonly<Record<string, string>>
  /** For all of it, from looking up the name to the last byte. */
  readonly timeoutMs: number
  /** Longest body, in bytes as they are after decompression. */
  readonly maxBytes: number
  /** Path of a PEM file whose certificates are trusted for this request. */
  readonly ca?: string
  /** `http://[user:password@]HOST:PORT` of a proxy. Undefined: none, whatever the environment says. */
  readonly proxy?: string
}

/** What came of it. A redirect is an answer like others: nothing is followed. */
export type WebAnswer =
  | {
      readonly ended: 'answered'
      readonly status: number
      /** By their names in small letters; of several with one name the last. */
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
    }
  /**
   * timeout: the time was up. unreachable: nobody could be connected to. too-large: the body is
   * longer than `maxBytes`. failed: all else (TLS, an answer that is no HTTP, no program for it).
   */
  | {
      readonly ended: 'timeout' | 'unreachable' | 'too-large' | 'failed'
      /** In words for a person; never with a header's value. */
      readonly problem: string
    }
