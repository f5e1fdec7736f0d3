import { decision, type Finding, pass, refuse, Unreadable } from './call.ts'
import type { Judge } from './scene.ts'
import { gitWords } from './words.ts'

const SHOW_STASHES =
  '`git stash list` and `git stash show` show what they hold, `git stash pop` takes one back.'
const RECORD = 'Leave it to git, which removes what is old by itself (`git gc`).'

export const stash: Judge = async (call, scene): Promise<Finding> => {
  const [action] = call.words
  if (action && action.value === undefined) throw new Unreadable('the words of git stash are not known')
  if (!/^(?:drop|clear)$/.test(action?.value ?? '')) return pass('it keeps what it holds')
  if (scene.earlier.stashes) return refuse('it would lose what the same call has just put away', SHOW_STASHES)
  const { stashes } = await scene.open(call).status()
  if (stashes === 0) return pass('there is no stash')
  const lost =
    action?.value === 'clear' ? (stashes === 1 ? 'the stash' : `all ${stashes} stashes`) : 'a stash'
  return refuse(`it would lose ${lost}, which nothing else keeps`, SHOW_STASHES)
}

export const reflog: Judge = async (call): Promise<Finding> => {
  const [action, ...rest] = call.words
  if (action && action.value === undefined) throw new Unreadable('the words of git reflog are not known')
  if (!/^(?:expire|delete|drop)$/.test(action?.value ?? '')) return pass('it only shows')
  const words = gitWords(rest, {
    valued: '',
    long: 'dry-run expire expire-unreachable all rewrite updateref stale-fix verbose single-worktree',
  })
  if (words.has('n', 'dry-run')) return pass('a dry run')
  return refuse('it would lose the record by which earlier commits are found again', RECORD)
}

const SOON = /^(?:now|all|0|[\d.]+[. ](?:sec|min|hour)\w*(?:[. ]ago)?)$/i

export const gc: Judge = async (call): Promise<Finding> => {
  const words = gitWords(call.words, {
    long: 'prune no-prune aggressive auto quiet force keep-largest-pack cruft expire dry-run verbose progress',
  })
  const { sub } = call
  const settings = [...call.settings].filter(([key]) => /^gc\.(?:.*\.)?(?:prune|reflog)expire/.test(key))
  const named = [...words.values('prune'), ...words.values('expire')].map((word) => word.value ?? 'now')
  if (sub === 'prune' && words.has('n', 'dry-run')) return pass('a dry run')
  const at = sub === 'prune' && !words.has('expire') ? ['now'] : named
  const soon = [...at, ...settings.map(([, value]) => value)].some((when) => SOON.test(when))
  if (!soon) return pass('it removes only what is old')
  return refuse(
    'it would delete the objects that no branch reaches, and with them the way back from a mistake',
    RECORD,
  )
}

export const filter: Judge = async (call): Promise<Finding> => {
  const words = gitWords(call.words, { long: 'analyze dry-run help force' })
  if (words.has('analyze', 'dry-run', 'help', 'h')) return pass('it only looks')
  return refuse(
    `git ${call.sub} writes every commit anew, and all that is not pushed changes with it`,
    '`git branch backup` keeps the old commits, but a clone to work in is better; the user should run this.',
  )
}

export const unknownSub: Judge = async () =>
  decision('its subcommand is not known before it runs', 'Write the git command out.')
