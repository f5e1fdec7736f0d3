import { readRepository } from '../../src/git/repository.ts'
import { readStatus } from '../../src/git/status.ts'
import { branchLines } from './branch.ts'
import { changeLines } from './changes.ts'
import { commitLines, readCommits } from './commits.ts'
import type { SectionName } from './section-names.ts'
import { shownWord } from './shown-word.ts'
import { timed, type Work } from './work.ts'

export interface GitWishes {
  readonly wanted: ReadonlySet<SectionName>
  readonly recentCommits: number
  readonly maxPaths: number
}

export function directoryLines({ host, cwd, projectRoot }: Work): string[] {
  if (host.stat(cwd)?.kind !== 'directory')
    return [`Working directory: ${shownWord(cwd)}, which is not there`]
  if (cwd === projectRoot) return [`Working directory and project root: ${shownWord(cwd)}`]
  return [`Working directory: ${shownWord(cwd)}`, `Project root: ${shownWord(projectRoot)}`]
}

/**
 * What git knows, in at most four calls: `rev-parse` first, since without a repository
 * nothing else is asked; then `config` and `status`, and `log` at the same time.
 */
export async function gitLines(work: Work, wishes: GitWishes): Promise<string[]> {
  const { host, cwd } = work
  const { wanted } = wishes
  if (!wanted.has('branch') && !wanted.has('changes') && !wanted.has('commits')) return []
  const repository = await timed(work, 'repository (git rev-parse)', () =>
    readRepository(host, cwd, work.left()),
  )
  if (typeof repository === 'string') return [`Git: ${repository}`]
  const wantsStatus = repository.workTree && (wanted.has('branch') || wanted.has('changes'))
  const [status, commits] = await Promise.all([
    wantsStatus
      ? timed(work, 'status (git status)', () => readStatus(host, cwd, { timeoutMs: work.left() }))
      : undefined,
    wanted.has('commits')
      ? timed(work, 'commits (git log)', () => readCommits(work, wishes.recentCommits))
      : undefined,
  ])
  const lines: string[] = []
  if (wanted.has('branch')) lines.push(...branchLines(work, repository, status))
  if (wanted.has('changes') && status !== undefined) {
    if (typeof status === 'string') lines.push(`Uncommitted changes: ${status}`)
    else lines.push(...changeLines(status, wishes.maxPaths))
  }
  if (commits !== undefined) lines.push(...commitLines(commits))
  return lines
}
