import type { CiSource } from '../options.ts'
import { firstLine, type Problem } from '../problem.ts'
import type { Scene } from '../scene.ts'
import { ownCheck } from './checks.ts'
import type { Repository } from './repository.ts'

const DEADLINE_MS = 20_000

/** Whether CI is green for the commit that is checked out. */
export async function ci(
  source: CiSource,
  repository: Repository | undefined,
  scene: Scene,
): Promise<Problem | undefined> {
  if (!repository) return undefined // The missing repository is named already.
  const { commit } = repository
  if (commit === undefined) return red('there is no commit yet', 'commit and push')
  if (source === 'gh') return github(commit, repository.root, scene)
  if (source === 'glab') return gitlab(commit, repository.root, scene)
  if ('url' in source) return byAddress(source, commit, repository, scene)
  const run = source.map((word) => filled(word, repository))
  const remedy = 'wait until CI is green for this commit'
  const problem = await ownCheck({ name: 'CI', run, remedy }, repository.root, scene, DEADLINE_MS)
  return problem && { ...problem, rule: 'ci' }
}

function red(found: string, remedy: string): Problem {
  return { rule: 'ci', found, required: 'CI is green for this commit', remedy }
}

/** `{commit}` and `{branch}` in a word of the configuration. */
function filled(word: string, { commit, branch }: Repository, encode = (text: string) => text): string {
  return word.replaceAll('{commit}', encode(commit ?? '')).replaceAll('{branch}', encode(branch ?? ''))
}

/** Checks and statuses of a commit in one (docs.github.com, GraphQL: StatusCheckRollup). */
const QUERY =
  'query($owner:String!,$name:String!,$oid:GitObjectID!){repository(owner:$owner,name:$name){object(oid:$oid){' +
  '...on Commit{statusCheckRollup{state contexts(first:100){nodes{...on CheckRun{name status conclusion}' +
  '...on StatusContext{context state}}}}}}}}'

async function github(commit: string, root: string, scene: Scene): Promise<Problem | undefined> {
  const argv = ['gh', 'api', 'graphql', '-F', 'owner={owner}', '-F', 'name={repo}', '-f', `oid=${commit}`]
  const answer = await asked([...argv, '-f', `query=${QUERY}`], root, 'GitHub', scene)
  if ('rule' in answer) return answer
  const object = at(answer.json, 'data', 'repository', 'object')
  const short = commit.slice(0, 9)
  if (object === undefined)
    return red(`GitHub does not have ${short}`, 'git push, then wait until CI is green')
  const state = at(object, 'statusCheckRollup', 'state')
  if (state === 'SUCCESS') return undefined
  const nodes = at(object, 'statusCheckRollup', 'contexts', 'nodes')
  const open = (Array.isArray(nodes) ? nodes : []).filter((node) => !isGreen(node))
  const names = open.flatMap((node) => at(node, 'name') ?? at(node, 'context') ?? []).slice(0, 5)
  return notGreen(state, short, names.length === 0 ? '' : ` (${names.join(', ')})`)
}

const GREEN = /^(?:SUCCESS|NEUTRAL|SKIPPED)$/

function isGreen(node: unknown): boolean {
  return GREEN.test(String(at(node, 'conclusion') ?? at(node, 'state')))
}

/** GitLab: the status of a commit is that of its last pipeline (docs.gitlab.com, Commits API). */
async function gitlab(commit: string, root: string, scene: Scene): Promise<Problem | undefined> {
  const argv = ['glab', 'api', `projects/:fullpath/repository/commits/${commit}`]
  const answer = await asked(argv, root, 'GitLab', scene)
  if ('rule' in answer) return answer
  const state = at(answer.json, 'last_pipeline', 'status') ?? at(answer.json, 'status')
  return state === 'success' ? undefined : notGreen(state, commit.slice(0, 9), '')
}

const RUNS = /^(?:PENDING|EXPECTED|created|waiting_for_resource|preparing|pending|running|scheduled|manual)$/

function notGreen(state: unknown, short: string, names: string): Problem {
  if (typeof state !== 'string')
    return red(`CI has not run for ${short}`, 'push it, start CI, and wait until it is green')
  if (RUNS.test(state)) return red(`CI still runs for ${short}${names}`, 'wait until it is green')
  return red(`CI is ${state.toLowerCase()} for ${short}${names}`, 'mend what fails, push, and wait')
}

/** The JSON that a program of a service prints, or why there is none. */
async function asked(
  argv: readonly string[],
  cwd: string,
  service: string,
  { ctx: { host } }: Scene,
): Promise<{ readonly json: unknown } | Problem> {
  const [program = ''] = argv
  const result = await host.run(argv, {
    cwd,
    timeoutMs: DEADLINE_MS,
    maxOutputBytes: 256 * 1024,
    env: { GH_PROMPT_DISABLED: '1', NO_COLOR: '1', GH_NO_UPDATE_NOTIFIER: '1', NO_PROMPT: '1' },
  })
  const unknown = (why: string, remedy: string) => red(`${service} could not be asked for CI: ${why}`, remedy)
  if (result.ended === 'missing')
    return unknown(`${program} was not found in PATH`, `install ${program} and log in with it`)
  if (result.ended === 'timeout')
    return unknown(`${program} did not answer within ${DEADLINE_MS / 1000} seconds`, 'try again')
  if (result.ended !== 'exited' || result.code !== 0) {
    const said = firstLine(result.stderr.trim() === '' ? result.stdout : result.stderr)
    return unknown(`${program} says "${said}"`, `see what \`${program} auth status\` says`)
  }
  try {
    return { json: JSON.parse(result.stdout) }
  } catch {
    return unknown(`${program} gave an answer of another kind`, `update ${program}`)
  }
}

/** A value inside JSON; undefined where the way there ends, and for null. */
function at(value: unknown, ...keys: readonly string[]): unknown {
  let inner = value
  for (const key of keys) {
    if (typeof inner !== 'object' || inner === null) return undefined
    inner = (inner as Record<string, unknown>)[key]
  }
  return inner ?? undefined
}

/** An address that answers with success, and says the text when one is wanted. */
async function byAddress(
  { url, contains }: Extract<CiSource, { readonly url: string }>,
  commit: string,
  repository: Repository,
  { ctx: { host } }: Scene,
): Promise<Problem | undefined> {
  const address = filled(url, repository, encodeURIComponent)
  const argv = ['curl', '--silent', '--show-error', '--fail', '--location', '--proto', '=http,https']
  const result = await host.run([...argv, '--max-time', '20', '--url', address], {
    cwd: repository.root,
    timeoutMs: DEADLINE_MS + 2000,
    maxOutputBytes: 256 * 1024,
  })
  const wait = 'wait until CI is green for this commit'
  if (result.ended === 'missing')
    return red('CI could not be asked: curl was not found in PATH', 'install curl')
  if (result.ended !== 'exited' || result.code !== 0) {
    const why = result.ended === 'timeout' ? 'no answer in time' : firstLine(result.stderr)
    return red(`CI is not known to be green for ${commit.slice(0, 9)}: ${address} says "${why}"`, wait)
  }
  if (contains === undefined || result.stdout.includes(contains)) return undefined
  return red(`${address} does not say ${JSON.stringify(contains)}`, wait)
}
