import { repositoryRoot } from '../../src/paths/project.ts'
import { type Finding, type GitCall, pass, refuse } from './call.ts'
import { changesLost, coverage, EVERYTHING, listed } from './loss.ts'
import { baseName } from './read-call.ts'
import { pathsLost, STASH } from './restore.ts'
import type { Judge } from './scene.ts'
import { gitWords, leading } from './words.ts'

/**
 * `git diff | git apply -R`: the changes are taken out of the files, and nothing keeps them. A
 * patch that is a file keeps what is taken out.
 */
export const apply: Judge = async (call, scene): Promise<Finding> => {
  const words = gitWords(call.words, {
    valued: 'p C exclude include whitespace directory build-fake-ancestor',
    long: 'stat numstat summary check index cached intent-to-add 3way reverse reject exclude include whitespace directory unsafe-paths allow-empty',
  })
  if (!words.has('R', 'reverse')) return pass('it adds changes')
  if (words.has('check', 'stat', 'numstat', 'summary', 'cached')) return pass('the files stay')
  const files = words.operands.filter((word) => leading(word) !== '-' && word.value !== undefined)
  if (files.length > 0 && files.length === words.operands.length) return pass('the patch keeps the changes')
  const repo = scene.open(call)
  // `patch` works without git as well.
  if (isPatch(call) && repositoryRoot(repo.host, repo.dir) === undefined)
    return pass('nothing here is in git')
  const changed = await changesLost(repo, scene, 'commit', EVERYTHING)
  if (changed.length === 0) return pass('there are no changes to take out')
  return refuse(
    `it would take changes out of ${listed(changed, 'changed file')}, and keep no patch of them`,
    STASH,
  )
}

const isPatch = ({ command }: GitCall) => baseName(command.argv[0]?.value ?? '') === 'patch'

/** `git show HEAD:a.txt > a.txt`: the shell empties the file first. */
export const shownOver: Judge = async (call, scene): Promise<Finding> => {
  const targets = call.command.redirects.flatMap(({ operator, writes, target }) =>
    writes && target && !operator.includes('>>') ? [target] : [],
  )
  const known = targets.filter(({ value }) => value !== undefined && !value.startsWith('/dev/'))
  if (known.length === 0 || call.unreadable !== undefined) return pass('it only shows')
  const repo = scene.open(call)
  const tracked = await repo.read(['ls-files', '-z', '--', ...known.map(({ value }) => value ?? '')])
  if (!tracked) return pass('it writes no file that git has')
  return pathsLost(repo, scene, 'commit', await coverage(repo, known, call), undefined)
}
