/** The folders in `~/.cache/hookbox`. */
export const FOLDERS = {
  /** Calls that were refused, by their code. */
  pending: 'pending',
  /** What a person allowed, by the call's digest; each holds for one call. */
  approved: 'approved',
  /** Used up by a call whose permission question may still come, by the same digest. */
  used: 'used',
} as const

/** How long a refused call can be approved. */
export const KEPT_MS = 24 * 60 * 60 * 1000

/** How long an approval waits for its call, when nobody says otherwise. */
export const TTL_MS = 10 * 60 * 1000

export interface Approval {
  readonly v: 1
  readonly code: string
  readonly digest: string
  readonly hook: string
  readonly rule?: string
  /** What is allowed, in words, where that is not one call that was refused. */
  readonly subject?: string
  /** Why, in the words of the person who allowed it. */
  readonly why?: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly until: number
}
