import type { GitStatus } from '../../src/git/status.ts'
import { shownWord } from './shown-word.ts'

/** All paths together; the section must not crowd out the others. */
const MAX_CHARACTERS = 2000

/** What is not committed: a summary, and up to `maxPaths` paths with git's two letters. */
export function changeLines(status: GitStatus, maxPaths: number): string[] {
  const lines = [`Uncommitted changes: ${summary(status)}`]
  let room = MAX_CHARACTERS
  let shown = 0
  for (const { code, path } of status.changes.slice(0, maxPaths)) {
    const line = `  ${code} ${shownWord(path)}`
    room -= line.length
    if (room < 0) break
    lines.push(line)
    shown++
  }
  const left = status.changes.length - shown
  if (shown > 0 && left > 0) {
    lines.push(`  (${status.incomplete ? 'more than ' : ''}${left} more not listed)`)
  }
  if (status.stashes > 0) lines.push(`Stashes: ${status.stashes}`)
  return lines
}

function summary({ staged, unstaged, untracked, conflicted, incomplete }: GitStatus): string {
  const parts = [
    [conflicted, 'in conflict'],
    [staged, 'staged'],
    [unstaged, 'not staged'],
    [untracked, 'untracked'],
  ] as const
  const words = parts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`)
  if (words.length === 0) return incomplete ? 'not known: git said too much' : 'none'
  return `${incomplete ? 'more than ' : ''}${words.join(', ')}`
}
