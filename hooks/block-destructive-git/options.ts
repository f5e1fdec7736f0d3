import type { Mode } from '../../src/hook.ts'
import type { AllowedCommand } from '../../src/shell/allowed.ts'

export interface Options {
  readonly mode: Mode
  /** Branches of a remote that nobody overwrites or deletes; added to `PROTECTED`. */
  readonly protectedBranches: readonly string[]
  /** Commands that may be run, word for word; a last ` *` allows further words. */
  readonly allow: readonly AllowedCommand[]
  /** Such commands of a project's file count too. */
  readonly projectExceptions: boolean
  /** Programs of one's own that run the command in their words. */
  readonly wrappers: readonly string[]
}

export const DEFAULTS: Options = {
  mode: 'enforce',
  protectedBranches: [],
  allow: [],
  projectExceptions: false,
  wrappers: [],
}

/** Always protected, besides the default branch of the remote. */
export const PROTECTED = ['main', 'master', 'develop', 'production', 'release/*'] as const
