import { readHead } from '../../src/git/head.ts'
import { inProgress } from '../../src/git/in-progress.ts'
import type { Repository } from '../../src/git/repository.ts'
import type { GitStatus, Upstream } from '../../src/git/status.ts'
import type { Host } from '../../src/host/host.ts'
import { baseName, joinPath, parentOf } from '../../src/paths/written.ts'
import { ageOf } from '../../src/text/age.ts'
import { shownWord } from './shown-word.ts'
import type { Work } from './work.ts'

/**
 * Where HEAD is and what kind of work tree this is. `status` is a text when git gave none;
 * undefined when there is no work tree to ask about.
 */
export function branchLines(
  { host, projectRoot }: Work,
  repository: Repository,
  status: GitStatus | string | undefined,
): string[] {
  const lines = [headLine(host, repository, status)]
  for (const { kind, branch, step } of inProgress(host, repository.gitFolder)) {
    const of = branch === undefined ? '' : ` ${kind === 'bisect' ? 'from' : 'of'} ${shownWord(branch)}`
    lines.push(`In progress: ${kind}${of}${step ? `, step ${step.at} of ${step.of}` : ''}`)
  }
  if (repository.top !== undefined && repository.top !== projectRoot) {
    lines.push(`Repository: ${shownWord(repository.top)}`)
  }
  const kind = kindLine(repository)
  if (kind !== undefined) lines.push(kind)
  if (repository.shallow) lines.push('Clone: shallow; older commits are not here')
  return lines
}

function headLine(host: Host, repository: Repository, status: GitStatus | string | undefined): string {
  if (typeof status === 'object') {
    if (status.branch === undefined) return detached(status.commit)
    const branch = `Branch: ${shownWord(status.branch)}`
    if (status.commit === undefined) return `${branch} (no commits yet)`
    return `${branch}, ${upstreamWords(status.upstream, host, repository)}`
  }
  const head = readHead(host, repository.gitFolder)
  if (head === undefined) return 'Branch: not known'
  return 'branch' in head ? `Branch: ${shownWord(head.branch)}` : detached(head.commit)
}

function detached(commit: string | undefined): string {
  return `HEAD: detached${commit === undefined ? '' : ` at commit ${commit.slice(0, 10)}`}, on no branch`
}

function upstreamWords(upstream: Upstream | undefined, host: Host, repository: Repository): string {
  if (!upstream) return 'without an upstream branch'
  const tracking = `tracking ${shownWord(upstream.name)}`
  if (!upstream.distance) return `${tracking}, which is gone`
  const { ahead, behind } = upstream.distance
  const distance =
    ahead === 0 && behind === 0
      ? 'level with it'
      : [ahead > 0 ? `${ahead} ahead` : '', behind > 0 ? `${behind} behind` : ''].filter(Boolean).join(', ')
  return `${tracking}: ${distance} as of the last fetch${fetchAge(host, repository)}`
}

function fetchAge(host: Host, { gitFolder, commonFolder }: Repository): string {
  const times = [gitFolder, commonFolder].map(
    (folder) => host.stat(joinPath(folder, 'FETCH_HEAD'))?.modified ?? 0,
  )
  const last = Math.max(...times)
  return last > 0 ? ` (${ageOf(host.now() - last)})` : ''
}

function kindLine({ bare, workTree, gitFolder, commonFolder }: Repository): string | undefined {
  if (bare) return 'Repository: bare, without a work tree'
  if (!workTree) return 'Repository: the working directory is inside the git folder, not in a work tree'
  if (gitFolder !== commonFolder) {
    const main = baseName(commonFolder) === '.git' ? parentOf(commonFolder) : commonFolder
    return `Worktree: linked; the repository is ${shownWord(main ?? commonFolder)}`
  }
  const modules = gitFolder.indexOf('/.git/modules/')
  return modules < 0 ? undefined : `Submodule: of the repository ${shownWord(gitFolder.slice(0, modules))}`
}
