import type { Finding, GitCall } from './call.ts'
import type { Options } from './options.ts'
import type { Repository } from './repository.ts'

/** What the judges know besides the call itself. */
export interface Scene {
  readonly options: Options
  open(call: GitCall): Repository
  readonly earlier: Earlier
}

/** What earlier commands of the same text do to the state that is looked at before they run. */
export interface Earlier {
  /** What HEAD will be then: HEAD as it is, or a branch; undefined when it can't be known. */
  readonly head: string | undefined
  /** The branch that HEAD will be on: `HEAD` for the one it is on now; undefined: not known. */
  readonly branch: string | undefined
  /** They may bring changes into the work tree, or move work there. */
  readonly treeChanged: string | undefined
  /** A `git stash` that has to succeed first puts the changes away: those of tracked files, or all. */
  readonly stashed: 'none' | 'tracked' | 'all'
  /** They make stashes. */
  readonly stashes: boolean
  /** They make commits, so that branches hold more than they do now. */
  readonly commits: boolean
  /** They let go of what was fetched: the branches of remotes hold less than they do now. */
  readonly prunes: boolean
  /** They go to another commit, whose `.gitignore` may be another one. */
  readonly ignores: boolean
  /** They change git's configuration in a way that is not followed. */
  readonly settings: boolean
}

export const NOTHING_EARLIER: Earlier = {
  head: 'HEAD',
  branch: 'HEAD',
  treeChanged: undefined,
  stashed: 'none',
  stashes: false,
  commits: false,
  prunes: false,
  ignores: false,
  settings: false,
}

export type Judge = (call: GitCall, scene: Scene) => Promise<Finding>
