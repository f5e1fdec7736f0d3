import { type DeployGrant, grantDigest } from '../approval/deploy.ts'
import { approve } from '../approval/records.ts'
import { optionsFor } from '../config/options.ts'
import { gitComparing } from '../git/compare.ts'
import { git, gitText } from '../git/git.ts'
import type { Hook } from '../hook.ts'
import type { Host } from '../host/host.ts'
import { nearest } from '../text/nearest.ts'
import { BOLD, DIM, painter } from '../text/paint.ts'
import { plainLine } from '../text/plain.ts'
import { confirm, fail, type Surroundings, withPerson } from './person.ts'
import type { Registry } from './registry.ts'

const WHAT = 'deploy'

/**
 * `hookbox approve deploy`: a person allows one deploy of a commit to an environment. Exit codes:
 * 0 allowed, 1 not, 2 no person, 64 usage.
 */
export async function allowDeploy(
  values: ReadonlyMap<string, string>,
  registry: Registry,
  surroundings: Surroundings,
): Promise<number> {
  const { host } = surroundings
  const kind = values.has('break-glass') ? 'break-glass' : 'approval'
  const ttl = values.get('ttl') ?? '30m'
  const ttlMs = duration(ttl)
  if (ttlMs === undefined)
    return fail(host, `--ttl is ${ttl}, expected a time such as 30m or 2h, up to 24h`, 64)
  const reason = values.get('reason')
  if (reason !== undefined && kind === 'approval')
    return fail(host, '--reason is asked for with --break-glass only', 64)
  const cwd = host.cwd()
  if (cwd === undefined) return fail(host, 'the current folder is gone; change into one that is there', 1)
  const hook = await judgeOf(registry)
  if (!hook?.grants) return fail(host, 'no hook judges deploys', 1)
  const { options } = await optionsFor(hook, { set: [] }, eventIn(cwd), host)
  const known = hook.grants.environments(options)
  const env = values.get('env')
  const environment = env === undefined ? undefined : await hook.grants.environmentOf(options, env)
  if (environment === undefined) return fail(host, unknownEnvironment(env, known), 64)
  const checkout = await readCheckout(cwd, values.get('commit') ?? 'HEAD', host)
  if (typeof checkout === 'string') return fail(host, checkout, 1)
  const user = host.user()
  if (user === undefined) return fail(host, 'the name of the user is not known', 1)
  const grant: DeployGrant = { kind, environment, root: checkout.root, commit: checkout.commit, user }
  return withPerson(surroundings, (terminal) => {
    const yes = confirm(terminal, question(grant, checkout, ttlMs, host), kind === 'break-glass', reason)
    if (!yes) return fail(host, 'nothing was allowed', 1)
    const allowed = { digest: grantDigest(grant), hook: hook.name, subject: subjectOf(grant), ...yes }
    if (!approve(allowed, ttlMs, host)) return fail(host, 'the approval could not be written', 1)
    host.write('stdout', `Allowed once, within ${minutes(ttlMs)}. Tell the agent to deploy.\n`)
    return 0
  })
}

/** The hook whose conditions a grant is for. */
async function judgeOf(registry: Registry): Promise<Hook | undefined> {
  const hooks = await Promise.all(Object.values(registry).map((load) => load()))
  return hooks.find(({ grants }) => grants?.what === WHAT)
}

function eventIn(cwd: string) {
  return { name: 'other', dialect: 'unknown', harnessEvent: '', cwd, payload: {} } as const
}

const UNITS = { m: 60_000, h: 3_600_000 } as const
const LONGEST_MS = 24 * UNITS.h

/** `30m`, `2h`, or `45` for minutes; in milliseconds. */
function duration(text: string): number | undefined {
  const [, count, unit = 'm'] = /^(\d{1,4})(m|h)?$/.exec(text.trim()) ?? []
  const ms = Number(count) * UNITS[unit === 'h' ? 'h' : 'm']
  return ms > 0 && ms <= LONGEST_MS ? ms : undefined
}

function minutes(ms: number): string {
  return ms % UNITS.h === 0 && ms > UNITS.h ? `${ms / UNITS.h} hours` : `${ms / UNITS.m} minutes`
}

function unknownEnvironment(name: string | undefined, known: readonly string[]): string {
  const list = `the protected environments here are ${known.join(', ')}`
  if (name === undefined) return `which environment? Give it with --env; ${list}`
  const best = nearest(name, known)
  return `no protected environment is called ${JSON.stringify(name)}; ${best === undefined ? list : `did you mean ${JSON.stringify(best)}?`}`
}

interface Checkout {
  readonly root: string
  readonly commit: string
  /** As `git log --oneline` shows it, with author and age. */
  readonly title: string
  readonly branch: string
  /** Lines of `git status --short`. */
  readonly changes: number
}

/** What would be deployed; a string says why that can't be told. */
async function readCheckout(cwd: string, revision: string, host: Host): Promise<Checkout | string> {
  const top = await gitText(host, cwd, ['rev-parse', '--show-toplevel'])
  if (top === undefined) return `${cwd} is in no git repository; run it in the one that is deployed`
  const root = (host.realpath(top) ?? top).replaceAll('\\', '/')
  const commit = await gitText(host, cwd, [
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${revision}^{commit}`,
  ])
  if (!commit) return `${JSON.stringify(revision)} is no commit of ${root}`
  const title = await gitText(host, cwd, ['log', '-1', '--format=%h %s (%an, %ar)', commit])
  // With --short, a branch that a tag has the name of would be called heads/main.
  const head = await gitText(host, cwd, ['symbolic-ref', '--quiet', 'HEAD'])
  const status = await gitComparing(host, root, ['status', '--porcelain', '--ignore-submodules=dirty'])
  const tip = await git(host, cwd, ['rev-parse', 'HEAD'])
  const isHead = tip.stdout.trim() === commit
  return {
    root,
    commit,
    title: title ?? commit,
    branch: isHead
      ? (head?.replace(/^refs\/heads\//, '') ?? 'none (HEAD is detached)')
      : 'not what is checked out here',
    changes: isHead ? status.stdout.split('\n').filter((line) => line !== '').length : 0,
  }
}

function subjectOf({ kind, environment, root, commit, user }: DeployGrant): string {
  return `${kind}: one deploy of ${commit.slice(0, 9)} of ${root} to ${environment} by ${user}`
}

function question(
  { kind, environment, root, user }: DeployGrant,
  checkout: Checkout,
  ttlMs: number,
  host: Host,
): string {
  const paint = painter(host, 'stderr')
  const { title, branch, changes } = checkout
  const rows = [
    ['environment', environment],
    ['repository', root],
    ['commit', title],
    ['branch', branch],
    ...(changes === 0 ? [] : [['tree', `has uncommitted changes (${changes}), which are not in the commit`]]),
    ['user', user],
  ].map(([label = '', text = '']) => `${paint(DIM)(label.padEnd(11))} ${plainLine(text, 400)}`)
  const broken = kind === 'break-glass' ? [paint(BOLD)(BREAK_GLASS), ''] : []
  return [
    ...rows,
    '',
    ...broken,
    `Allow one deploy of this commit to ${environment} by ${user}, within ${minutes(ttlMs)}? [y/N] `,
  ].join('\n')
}

const BREAK_GLASS =
  'Break-glass: it goes ahead whatever conditions fail. That, and why, goes into the audit log.'
