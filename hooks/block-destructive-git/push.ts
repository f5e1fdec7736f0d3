import { matchesPattern } from '../../src/paths/expand.ts'
import type { Word } from '../../src/shell/command.ts'
import { plainWord } from '../../src/shell/value.ts'
import { decision, type Finding, type GitCall, pass, refuse, Unreadable } from './call.ts'
import { changedBy, listed } from './loss.ts'
import { PROTECTED } from './options.ts'
import type { Repository } from './repository.ts'
import type { Judge, Scene } from './scene.ts'
import { type GitWords, gitWords, leading } from './words.ts'

const LEASE =
  '`git push --force-with-lease` overwrites only what you have seen; on a shared branch `git revert` undoes a commit, or push to a new branch.'

export const push: Judge = async (call, scene) => {
  const words = gitWords(call.words, {
    valued: 'o push-option repo receive-pack exec',
    long: 'all branches mirror delete tags follow-tags atomic dry-run force force-with-lease no-force-with-lease force-if-includes no-force-if-includes prune set-upstream thin no-thin quiet verbose progress recurse-submodules verify no-verify signed push-option repo receive-pack exec ipv4 ipv6 porcelain',
  })
  if (words.has('n', 'dry-run')) return pass('a dry run')
  const forced = words.has('f', 'force')
  if (words.has('mirror') || setFor(call, 'mirror') === 'true')
    return refuse('it deletes and overwrites everything there that is not here', LEASE)
  if (words.has('prune')) return refuse('it deletes the branches there that are not here', LEASE)
  const [repository] = words.values('repo')
  const remote = repository ?? words.operands[0]
  const given = repository ? words.operands : words.operands.slice(1)
  const set = given.length === 0 ? setFor(call, 'push') : undefined
  const refspecs = set === undefined ? given : [plainWord(set)]
  const lease = words.has('force-with-lease')
  const deletes = words.has('d', 'delete')
  if (words.unknownOption) {
    const unsure = words.operands.some((word, at) => mayBeOption(word, at === 0))
    if (unsure && !forced)
      return decision('a word of it is not known before it runs, and may be -f or +branch', LEASE)
  }
  if (forced && words.has('all', 'branches'))
    return refuse('it overwrites every branch, the shared ones too', LEASE)
  if (!forced && !lease && !deletes && !refspecs.some(isForced)) return pass('it overwrites nothing')
  const name = remote?.value ?? 'origin'
  if (call.more && (forced || deletes)) throw new Unreadable('which branch it pushes to is not known')
  const specs = refspecs.length > 0 ? refspecs : [undefined]
  const found: Finding[] = []
  for (const spec of specs) {
    if (spec === undefined && words.has('tags') && (forced || lease)) {
      found.push(decision('it overwrites tags there', LEASE))
    } else found.push(await judgeSpec(call, scene, { spec, name, forced, lease, deletes, words }))
  }
  return (
    found.find((one) => one.verdict === 'deny') ??
    found.find((one) => one.verdict === 'ask') ??
    found[0] ??
    pass('')
  )
}

/** A setting of a remote that the call or its text makes. What stands in a file is the user's own. */
function setFor({ settings }: GitCall, what: 'mirror' | 'push'): string | undefined {
  return [...settings].find(([key]) => key.startsWith('remote.') && key.endsWith(`.${what}`))?.[1]
}

/** The name of a remote in quotes is one; without them it may be any words. */
function mayBeOption(word: Word, isRemote: boolean): boolean {
  if (word.value !== undefined || leading(word) !== '') return false
  return !isRemote || word.parts.some((part) => part.kind === 'unknown' && part.splits)
}

const isForced = (word: Word) => /^[+:]./.test(leading(word))

interface Pushed {
  readonly spec: Word | undefined
  /** The remote's name. */
  readonly name: string
  readonly forced: boolean
  readonly lease: boolean
  readonly deletes: boolean
  readonly words: GitWords
}

async function judgeSpec(call: GitCall, scene: Scene, pushed: Pushed): Promise<Finding> {
  const { spec } = pushed
  const plus = spec !== undefined && leading(spec).startsWith('+')
  const text = spec?.value?.replace(/^\+/, '')
  if (spec && text === undefined) throw new Unreadable('which branch it pushes to is not known')
  const colon = text?.indexOf(':') ?? -1
  const from = colon >= 0 ? text?.slice(0, colon) : text
  const deletes = pushed.deletes || (colon === 0 && text !== ':')
  const forced = pushed.forced || plus
  if (!deletes && !forced && !pushed.lease) return pass('it overwrites nothing')
  const repo = scene.open(call)
  const { branch } = scene.earlier
  const current = branch === 'HEAD' ? await repo.branch() : branch
  const written = colon >= 0 ? text?.slice(colon + 1) : /^(?:HEAD|@)?$/.test(from ?? '') ? current : from
  if (!written) throw new Unreadable('which branch it pushes to is not known')
  if (/^refs\/tags\//.test(written)) return tagPushed(repo, written.slice(10), deletes)
  const to = written.replace(/^refs\/heads\//, '')
  if (
    deletes &&
    (await repo.commit(`refs/tags/${to}`)) !== undefined &&
    !(await tracked(repo, pushed.name, to))
  ) {
    return tagPushed(repo, to, true)
  }
  const shared = await isProtected(repo, scene, pushed.name, to)
  if (deletes) return deleted(repo, pushed.name, to, shared)
  if (forced) {
    const what = `it overwrites ${to} on ${pushed.name}, with every commit there that is not here`
    return shared ? refuse(`${what}; ${to} is protected`, LEASE) : decision(what, LEASE)
  }
  return shared ? leased(repo, scene, pushed, to, from) : pass('git refuses it when somebody else has pushed')
}

const tracked = (repo: Repository, remote: string, name: string) =>
  repo.commit(`refs/remotes/${remote}/${name}`)

async function tagPushed(repo: Repository, name: string, deletes: boolean): Promise<Finding> {
  if (!deletes) return decision(`it overwrites the tag ${name} there`, 'Give the tag another name.')
  if ((await repo.commit(`refs/tags/${name}`)) !== undefined) return pass(`the tag ${name} stays here`)
  return decision(
    `it deletes the tag ${name} there, and it is not here`,
    '`git fetch --tags` brings it here first.',
  )
}

async function isProtected(repo: Repository, scene: Scene, remote: string, name: string): Promise<boolean> {
  const matches = (pattern: string) => matchesPattern(pattern, name, false)
  if ([...PROTECTED, ...scene.options.protectedBranches].some(matches) || name.includes('*')) return true
  const head = await repo.read(['symbolic-ref', '-q', `refs/remotes/${remote}/HEAD`])
  return head?.trim() === `refs/remotes/${remote}/${name}`
}

async function deleted(repo: Repository, remote: string, name: string, shared: boolean): Promise<Finding> {
  if (shared) return refuse(`it deletes ${name} on ${remote}, which is protected`, LEASE)
  const tip = await tracked(repo, remote, name)
  const instead = '`git fetch` shows what it holds; a merged branch can go.'
  if (tip === undefined)
    return decision(`it deletes ${name} on ${remote}, and its commits are not known here`, instead)
  const kept = ['HEAD', '--branches', '--tags', `--exclude=${remote}/${name}`, '--remotes']
  const commits = await repo.only(tip, kept)
  if (commits.length === 0) return pass('its commits, as last fetched, are in another branch')
  return refuse(
    `it deletes ${name} on ${remote} with ${listed(commits, 'commit')} that nothing else holds`,
    instead,
  )
}

/** With a lease what is overwritten is known: the branch as it was last fetched, or as is said. */
async function leased(
  repo: Repository,
  { earlier }: Scene,
  { name, words }: Pushed,
  to: string,
  from: string | undefined,
): Promise<Finding> {
  const values = words.values('force-with-lease')
  if (values.some((word) => word.value === undefined))
    throw new Unreadable('what the lease expects is not known')
  const expected = values.map((word) => word.value ?? '').find((one) => one.startsWith(`${to}:`))
  const old = expected === undefined ? `refs/remotes/${name}/${to}` : expected.slice(to.length + 1)
  if (old === '') return pass(`it only makes ${to} when it is not there`)
  const tip = await repo.commit(old)
  if (tip === undefined) {
    return expected === undefined
      ? pass(`${to} of ${name} was never fetched, so git overwrites nothing`)
      : refuse(`it overwrites ${to} on ${name}, which is protected`, LEASE)
  }
  const own = /^(?:HEAD|@)?$/.test(from ?? '') || from === to
  if (own && earlier.head === undefined) throw new Unreadable(changedBy('a command'))
  const next = await repo.commit((own && from !== to ? earlier.head : from) || 'HEAD')
  if (next === undefined) throw new Unreadable('what it pushes is not known')
  const commits = await repo.only(tip, [next])
  if (commits.length === 0) return pass('all commits there, as last fetched, are in what is pushed')
  return refuse(`it removes ${listed(commits, 'commit')} from ${to} on ${name}, which is protected`, LEASE)
}
