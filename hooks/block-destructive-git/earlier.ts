import type { Command } from '../../src/shell/command.ts'
import type { GitCall } from './call.ts'
import { baseName } from './read-call.ts'
import type { Earlier } from './scene.ts'
import { gitWords } from './words.ts'

/** Commands that move HEAD or the branch it is on. */
const COMMITS = /^(?:commit|cherry-pick|revert|am|rebase)$/
const MOVES = /^(?:merge|reset|bisect|filter-branch|update-ref|symbolic-ref|fast-import)$/
/** Commands after which HEAD may be on another branch. */
const LEAVES = /^(?:bisect|filter-branch|symbolic-ref)$/
/** Commands that may leave changes that nobody has committed. */
const CHANGES = /^(?:apply|am|cherry-pick|revert|merge|mv|rm|read-tree)$/

/**
 * What is different after the call. `certain`: what follows runs only when it has succeeded
 * (`git stash && ...`).
 */
export function afterCall(call: GitCall, before: Earlier, certain: boolean): Earlier {
  const { sub } = call
  if (sub === undefined) {
    return { ...before, head: undefined, branch: undefined, treeChanged: 'an unknown git command' }
  }
  let after = before
  if (COMMITS.test(sub)) after = { ...after, commits: true, head: undefined }
  if (sub === 'reset' && isHardReset(call)) return afterHardReset(call, before)
  if (MOVES.test(sub) && !isPlainReset(call)) after = { ...after, head: undefined }
  if (LEAVES.test(sub)) after = { ...after, branch: undefined }
  if (CHANGES.test(sub) || (sub === 'reset' && !isPlainReset(call))) {
    after = { ...after, treeChanged: `git ${sub}`, stashed: 'none' }
  }
  // Where it went well, the branch holds what it held and more, and nothing is left over.
  if (sub === 'pull' && !certain)
    after = { ...after, head: undefined, treeChanged: 'git pull', stashed: 'none' }
  if (prunes(call)) after = { ...after, prunes: true }
  if (call.words.some(({ value }) => value === '--autostash')) after = { ...after, stashes: true }
  if (sub === 'checkout' || sub === 'switch') {
    const head = switched(call, before)
    // A new branch starts at the same commit and has another name.
    const made = madeBranch(call)
    after = { ...after, head, branch: made ?? (head === before.head ? before.branch : head) }
    if (head !== before.head || made !== undefined) after = { ...after, ignores: true }
  }
  return sub === 'stash' ? afterStash(call, after, certain) : after
}

function isHardReset({ words }: GitCall): boolean {
  return words.some(({ value }) => /^--h(?:a|ar|ard)?$/.test(value ?? ''))
}

/**
 * Tracked files are then those of the commit, and what is untracked was so before: only which
 * of it is ignored may be another matter.
 */
function afterHardReset({ words }: GitCall, before: Earlier): Earlier {
  const [target, ...others] = words.filter(({ value }) => !value?.startsWith('-'))
  const stashed = before.stashed === 'all' ? 'all' : 'tracked'
  const after: Earlier = { ...before, stashed }
  if (target === undefined || /^(?:HEAD|@)$/.test(target.value ?? '')) return after
  const known = others.length === 0 && before.head === 'HEAD' ? target.value : undefined
  return { ...after, head: known, ignores: true }
}

/** It lets go of branches of remotes: those that the remote deleted, or all. */
function prunes({ sub, words, settings }: GitCall): boolean {
  const values = words.map(({ value }) => value)
  if (sub === 'remote') return /^(?:rm|remove|prune)$/.test(values[0] ?? '') || values.includes('--prune')
  if (sub === 'branch') return values.some((value) => /^(?:-\w*r\w*|--remotes)$/.test(value ?? ''))
  if (sub !== 'fetch' && sub !== 'pull') return false
  const set = settings.get('fetch.prune') === 'true'
  return set || values.some((value) => /^(?:-\w*p\w*|--prune)$/.test(value ?? ''))
}

/** `git reset`, `git reset HEAD`: the index only. */
function isPlainReset({ sub, words }: GitCall): boolean {
  const soft = words.every((word) => !/^--(?:hard|soft|merge|keep)/.test(word.value ?? '--hard'))
  return (
    sub === 'reset' && soft && (words.length === 0 || words[0]?.value === 'HEAD' || words[0]?.value === '--')
  )
}

/** The branch that `checkout -b` or `switch -c` makes; undefined: none. */
function madeBranch({ words }: GitCall): string | undefined {
  const { values } = gitWords(words, { valued: 'b B c C orphan create force-create', long: SWITCHES })
  const names = ['b', 'B', 'c', 'C', 'orphan', 'create', 'force-create'].flatMap((one) => values(one))
  return names[0]?.value
}

const SWITCHES = 'orphan detach force track quiet discard-changes create force-create merge'

function switched({ words }: GitCall, before: Earlier): string | undefined {
  const {
    operands,
    before: first,
    has,
    values,
  } = gitWords(words, {
    valued: 'b B c C orphan conflict',
    long: SWITCHES,
  })
  if (first !== undefined) return before.head
  const made = [...values('b'), ...values('c')][0]
  if (has('B', 'C', 'orphan', 'd', 'detach') || operands.length > 1) return made ? before.head : undefined
  if (made) return operands.length === 0 ? before.head : (operands[0]?.value ?? undefined)
  const [name] = operands
  if (!name || name.value === '.') return before.head
  return name.value === undefined || name.value === '-' ? undefined : name.value
}

function afterStash({ words }: GitCall, before: Earlier, certain: boolean): Earlier {
  const [first] = words
  const named = first?.value ?? ''
  if (/^(?:pop|apply|branch)$/.test(named))
    return { ...before, treeChanged: `git stash ${named}`, stashed: 'none' }
  if (!(words.length === 0 || /^(?:push|save|-.*)$/.test(named))) return before
  const { has, operands } = gitWords(named === 'push' || named === 'save' ? words.slice(1) : words, {
    valued: 'm message pathspec-from-file',
    long: 'message patch keep-index include-untracked all quiet staged pathspec-from-file',
  })
  const after = { ...before, stashes: true }
  const part =
    has('p', 'patch', 'k', 'keep-index', 'S', 'staged') || (named !== 'save' && operands.length > 0)
  if (!certain || part) return after
  const all = has('u', 'include-untracked', 'a', 'all')
  return { ...after, treeChanged: undefined, stashed: all ? 'all' : 'tracked' }
}

/** Files that git takes its settings from. */
const SETTINGS = /(?:^|[\\/])(?:\.gitconfig|\.git[\\/]config(?:\.worktree)?|\.config[\\/]git[\\/]config)$/

/**
 * Programs that may move somebody's files to where a later git command loses them, or that write
 * git's settings.
 */
export function afterOther(command: Command, before: Earlier): Earlier {
  const name = baseName(command.argv[0]?.value ?? '')
  const after = name === 'mv' ? { ...before, treeChanged: 'mv', stashed: 'none' as const } : before
  const named = [...command.argv.slice(1), ...command.redirects.flatMap(({ target }) => target ?? [])]
  return named.some(({ value }) => value !== undefined && SETTINGS.test(value))
    ? { ...after, settings: true }
    : after
}
