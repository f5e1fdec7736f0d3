import { type Finding, pass, refuse } from './call.ts'
import { type Covers, changesLost, coverage, EVERYTHING, type From, listed, overwritten } from './loss.ts'
import type { Repository } from './repository.ts'
import type { Judge, Scene } from './scene.ts'
import { changedSubmodules } from './trees.ts'
import { gitWords } from './words.ts'

export const STASH = '`git stash -u` puts the changes away first, `git diff` shows them.'

/** Files are written anew: from the index, or from a commit when the revision says which. */
export async function pathsLost(
  repo: Repository,
  scene: Scene,
  from: From,
  covers: Covers,
  revision: string | undefined,
): Promise<Finding> {
  const changed = await changesLost(repo, scene, from, covers)
  const commit = revision === undefined ? undefined : await repo.commit(revision)
  const over =
    commit === undefined || scene.earlier.stashed === 'all' ? [] : await overwritten(repo, commit, covers)
  const files = [...new Set([...changed, ...over])]
  if (files.length === 0) return pass('none of these files has changes that would be lost')
  return refuse(`it would lose the changes of ${listed(files, 'file')}`, STASH)
}

/** `--ours`, `--theirs`: taking a side in a conflict is no loss; other changes are. */
export async function conflictsResolved(repo: Repository, scene: Scene, covers: Covers): Promise<Finding> {
  const { changes } = await repo.status()
  const conflicted = new Set(changes.filter(({ code }) => /U|AA|DD/.test(code)).map(({ path }) => path))
  return pathsLost(repo, scene, 'index', (path) => covers(path) && !conflicted.has(path), undefined)
}

const submodulesLost = (files: readonly string[]): Finding =>
  refuse(`it would lose ${listed(files, 'changed file')} in submodules`, STASH)

export const restore: Judge = async (call, scene) => {
  const words = gitWords(call.words, {
    valued: 's source conflict pathspec-from-file',
    long: 'source staged worktree patch quiet progress ours theirs merge conflict ignore-unmerged overlay no-overlay recurse-submodules pathspec-from-file pathspec-file-nul',
  })
  const staged = words.has('S', 'staged')
  if (staged && !words.has('W', 'worktree') && !words.unknownOption) return pass('only the index is restored')
  const repo = scene.open(call)
  const covers = words.has('pathspec-from-file') ? EVERYTHING : await coverage(repo, words.operands, call)
  if (words.has('ours', 'theirs')) return conflictsResolved(repo, scene, covers)
  if (words.has('recurse-submodules')) {
    const inside = await changedSubmodules(repo, covers)
    if (inside.length > 0) return submodulesLost(inside)
  }
  const source = [...words.values('s'), ...words.values('source')].at(-1)
  if (source && source.value === undefined) return pathsLost(repo, scene, 'commit', EVERYTHING, 'HEAD')
  const from = source || staged || words.unknownOption ? 'commit' : 'index'
  return pathsLost(repo, scene, from, covers, source?.value)
}

/** `git rm -f`, `git mv -f`, `git checkout-index -f`, `git read-tree --reset -u`. */
export const overwrites: Judge = async (call, scene) => {
  const words = gitWords(call.words, {
    valued: 'pathspec-from-file prefix stage',
    long: 'force dry-run cached reset update all verbose quiet ignore-unmatch pathspec-from-file prefix stage index',
  })
  const { sub } = call
  if (words.has('n', 'dry-run') && sub !== 'checkout-index') return pass('a dry run')
  const forced = sub === 'read-tree' ? words.has('reset') : words.has('f', 'force')
  if (!forced && !words.unknownOption) return pass('without -f git loses no change')
  if (sub === 'rm' && words.has('cached')) return pass('the files stay')
  const repo = scene.open(call)
  const all = sub === 'read-tree' || words.has('a', 'all', 'pathspec-from-file')
  const paths = sub === 'mv' ? words.operands.slice(-1) : words.operands
  const covers = all ? EVERYTHING : await coverage(repo, paths, call)
  const finding = await pathsLost(
    repo,
    scene,
    sub === 'checkout-index' ? 'index' : 'commit',
    covers,
    undefined,
  )
  if (finding.verdict !== 'pass') return finding
  if (sub === 'rm') {
    const inside = await changedSubmodules(repo, (path) => covers(path))
    return inside.length === 0 ? finding : submodulesLost(inside)
  }
  if (sub !== 'mv') return finding
  const untracked = (await repo.status()).changes.filter(({ code, path }) => code === '??' && covers(path))
  return untracked.length === 0
    ? finding
    : refuse(
        `it would overwrite ${listed(
          untracked.map(({ path }) => path),
          'untracked file',
        )}`,
        STASH,
      )
}
