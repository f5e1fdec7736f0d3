import { readRepository } from '../../src/git/repository.ts'
import { readStatus } from '../../src/git/status.ts'
import { branchLines } from './branch.ts'
import { changeLines } from './changes.ts'
import { commitLines, readCommits } from './commits.ts'
import type { Section, SectionName } from './section-names.ts'
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

export interface GitFacts {
  readonly sections: readonly Section[]
  /** What is checked out, when git said so. */
  readonly commit?: string
}

/**
 * What git knows, in at most four calls: `rev-parse` first, since without a repository
 * nothing else is asked; then `config` and `status`, and `log` at the same time.
 */
export async function gitFacts(work: Work, wishes: GitWishes): Promise<GitFacts> {
  const { host, cwd } = work
  const { wanted } = wishes
  if (!wanted.has('branch') && !wanted.has('changes') && !wanted.has('commits')) return { sections: [] }
  const repository = await timed(work, 'repository (git rev-parse)', () =>
    readRepository(host, cwd, work.left()),
  )
  if (typeof repository === 'string') {
    return { sections: [{ name: 'branch', lines: [`Git: ${repository}`] }] }
  }
  const wantsStatus = repository.workTree && (wanted.has('branch') || wanted.has('changes'))
  const [status, commits] = await Promise.all([
    wantsStatus
      ? timed(work, 'status (git status)', () => readStatus(host, cwd, { timeoutMs: work.left() }))
      : undefined,
    wanted.has('commits')
      ? timed(work, 'commits (git log)', () => readCommits(work, wishes.recentCommits))
      : undefined,
  ])
  const sections: Section[] = []
  if (wanted.has('branch')) sections.push({ name: 'branch', lines: branchLines(work, repository, status) })
  if (wanted.has('changes') && status !== undefined) {
    const isKnown = typeof status !== 'string'
    const lines = isKnown ? changeLines(status, wishes.maxPaths) : [`Uncommitted changes: ${status}`]
    sections.push({ name: 'changes', lines })
  }
  if (commits !== undefined) sections.push({ name: 'commits', lines: commitLines(commits) })
  const commit = typeof status === 'object' ? status.commit : undefined
  return { sections, ...(commit === undefined ? {} : { commit }) }
}
