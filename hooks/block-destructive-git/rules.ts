import type { Rule } from '../../src/hook.ts'

interface GitRule extends Rule {
  /** The git commands that it is about. */
  readonly subs?: readonly string[]
}

export const rules: readonly GitRule[] = [
  { id: 'reset', what: '`git reset` that loses changes or commits', subs: ['reset'] },
  {
    id: 'checkout',
    what: '`git checkout`, `restore`, `switch` and what else writes over changed files',
    subs: [
      'checkout',
      'switch',
      'restore',
      'rm',
      'mv',
      'checkout-index',
      'read-tree',
      'apply',
      'show',
      'cat-file',
    ],
  },
  { id: 'clean', what: '`git clean` of files that git does not have', subs: ['clean'] },
  {
    id: 'branch',
    what: 'deleting or setting a branch, a tag or a reference, whose commits nothing else holds',
    subs: ['branch', 'tag', 'update-ref', 'symbolic-ref', 'fetch', 'pull'],
  },
  {
    id: 'push',
    what: 'a push that overwrites or deletes what a remote has',
    subs: ['push', 'send-pack', 'http-push'],
  },
  { id: 'stash', what: 'stashed changes thrown away', subs: ['stash'] },
  {
    id: 'history',
    what: 'the reflog, unreachable commits or the whole history thrown away or written anew',
    subs: ['reflog', 'gc', 'prune', 'filter-branch', 'filter-repo'],
  },
  {
    id: 'worktree',
    what: 'a work tree or submodule removed with work in it',
    subs: ['worktree', 'submodule'],
  },
  {
    id: 'hosting',
    what: 'a repository, branch, release, issue or the like deleted or overwritten on its server',
  },
  { id: 'unknown-command', what: 'a git command that is not known before it runs' },
  {
    id: 'unread',
    what: 'a command that can not be read for certain and names a git command that can lose work',
  },
]

/** The id of the rule for a git command that was refused; without one it was refused on its server. */
export function ruleFor(call: { readonly sub: string | undefined } | undefined): string {
  if (!call) return 'hosting'
  const { sub } = call
  return rules.find(({ subs }) => sub !== undefined && subs?.includes(sub))?.id ?? 'unknown-command'
}
