import type { Mode } from '../../src/hook.ts'

export interface Options {
  readonly mode: Mode
  /** Branches of a remote that nobody overwrites or deletes; added to `PROTECTED`. */
  readonly protectedBranches: readonly string[]
  /** Commands that may be run, word for word; a last ` *` allows further words. */
  readonly allow: readonly string[]
  /** Programs of one's own that run the command in their words. */
  readonly wrappers: readonly string[]
}

export const DEFAULTS: Options = { mode: 'enforce', protectedBranches: [], allow: [], wrappers: [] }

/** Always protected, besides the default branch of the remote. */
export const PROTECTED = ['main', 'master', 'develop', 'production', 'release/*'] as const
