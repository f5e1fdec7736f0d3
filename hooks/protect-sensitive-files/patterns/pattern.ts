/**
 * What a protected path is, in the words that decide about it:
 * - secret: its content must reach neither the model nor anybody else
 * - control: it keeps the agent in check (hooks, permissions, git's own files, the audit log)
 * - startup: the system or a shell acts on it later, beyond this session
 */
export type Kind = 'secret' | 'control' | 'startup'

/**
 * One entry of the built-in tables. Globs are anchored: `**` + `/name` anywhere, `~/name` in the
 * home, `/name` from the root. They are compiled at build time (scripts/compile-patterns.ts)
 * and match without regard to case, since a disk may do so too.
 */
export interface Pattern {
  /** Stable name, for reasons and for the option `ask`. */
  readonly id: string
  readonly kind: Kind
  /** See `Rule.critical`: for what decides what this agent may do. */
  readonly critical?: true
  /** What it is, to be read after "It is". */
  readonly what: string
  /** The harmless way to get the same thing done. */
  readonly instead: string
  /** The same when it is about reading, where that differs. */
  readonly insteadOfReading?: string
  readonly globs: readonly string[]
  /** What is no match after all. */
  readonly except?: readonly string[]
  /** True: a folder of that name is something else (a virtual environment called .env). */
  readonly filesOnly?: boolean
  /** Paths that have to match, and look-alikes that must not; relative ones lie in a project. */
  readonly yes: readonly string[]
  readonly no: readonly string[]
}
