import type { Word } from '../../src/shell/command.ts'
import { decision, type Finding, type GitCall, pass, refuse, Unreadable } from './call.ts'
import { changedBy, listed, others, remotes } from './loss.ts'
import type { Repository } from './repository.ts'
import type { Judge, Scene } from './scene.ts'
import { gitWords } from './words.ts'

const LIST = '`git branch backup` keeps a commit; `git branch -d` deletes only what is merged.'

export const branch: Judge = async (call, scene) => {
  const words = gitWords(call.words, {
    valued: 'u set-upstream-to contains no-contains merged no-merged points-at sort format abbrev',
    long: 'delete force move copy list all remotes set-upstream-to unset-upstream edit-description show-current track no-track create-reflog contains no-contains merged no-merged points-at sort format column ignore-case verbose quiet abbrev',
  })
  const { operands } = words
  const forced = words.has('f', 'force')
  const [first, second] = operands
  if (
    words.has('D') ||
    ((words.has('d', 'delete') || words.unknownOption) && (forced || words.unknownOption))
  ) {
    if (words.unknownOption && !words.has('D', 'd', 'delete')) return pass('no option that deletes is known')
    if (words.has('r', 'remotes')) return pass('the branch stays on the remote')
    return refsGone(call, scene, operands, 'heads')
  }
  if (words.has('d', 'delete')) return pass('git deletes only branches that are merged')
  if (words.has('M', 'C') || (words.has('m', 'c', 'move', 'copy') && forced)) {
    const onto = second ?? first
    return judgeMoved(call, scene, onto, undefined)
  }
  if (forced && first) return judgeMoved(call, scene, first, second)
  return pass('no branch is deleted or moved by force')
}

export const tag: Judge = async (call, scene) => {
  const words = gitWords(call.words, {
    valued:
      'm F u message file local-user cleanup contains no-contains merged no-merged points-at sort format n',
    long: 'delete force annotate sign message file local-user list verify cleanup contains no-contains merged no-merged points-at sort format column create-reflog',
  })
  if (words.has('d', 'delete')) return refsGone(call, scene, words.operands, 'tags')
  if (words.has('f', 'force') && words.operands.length > 0) {
    return refsGone(call, scene, words.operands.slice(0, 1), 'tags')
  }
  return pass('no tag is deleted or moved')
}

/** Branches or tags are deleted: the commits that nothing else reaches. */
async function refsGone(
  call: GitCall,
  scene: Scene,
  names: readonly Word[],
  kind: 'heads' | 'tags',
): Promise<Finding> {
  const what = kind === 'heads' ? 'branch' : 'tag'
  if (call.more || names.some((word) => word.value === undefined)) {
    throw new Unreadable(`which ${what} it deletes is not known before it runs`)
  }
  if (kind === 'heads' && scene.earlier.commits) throw new Unreadable(changedBy('a commit'))
  const repo = scene.open(call)
  const given = names.map((word) => word.value ?? '')
  const lost: string[] = []
  for (const name of given) {
    const ref = `refs/${kind}/${name}`
    const tip = await repo.commit(ref)
    if (kind === 'tags' && (await repo.read(['cat-file', '-t', ref]))?.trim() === 'tag') {
      return refuse(
        `it would lose the tag ${name} with its message, which nothing else keeps`,
        '`git show` shows it; give a new tag another name, or ask the user.',
      )
    }
    if (tip === undefined) continue
    const kept =
      kind === 'heads' ? ['HEAD', ...others(scene, ...given)] : ['HEAD', '--branches', ...remotes(scene)]
    if (kind === 'heads' && (await repo.branch()) === name) {
      kept.shift()
    }
    const commits = await repo.only(tip, kept)
    if (commits.length > 0 && !(await sameContent(repo, tip))) lost.push(...commits)
  }
  if (lost.length === 0) return pass('every commit stays reachable, or what it changed stands in HEAD')
  return refuse(`it would lose ${listed(lost, 'commit')} that nothing else holds`, LIST)
}

/** Files that a branch changed and that stand in HEAD just so: it was squashed or picked. */
async function sameContent(repo: Repository, tip: string): Promise<boolean> {
  const base = (await repo.read(['merge-base', 'HEAD', tip]))?.trim()
  if (!base) return false
  const text = await repo.read(['diff-tree', '-r', '--name-only', '-z', base, tip])
  const files = (text ?? '').split('\0').filter((file) => file !== '')
  if (files.length === 0 || files.length > 200) return false
  const differs = await repo.read([
    '--literal-pathspecs',
    'diff-tree',
    '-r',
    '--name-only',
    '-z',
    'HEAD',
    tip,
    '--',
    ...files,
  ])
  return differs === ''
}

/** A branch is set to another commit: what only it holds is lost. */
export async function judgeMoved(
  call: GitCall,
  scene: Scene,
  name: Word | undefined,
  start: Word | undefined,
): Promise<Finding> {
  if (call.more || name?.value === undefined) throw new Unreadable('the branch it moves is not known')
  if (scene.earlier.commits) throw new Unreadable(changedBy('a commit'))
  const repo = scene.open(call)
  return refMoved(repo, scene, `refs/heads/${name.value.replace(/^refs\/heads\//, '')}`, start)
}

async function refMoved(
  repo: Repository,
  scene: Scene,
  ref: string,
  start: Word | undefined,
): Promise<Finding> {
  const tip = await repo.commit(ref)
  if (tip === undefined) return pass(`there is no ${ref} yet`)
  const target = start?.value === undefined ? undefined : await repo.commit(start.value)
  const name = ref.replace(/^refs\/heads\//, '')
  const head = await repo.head()
  const rest = ref.startsWith('refs/tags/') ? ['--branches', ...remotes(scene)] : others(scene, name)
  const kept = [...(target ? [target] : []), ...(head === ref || ref === 'HEAD' ? [] : ['HEAD']), ...rest]
  const commits = await repo.only(tip, kept)
  if (commits.length === 0) return pass('every commit stays reachable')
  return refuse(`it would lose ${listed(commits, 'commit')} that only ${name} holds`, LIST)
}

/** `git update-ref -d ref`, `git update-ref ref commit`. */
export const updateRef: Judge = async (call, scene) => {
  const words = gitWords(call.words, { valued: 'm', long: 'stdin no-deref create-reflog' })
  if (words.has('stdin')) return decision('it changes references by a list that is not read here', LIST)
  const [ref, start] = words.operands
  if (call.more || ref?.value === undefined) throw new Unreadable('which reference it changes is not known')
  const repo = scene.open(call)
  const whole = ref.value === 'HEAD' ? ((await repo.head()) ?? 'HEAD') : ref.value
  if (whole === 'refs/stash') return refuse('it would lose the stashes', '`git stash list` shows them.')
  if (scene.earlier.commits) throw new Unreadable(changedBy('a commit'))
  return refMoved(repo, scene, whole, words.has('d') ? undefined : start)
}

export const symbolicRef: Judge = async (call, scene): Promise<Finding> => {
  const words = gitWords(call.words, { valued: 'm', long: 'delete quiet short recurse' })
  const [ref, to] = words.operands
  if (ref?.value !== 'HEAD') {
    if (ref === undefined || (to === undefined && !words.has('d', 'delete'))) return pass('it only shows')
    if (call.more || ref.value === undefined) throw new Unreadable('which reference it changes is not known')
    return refMoved(scene.open(call), scene, ref.value, words.has('d', 'delete') ? undefined : to)
  }
  if (!words.has('d', 'delete')) return pass('no commit is lost')
  return refuse('without HEAD git takes the folder for no repository', '`git switch` changes the branch.')
}

/** `git fetch origin +main:main` sets a local branch, whatever it holds. */
export const fetch: Judge = async (call, scene) => {
  const words = gitWords(call.words, {
    valued:
      'o depth deepen shallow-since shallow-exclude j jobs refmap upload-pack filter server-option s X strategy strategy-option',
    long: 'force all append depth prune tags no-tags multiple rebase no-rebase autostash ff-only update-head-ok dry-run',
  })
  if (words.has('dry-run')) return pass('a dry run')
  const forced = words.has('f', 'force')
  for (const word of words.operands.slice(1)) {
    const written = word.value
    const to = written?.includes(':') ? written.slice(written.indexOf(':') + 1) : ''
    if (written === undefined || to === '' || !(forced || written.startsWith('+'))) continue
    if (/^refs\/(?!heads\/)/.test(to)) continue
    if (to.includes('*')) return decision('it sets local branches to those of the remote', LIST)
    const repo = scene.open(call)
    const found = await refMoved(repo, scene, `refs/heads/${to.replace(/^refs\/heads\//, '')}`, undefined)
    if (found.verdict !== 'pass') return found
  }
  return pass('it sets no local branch by force')
}
