import type { GitStatus } from '../../src/git/status.ts'
import { matchesPattern } from '../../src/paths/expand.ts'
import { ignoresCase } from '../../src/paths/project.ts'
import { isWithin, joinPath, relativeTo, resolvePath } from '../../src/paths/written.ts'
import type { Word } from '../../src/shell/command.ts'
import { type GitCall, Unreadable } from './call.ts'
import { PROTECTED } from './options.ts'
import type { Repository } from './repository.ts'
import type { Scene } from './scene.ts'

/**
 * Which changes are gone: those that are not staged (the files come from the index), all (they
 * come from a commit), or those that are staged.
 */
export type From = 'index' | 'commit' | 'staged'

/** Files found in a commit that are looked for on the disk. */
const MAX_FILES = 5000

/** Changes of tracked files that are gone when the paths are written anew. */
export async function changesLost(
  repo: Repository,
  scene: Scene,
  from: From,
  covers: Covers,
): Promise<readonly string[]> {
  const { earlier } = scene
  if (earlier.treeChanged !== undefined) throw new Unreadable(changedBy(earlier.treeChanged))
  if (earlier.stashed !== 'none') return []
  const { changes } = await repo.status()
  return changes.filter((one) => isWork(one, from) && covers(one.path)).map(({ path }) => path)
}

export const changedBy = (what: string) =>
  `${what} earlier in the same call changes the state, so it can't be looked at before`

/** True for what has no other copy: a deletion has one, and for the index so has what is staged. */
function isWork({ code }: GitStatus['changes'][number], from: From): boolean {
  if (code === '??') return false
  const letters = from === 'commit' ? code : from === 'index' ? code[1] : code[0]
  return /[MTARCU]/.test(letters ?? '')
}

/** Files that git does not have and that a commit's files would be written over. */
export async function overwritten(
  repo: Repository,
  revision: string,
  covers: Covers,
): Promise<readonly string[]> {
  const list = await repo.read(['diff-tree', '-r', '--name-only', '--diff-filter=A', '-z', 'HEAD', revision])
  if (list === undefined) return []
  const files = list.split('\0').filter((file) => file !== '' && covers(file))
  if (files.length === 0) return []
  if (files.length > MAX_FILES) throw new Unreadable('too many files differ')
  const top = await repo.top()
  const there = files.filter((file) => repo.host.lstat(joinPath(top, file))?.kind === 'file')
  if (there.length === 0) return []
  const kept = await repo.read([
    'diff',
    '--no-ext-diff',
    '--no-textconv',
    '--cached',
    '--name-only',
    '-z',
    revision,
  ])
  const differs = new Set((kept ?? there.join('\0')).split('\0'))
  // What stands in the index as in the commit is no loss; the status has found what was changed.
  return there.filter((file) => differs.has(file))
}

export type Covers = (path: string) => boolean

export const EVERYTHING: Covers = () => true

/** Which paths, as seen from the root of the work tree, the operands are about. May be too many. */
export async function coverage(repo: Repository, words: readonly Word[], call: GitCall): Promise<Covers> {
  if (call.more || words.some((word) => word.parts.some((part) => part.kind === 'unknown'))) return EVERYTHING
  const top = await repo.top()
  const dir = repo.host.realpath(repo.dir) ?? repo.dir
  const ignoreCase = ignoresCase(repo.host)
  const windows = repo.host.platform === 'win32'
  const each = words.map((word): Covers => {
    const text = word.parts.map((part) => (part.kind === 'unknown' ? '' : part.text)).join('')
    const written = relativeTo(resolvePath(dir, text, windows), top, ignoreCase)
    if (written === undefined || text.startsWith(':')) return EVERYTHING
    if (!/[*?[]/.test(text)) return (path) => written === '' || isWithin(path, written, ignoreCase)
    return (path) =>
      matchesPattern(written, path, ignoreCase) || matchesPattern(`${written}/*`, path, ignoreCase)
  })
  return (path) => each.some((covers) => covers(path))
}

/** Commits that only the branch HEAD is on holds, when it is set to `target`. */
export async function commitsLeft(
  repo: Repository,
  scene: Scene,
  target: string,
): Promise<readonly string[]> {
  const { head } = scene.earlier
  if (head === undefined) throw new Unreadable(changedBy('a command'))
  const from = await repo.commit(head)
  if (from === undefined) return []
  const branch = head === 'HEAD' ? await repo.branch() : head
  return repo.only(from, [target, ...others(scene, branch)])
}

/** All branches but these, all tags and what is known of remotes, for `Repository.only`. */
export function others(
  scene: Pick<Scene, 'earlier'>,
  ...branches: readonly (string | undefined)[]
): readonly string[] {
  const without = branches.flatMap((branch) => (branch === undefined ? [] : [`--exclude=${branch}`]))
  return [...without, '--branches', '--tags', ...remotes(scene)]
}

/** What is known of remotes; where it is let go first, only the branches that hardly ever go. */
export function remotes({ earlier }: Pick<Scene, 'earlier'>): readonly string[] {
  if (!earlier.prunes) return ['--remotes']
  return PROTECTED.map((name) => `--remotes=*/${name}`)
}

export function listed(things: readonly string[], one: string, many = `${one}s`): string {
  const shown = things.slice(0, 3).map((thing) => (thing.length > 70 ? `${thing.slice(0, 67)}...` : thing))
  const more = things.length > shown.length ? ', ...' : ''
  return `${things.length === 1 ? `1 ${one}` : `${things.length} ${many}`} (${shown.join(', ')}${more})`
}
