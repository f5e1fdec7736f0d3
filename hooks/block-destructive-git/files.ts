import type { Word } from '../../src/shell/command.ts'
import { type Finding, type GitCall, pass, refuse, Unreadable } from './call.ts'
import { changesLost, commitsLeft, coverage, EVERYTHING, listed, overwritten } from './loss.ts'
import { judgeMoved } from './refs.ts'
import type { Repository } from './repository.ts'
import { conflictsResolved, pathsLost, STASH } from './restore.ts'
import type { Judge, Scene } from './scene.ts'
import { changedSubmodules, goesIntoSubmodules } from './trees.ts'
import { type GitWords, gitWords } from './words.ts'

const BACKUP = '`git branch backup` keeps the commits.'

export const reset: Judge = async (call, scene) => {
  const words = gitWords(call.words, {
    valued: 'pathspec-from-file',
    long: 'hard soft mixed merge keep quiet patch recurse-submodules no-refresh pathspec-from-file intent-to-add',
  })
  if (words.unknownOption && !words.has('hard', 'merge', 'keep')) return unknownWords('reset', call)
  if (!words.has('hard', 'merge', 'keep')) return pass('it leaves the files as they are')
  const repo = scene.open(call)
  const target = await targetOf(repo, call, words.operands[0], scene)
  const files = words.has('hard')
    ? await wholeTree(repo, scene, target)
    : words.has('merge')
      ? await changesLost(repo, scene, 'staged', EVERYTHING)
      : []
  const deeper = await inSubmodules(repo, call, words)
  const commits = await commitsLeft(repo, scene, target)
  return lossOf([...files, ...deeper], commits)
}

/** Work in the whole tree that is gone when it becomes that of a commit. */
async function wholeTree(repo: Repository, scene: Scene, target: string): Promise<readonly string[]> {
  const changed = await changesLost(repo, scene, 'commit', EVERYTHING)
  const over = scene.earlier.stashed === 'all' ? [] : await overwritten(repo, target, EVERYTHING)
  return [...new Set([...changed, ...over])]
}

/** Changes in the submodules, when the command goes into them. */
async function inSubmodules(repo: Repository, call: GitCall, words: GitWords): Promise<readonly string[]> {
  return (await goesIntoSubmodules(repo, call, words)) ? changedSubmodules(repo) : []
}

async function targetOf(
  repo: Repository,
  call: GitCall,
  word: Word | undefined,
  scene: Scene,
): Promise<string> {
  if (call.more || (word && word.value === undefined))
    throw new Unreadable('the commit it goes to is not known')
  const { head } = scene.earlier
  const written = word?.value ?? 'HEAD'
  // After a `git switch` HEAD means that branch.
  if (/^(?:HEAD|@)(?![\w{-])/.test(written) && head === undefined)
    throw new Unreadable('an earlier command in the same call moves HEAD')
  const revision =
    head === undefined || head === 'HEAD' ? written : written.replace(/^(?:HEAD|@)(?![\w{-])/, head)
  const commit = await repo.commit(revision)
  if (commit === undefined && revision === 'HEAD') throw new Unreadable('there is no commit yet')
  if (commit === undefined) throw new Unreadable(`${JSON.stringify(written)} is no commit known here`)
  return commit
}

function lossOf(files: readonly string[], commits: readonly string[]): Finding {
  const lost = [
    ...(files.length > 0 ? [`${listed(files, 'changed file')} that nothing has a copy of`] : []),
    ...(commits.length > 0 ? [`${listed(commits, 'commit')} that no other branch or tag holds`] : []),
  ]
  if (lost.length === 0) return pass('nothing would be lost: no changes, and every commit stays reachable')
  return refuse(
    `it would lose ${lost.join(', and ')}`,
    [files.length > 0 ? STASH : '', commits.length > 0 ? BACKUP : ''].filter((part) => part !== '').join(' '),
  )
}

const unknownWords = async (sub: string, call: GitCall): Promise<Finding> => {
  if (call.sub === undefined) throw new Unreadable('the subcommand is not known')
  throw new Unreadable(`a word of git ${sub} is not known before it runs`)
}

export const checkout: Judge = async (call, scene) => {
  const words = gitWords(call.words, {
    valued: 'b B orphan conflict pathspec-from-file',
    long: 'force ours theirs merge patch detach track no-track guess no-guess orphan quiet progress overlay no-overlay conflict ignore-other-worktrees overwrite-ignore recurse-submodules pathspec-from-file pathspec-file-nul ignore-skip-worktree-bits',
  })
  const { operands, before } = words
  if (words.has('B')) {
    const moved = await judgeMoved(call, scene, words.values('B')[0], operands[0])
    if (moved.verdict !== 'pass' || !words.has('f', 'force')) return moved
  }
  const repo = scene.open(call)
  // --patch without paths is about all of them.
  if (words.has('pathspec-from-file', 'p', 'patch'))
    return pathsLost(repo, scene, 'commit', EVERYTHING, undefined)
  const made = words.has('b', 'B', 'orphan')
  const split = made
    ? { revision: operands[0], paths: [] }
    : await splitOperands(repo, call, operands, before)
  if (split.paths.length === 0 && !call.more) {
    if (!words.has('f', 'force')) return pass('git switches only when no change is lost')
    const target = await targetOf(repo, call, split.revision, scene)
    const files = [...(await wholeTree(repo, scene, target)), ...(await inSubmodules(repo, call, words))]
    return lossOf(files, await detachedLoss(repo, scene, target))
  }
  if (words.has('ours', 'theirs') && split.revision === undefined) {
    return conflictsResolved(repo, scene, await coverage(repo, split.paths, call))
  }
  const { revision } = split
  return pathsLost(
    repo,
    scene,
    revision ? 'commit' : 'index',
    await coverage(repo, split.paths, call),
    revision?.value,
  )
}

/** HEAD that is on no branch has no name: leaving it by force keeps nothing. */
async function detachedLoss(repo: Repository, scene: Scene, target: string): Promise<readonly string[]> {
  if (scene.earlier.head !== 'HEAD') return []
  return (await repo.head()) === undefined ? commitsLeft(repo, scene, target) : []
}

/** Which operand is a commit and which are paths, as git decides it. */
async function splitOperands(
  repo: Repository,
  call: GitCall,
  operands: readonly Word[],
  before: number | undefined,
): Promise<{ readonly revision: Word | undefined; readonly paths: readonly Word[] }> {
  const [first, ...rest] = operands
  if (before !== undefined) {
    // `git checkout main --` has no paths, so it switches.
    return before === 0 ? { revision: undefined, paths: operands } : { revision: first, paths: rest }
  }
  if (!first) return { revision: undefined, paths: [] }
  if (first.value === undefined) {
    // `git checkout "$BRANCH"`: with changes about it could as well be a path.
    return { revision: rest.length > 0 ? first : undefined, paths: rest.length > 0 ? rest : [first] }
  }
  if (first.value === '-' || (await repo.commit(first.value)) !== undefined) {
    return { revision: first, paths: call.more && rest.length === 0 ? [first] : rest }
  }
  const remote = await repo.read(['for-each-ref', '--count=1', `refs/remotes/*/${first.value}`])
  if (remote && rest.length === 0) return { revision: first, paths: [] }
  return { revision: undefined, paths: operands }
}

export const switchTo: Judge = async (call, scene) => {
  const words = gitWords(call.words, {
    valued: 'c C create force-create orphan conflict',
    long: 'create force-create detach guess no-guess force discard-changes merge conflict quiet progress track no-track orphan ignore-other-worktrees recurse-submodules',
  })
  const made = words.values('C')[0] ?? words.values('force-create')[0]
  if (made) {
    const moved = await judgeMoved(call, scene, made, words.operands[0])
    if (moved.verdict !== 'pass') return moved
  }
  if (words.unknownOption && words.operands.length > 1) return unknownWords('switch', call)
  if (!words.has('f', 'force', 'discard-changes')) return pass('git switches only when no change is lost')
  const repo = scene.open(call)
  const start = made || words.has('c', 'create', 'orphan') ? undefined : words.operands[0]
  const target = await targetOf(repo, call, start, scene)
  const files = [...(await wholeTree(repo, scene, target)), ...(await inSubmodules(repo, call, words))]
  return lossOf(files, await detachedLoss(repo, scene, target))
}
