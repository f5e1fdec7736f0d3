import type { Host } from '../host/host.ts'
import { joinPath } from '../paths/written.ts'
import { firstLine } from './head.ts'

/** A merge, rebase or the like that was begun and not ended. */
export interface InProgress {
  readonly kind: 'rebase' | 'am' | 'merge' | 'cherry-pick' | 'revert' | 'bisect'
  /** rebase: the branch that is rebased. bisect: the branch it started from. */
  readonly branch?: string
  readonly step?: { readonly at: number; readonly of: number }
}

/** What is in progress, by the files git leaves in its folder (`git status` looks at the same). */
export function inProgress(host: Host, gitFolder: string): InProgress[] {
  const there = (name: string) => host.stat(joinPath(gitFolder, name)) !== undefined
  const read = (name: string) => firstLine(host, joinPath(gitFolder, name))
  const found: InProgress[] = []
  if (there('rebase-merge')) {
    found.push(
      rebase('rebase', read('rebase-merge/head-name'), read, 'rebase-merge/msgnum', 'rebase-merge/end'),
    )
  } else if (there('rebase-apply')) {
    const kind = there('rebase-apply/applying') ? 'am' : 'rebase'
    found.push(rebase(kind, read('rebase-apply/head-name'), read, 'rebase-apply/next', 'rebase-apply/last'))
  }
  if (there('MERGE_HEAD')) found.push({ kind: 'merge' })
  if (there('CHERRY_PICK_HEAD')) found.push({ kind: 'cherry-pick' })
  if (there('REVERT_HEAD')) found.push({ kind: 'revert' })
  if (there('BISECT_LOG')) found.push({ kind: 'bisect', ...named(read('BISECT_START')) })
  return found
}

function rebase(
  kind: 'rebase' | 'am',
  head: string | undefined,
  read: (name: string) => string | undefined,
  atFile: string,
  ofFile: string,
): InProgress {
  const at = Number(read(atFile))
  const of = Number(read(ofFile))
  return { kind, ...named(head), ...(at > 0 && of > 0 ? { step: { at, of } } : {}) }
}

function named(head: string | undefined): { branch?: string } {
  if (!head || head === 'detached HEAD') return {}
  return { branch: head.replace(/^refs\/heads\//, '') }
}
