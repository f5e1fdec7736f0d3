/** A record as it waits in the spool. */
export interface Waiting {
  /** As it was written, without the line's end. */
  readonly line: string
  readonly record: Readonly<Record<string, unknown>>
}

/** What became of a batch. `why` is for the user. */
export type Outcome =
  /** All of it is there, but for those that the sink will not have; `index` counts from 0. */
  | {
      readonly kind: 'accepted'
      readonly rejected?: readonly { readonly index: number; readonly why: string }[]
      /** The sink left some out and did not say which. */
      readonly remark?: string
    }
  /** Try smaller batches. */
  | { readonly kind: 'too-large'; readonly why: string }
  /** Try again, no sooner than it says. */
  | { readonly kind: 'retry'; readonly why: string; readonly afterMs?: number }
  /** It will never be taken. */
  | { readonly kind: 'refused'; readonly why: string }
  /** Nothing will be taken until a person has changed something, a token for example. */
  | { readonly kind: 'misconfigured'; readonly why: string }

/** The end of a connection to a sink. */
export interface Adapter {
  /** Never throws. `signal` ends it early. */
  deliver(batch: readonly Waiting[], signal: AbortSignal): Promise<Outcome>
  close(): void
}
