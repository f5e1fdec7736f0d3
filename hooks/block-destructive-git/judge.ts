import { type Finding, type GitCall, pass, Unreadable } from './call.ts'
import { clean } from './clean.ts'
import { checkout, reset, switchTo } from './files.ts'
import { apply, shownOver } from './patches.ts'
import { push } from './push.ts'
import { branch, fetch, symbolicRef, tag, updateRef } from './refs.ts'
import { overwrites, restore } from './restore.ts'
import type { Judge, Scene } from './scene.ts'
import { filter, gc, reflog, stash, unknownSub } from './store.ts'
import { submodule, worktree } from './trees.ts'

/** The commands that can lose work, and who judges each. */
const JUDGES: ReadonlyMap<string, Judge> = new Map([
  ['reset', reset],
  ['checkout', checkout],
  ['switch', switchTo],
  ['restore', restore],
  ['rm', overwrites],
  ['mv', overwrites],
  ['checkout-index', overwrites],
  ['read-tree', overwrites],
  ['clean', clean],
  ['branch', branch],
  ['tag', tag],
  ['update-ref', updateRef],
  ['symbolic-ref', symbolicRef],
  ['fetch', fetch],
  ['pull', fetch],
  ['apply', apply],
  ['show', shownOver],
  ['cat-file', shownOver],
  ['push', push],
  ['send-pack', push],
  ['http-push', push],
  ['stash', stash],
  ['reflog', reflog],
  ['gc', gc],
  ['prune', gc],
  ['filter-branch', filter],
  ['filter-repo', filter],
  ['worktree', worktree],
  ['submodule', submodule],
])

/** Whether some words of the subcommand can lose work. */
export const mayJudge = (sub: string | undefined): boolean => sub !== undefined && JUDGES.has(sub)

/** Judges one call; undefined when its subcommand loses nothing whatever its words are. */
export async function judgeCall(call: GitCall, scene: Scene): Promise<Finding | undefined> {
  if (call.sub === undefined) return unknownSub(call, scene)
  const judge = JUDGES.get(call.sub)
  if (!judge) return undefined
  // Only in this place it is help for certain.
  if (call.words[0]?.value === '--help') return pass('it shows help')
  try {
    return await judge(call.elsewhere ? { ...call, unreadable: ELSEWHERE } : call, scene)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return {
      verdict: call.elsewhere ? 'ask' : 'deny',
      why: `nothing shows that no work is lost: ${error.message}`,
      instead:
        'Write it out, in a call of its own and in the repository that it is about; `git status` shows what there is.',
    }
  }
}

const ELSEWHERE = 'it runs on another machine or in a container, which can not be looked at'
