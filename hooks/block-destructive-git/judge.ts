import type { Finding, GitCall } from './call.ts'
import { Unreadable } from './call.ts'
import type { Judge, Scene } from './scene.ts'

const files = () => import('./files.ts')
const refs = () => import('./refs.ts')
const store = () => import('./store.ts')

/** The commands that can lose work, and who judges each. */
const JUDGES: ReadonlyMap<string, () => Promise<Judge>> = new Map([
  ['reset', async () => (await files()).reset],
  ['checkout', async () => (await files()).checkout],
  ['switch', async () => (await files()).switchTo],
  ['restore', async () => (await files()).restore],
  ['rm', async () => (await files()).overwrites],
  ['mv', async () => (await files()).overwrites],
  ['checkout-index', async () => (await files()).overwrites],
  ['read-tree', async () => (await files()).overwrites],
  ['clean', async () => (await import('./clean.ts')).clean],
  ['branch', async () => (await refs()).branch],
  ['tag', async () => (await refs()).tag],
  ['update-ref', async () => (await refs()).updateRef],
  ['symbolic-ref', async () => (await refs()).symbolicRef],
  ['fetch', async () => (await refs()).fetch],
  ['pull', async () => (await refs()).fetch],
  ['push', async () => (await import('./push.ts')).push],
  ['stash', async () => (await store()).stash],
  ['reflog', async () => (await store()).reflog],
  ['gc', async () => (await store()).gc],
  ['prune', async () => (await store()).gc],
  ['filter-branch', async () => (await store()).filter],
  ['filter-repo', async () => (await store()).filter],
  ['worktree', async () => (await import('./trees.ts')).worktree],
  ['submodule', async () => (await import('./trees.ts')).submodule],
])

/** Judges one call; undefined when its subcommand loses nothing whatever its words are. */
export async function judgeCall(call: GitCall, scene: Scene): Promise<Finding | undefined> {
  if (call.sub === undefined) return (await store()).unknownSub(call, scene)
  const judge = await JUDGES.get(call.sub)?.()
  if (!judge) return undefined
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
