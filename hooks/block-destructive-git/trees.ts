import { joinPath, resolvePath } from '../../src/paths/written.ts'
import { type Finding, type GitCall, pass, refuse, Unreadable } from './call.ts'
import { changedBy, coverage, EVERYTHING, listed, others } from './loss.ts'
import { judgeMoved } from './refs.ts'
import type { Repository } from './repository.ts'
import type { Judge } from './scene.ts'
import { type GitWords, gitWords } from './words.ts'

const MAX_SUBMODULES = 20

/** `git worktree remove --force`, `git worktree add -B`. */
export const worktree: Judge = async (call, scene): Promise<Finding> => {
  const [action, ...rest] = call.words
  if (action && action.value === undefined) throw new Unreadable('the words of git worktree are not known')
  const words = gitWords(rest, {
    valued: 'b B reason',
    long: 'force detach checkout lock reason orphan quiet guess-remote',
  })
  if (action?.value === 'add' && words.has('B')) {
    return judgeMoved(call, scene, words.values('B')[0], words.operands[1])
  }
  if (action?.value !== 'remove') return pass('no work tree is removed')
  if (!words.has('f', 'force') && !words.unknownOption) return pass('git removes only clean work trees')
  const [path] = words.operands
  if (call.more || path?.value === undefined) throw new Unreadable('the work tree is not known')
  const repo = scene.open(call)
  const windows = repo.host.platform === 'win32'
  const folder = resolvePath(repo.dir, path.value, windows)
  if (repo.host.stat(folder)?.kind !== 'directory') throw new Unreadable(`there is no folder ${folder}`)
  if (scene.earlier.treeChanged !== undefined) throw new Unreadable(changedBy(scene.earlier.treeChanged))
  const tree = repo.around(folder)
  const { changes, branch } = await tree.status()
  const ignored = await ignoredWork(tree)
  const files = [...changes.filter(({ code }) => !/^[ D]+$/.test(code)).map((one) => one.path), ...ignored]
  const commits = branch === undefined ? await tree.only('HEAD', others(scene)) : []
  if (files.length + commits.length === 0) return pass('the work tree holds nothing that would be lost')
  const lost = [
    ...(files.length > 0 ? [`${listed(files, 'changed or untracked file')}`] : []),
    ...(commits.length > 0 ? [`${listed(commits, 'commit')} that no branch holds`] : []),
  ]
  return refuse(
    `it would lose ${lost.join(', and ')} of ${path.value}`,
    '`git worktree remove` without --force keeps a work tree that has changes; commit or stash them there first.',
  )
}

/** Ignored files may have no other copy (`.env`, notes); folders that a tool fills are no work. */
async function ignoredWork(tree: Repository): Promise<readonly string[]> {
  const text = await tree.read([
    'ls-files',
    '-z',
    '--others',
    '--ignored',
    '--exclude-standard',
    '--directory',
  ])
  return (text ?? '')
    .split('\0')
    .filter((path) => /(?:^|\/)\.env(?:\.[\w.-]+)?$|\.(?:db|sqlite3?|key|pem)$/.test(path))
}

/** `git submodule deinit -f`, `git submodule update --force`. */
export const submodule: Judge = async (call, scene): Promise<Finding> => {
  const [action, ...rest] = call.words
  const words = gitWords(rest, {
    valued: 'reference depth jobs j',
    long: 'force all init recursive remote checkout merge rebase reference depth jobs quiet',
  })
  if (action && action.value === undefined) throw new Unreadable('the words of git submodule are not known')
  if (!/^(?:deinit|update)$/.test(action?.value ?? '')) return pass('no submodule is changed')
  if (!words.has('f', 'force') && !words.unknownOption) return pass('git keeps changed submodules')
  const repo = scene.open(call)
  const covers = words.operands.length === 0 ? EVERYTHING : await coverage(repo, words.operands, call)
  const files = await changedSubmodules(repo, covers)
  if (files.length === 0) return pass('the submodules have no changes')
  return refuse(
    `it would lose ${listed(files, 'changed file')} in submodules`,
    'Commit or stash them in the submodule first (`git status` there shows them).',
  )
}

/** Whether a command that writes files does so in submodules too: its words, or a setting, say it. */
export async function goesIntoSubmodules(
  repo: Repository,
  { settings }: GitCall,
  words: GitWords,
): Promise<boolean> {
  if (words.has('no-recurse-submodules')) return false
  if (words.has('recurse-submodules') || settings.get('submodule.recurse') === 'true') return true
  if (repo.host.stat(joinPath(await repo.top(), '.gitmodules')) === undefined) return false
  const set = await repo.read(['config', '--type=bool', '--get', 'submodule.recurse'])
  return set?.trim() === 'true'
}

/** Changed and untracked files in the submodules that are checked out. */
export async function changedSubmodules(
  repo: Repository,
  covers: (path: string) => boolean = EVERYTHING,
): Promise<readonly string[]> {
  const top = await repo.top()
  const staged = (await repo.read(['-C', top, 'ls-files', '-s', '-z'])) ?? ''
  const paths = staged
    .split('\0')
    .filter((line) => line.startsWith('160000 '))
    .map((line) => line.slice(line.indexOf('\t') + 1))
    .filter(covers)
  if (paths.length > MAX_SUBMODULES) throw new Unreadable('there are too many submodules to look at')
  const found: string[] = []
  for (const path of paths) {
    const folder = joinPath(top, path)
    if (!repo.host.stat(joinPath(folder, '.git'))) continue
    const { changes } = await repo.around(folder).status()
    found.push(...changes.map((one) => `${path}/${one.path}`))
  }
  return found
}
