import { gitText } from '../../../src/git/git.ts'
import type { Host } from '../../../src/host/host.ts'
import type { Environment } from '../options.ts'
import { firstLine, type Problem } from '../problem.ts'
import type { Scene } from '../scene.ts'
import { matchesAny } from '../wildcard.ts'
import type { Repository } from './repository.ts'

/** How a name is written in `users`; the others are found out only where one of them is wanted. */
const KINDS = { group: 'group:', github: 'github:', team: 'github-team:', gitlab: 'gitlab:' } as const

/**
 * Whether the user is one of those who may deploy. A pattern with `@` is for the e-mail address
 * that git has, one with a known word and a colon for what a system or service says, any other for
 * the name of the system's user: what anybody can write into git's configuration is no user's name.
 */
export async function user(
  { users }: Environment,
  repository: Repository | undefined,
  { ctx: { host } }: Scene,
): Promise<Problem | undefined> {
  const wanted = (prefix: string) => users.filter((pattern) => pattern.startsWith(prefix))
  const cwd = repository?.root ?? '/'
  const who: string[] = []
  const problems: string[] = []
  const name = host.user()
  if (name !== undefined && !/[@:]/.test(name)) who.push(name)
  const email = repository && (await gitText(host, repository.root, ['config', 'user.email']))
  if (email?.includes('@') && !email.includes(':')) who.push(email)
  if (wanted(KINDS.group).length > 0) who.push(...(await groups(host)))
  const teams = wanted(KINDS.team)
  if (wanted(KINDS.github).length + teams.length > 0) {
    const login = await said(host, ['gh', 'api', 'user', '--jq', '.login'], cwd, problems)
    if (login !== undefined) {
      who.push(`${KINDS.github}${login}`)
      for (const team of teams) {
        const isIn = await inTeam(host, team.slice(KINDS.team.length), login, cwd, problems)
        if (isIn) who.push(team)
      }
    }
  }
  if (wanted(KINDS.gitlab).length > 0) {
    const account = await said(host, ['glab', 'api', 'user'], cwd, problems)
    const login = account === undefined ? undefined : usernameIn(account)
    if (login !== undefined) who.push(`${KINDS.gitlab}${login}`)
  }
  if (who.some((one) => users.some((pattern) => isFor(pattern, one) && matchesAny([pattern], one)))) {
    return undefined
  }
  const why = problems.length === 0 ? '' : ` (${problems.join('; ')})`
  return {
    rule: 'user',
    found: `the user is ${who.length > 0 ? who.join(', ') : 'not known'}${why}`,
    required: users.join(' or '),
    remedy: 'ask one of them to deploy',
  }
}

/** A pattern is for names of its own kind; `*` alone is for all. */
function isFor(pattern: string, name: string): boolean {
  const kind = (text: string) => /^[a-z-]+:/.exec(text)?.[0] ?? (text.includes('@') ? '@' : '')
  return pattern === '*' || kind(pattern) === kind(name)
}

/** The groups of the system's user, as patterns name them; none where that can't be told. */
async function groups(host: Host): Promise<readonly string[]> {
  const result = await host.run(['id', '-Gn'], { cwd: '/', timeoutMs: 3000, maxOutputBytes: 8192 })
  if (result.ended !== 'exited' || result.code !== 0) return []
  return result.stdout
    .split(/\s+/)
    .filter((group) => group !== '')
    .map((group) => `${KINDS.group}${group}`)
}

const SERVICE_DEADLINE_MS = 15_000

/** What a service's program prints, trimmed; undefined, and why among the problems. */
async function said(
  host: Host,
  argv: readonly string[],
  cwd: string,
  problems: string[],
): Promise<string | undefined> {
  const [program = ''] = argv
  const result = await host.run(argv, {
    cwd,
    timeoutMs: SERVICE_DEADLINE_MS,
    maxOutputBytes: 64 * 1024,
    env: { GH_PROMPT_DISABLED: '1', NO_COLOR: '1', GH_NO_UPDATE_NOTIFIER: '1', NO_PROMPT: '1' },
  })
  if (result.ended === 'exited' && result.code === 0) return result.stdout.trim()
  const why =
    result.ended === 'missing'
      ? 'was not found in PATH'
      : result.ended === 'timeout'
        ? 'did not answer in time'
        : `says "${firstLine(result.stderr)}"`
  problems.push(`${program} ${why}`)
  return undefined
}

/** `ORGANISATION/TEAM`: whether the account is an active member (docs.github.com, REST: team members). */
async function inTeam(
  host: Host,
  team: string,
  login: string,
  cwd: string,
  problems: string[],
): Promise<boolean> {
  const [organisation, slug] = team.split('/')
  if (!organisation || !slug || !/^[\w.-]+$/.test(login)) return false
  const path = `orgs/${encodeURIComponent(organisation)}/teams/${encodeURIComponent(slug)}/memberships/${login}`
  return (await said(host, ['gh', 'api', path, '--jq', '.state'], cwd, problems)) === 'active'
}

function usernameIn(account: string): string | undefined {
  try {
    const { username } = JSON.parse(account) as { readonly username?: unknown }
    return typeof username === 'string' ? username : undefined
  } catch {
    return undefined
  }
}
