import type { Command } from '../../src/shell/command.ts'
import type { GitCall } from './call.ts'
import { baseName } from './read-call.ts'
import type { Earlier } from './scene.ts'
import { gitWords } from './words.ts'

/** Commands that move HEAD or the branch it is on. */
const COMMITS = /^(?:commit|cherry-pick|revert|am|rebase)$/
const MOVES = /^(?:merge|pull|reset|bisect|filter-branch|update-ref|symbolic-ref|fast-import)$/
/** Commands that may leave changes that nobody has committed. */
const CHANGES = /^(?:apply|am|cherry-pick|revert|merge|mv|rm|read-tree|pull)$/

/**
 * What is different after the call. `certain`: what follows runs only when it has succeeded
 * (`git stash && ...`).
 */
export function afterCall(call: GitCall, before: Earlier, certain: boolean): Earlier {
  const { sub } = call
  if (sub === undefined) return { ...before, head: undefined, treeChanged: 'an unknown git command' }
  let after = before
  if (COMMITS.test(sub)) after = { ...after, commits: true, head: undefined }
  if (MOVES.test(sub) && !isPlainReset(call)) after = { ...after, head: undefined }
  if (CHANGES.test(sub) || (sub === 'reset' && !isPlainReset(call))) {
    after = { ...after, treeChanged: `git ${sub}`, stashed: 'none' }
  }
  if (sub === 'checkout' || sub === 'switch') after = { ...after, head: switched(call, before) }
  return sub === 'stash' ? afterStash(call, after, certain) : after
}

/** `git reset`, `git reset HEAD`: the index only. */
function isPlainReset({ sub, words }: GitCall): boolean {
  const soft = words.every((word) => !/^--(?:hard|soft|merge|keep)/.test(word.value ?? '--hard'))
  return (
    sub === 'reset' && soft && (words.length === 0 || words[0]?.value === 'HEAD' || words[0]?.value === '--')
  )
}

function switched({ words }: GitCall, before: Earlier): string | undefined {
  const {
    operands,
    before: first,
    has,
    values,
  } = gitWords(words, {
    valued: 'b B c C orphan conflict',
    long: 'orphan detach force track quiet discard-changes create merge',
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

/** Programs that may move somebody's files to where a later git command loses them. */
export function afterOther(command: Command, before: Earlier): Earlier {
  const name = baseName(command.argv[0]?.value ?? '')
  return name === 'mv' ? { ...before, treeChanged: 'mv', stashed: 'none' } : before
}
