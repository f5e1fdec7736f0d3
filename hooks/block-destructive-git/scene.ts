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
  /** They may bring changes into the work tree, or move work there. */
  readonly treeChanged: string | undefined
  /** A `git stash` that has to succeed first puts the changes away: those of tracked files, or all. */
  readonly stashed: 'none' | 'tracked' | 'all'
  /** They make stashes. */
  readonly stashes: boolean
  /** They make commits, so that branches hold more than they do now. */
  readonly commits: boolean
}

export const NOTHING_EARLIER: Earlier = {
  head: 'HEAD',
  treeChanged: undefined,
  stashed: 'none',
  stashes: false,
  commits: false,
}

export type Judge = (call: GitCall, scene: Scene) => Promise<Finding>
