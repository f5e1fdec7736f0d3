import type { RemoteRepository } from '../../src/git/remote.ts'
import type { Host } from '../../src/host/host.ts'
import { inPath } from '../../src/process/program.ts'
import { ageOf } from '../../src/text/age.ts'
import { plainLine } from '../../src/text/plain.ts'
import { type Entry, gh, glab } from './hosting-ask.ts'
import { shownWord } from './shown-word.ts'
import type { Answer } from './stored.ts'
import type { Work } from './work.ts'

/** Where the project's branch is discussed and built, and the program that can ask there. */
export interface Hosting {
  readonly kind: 'github' | 'gitlab'
  /** `gh` or `glab`, absolute. */
  readonly program: string
  readonly host: string
  readonly path: string
  readonly branch: string
}

/** Hosts that the user asks anyway, besides the public ones. */
export interface Known {
  readonly github: readonly string[]
  readonly gitlab: readonly string[]
}

/**
 * Undefined when nobody can be asked. A repository's own configuration names the host, and gh
 * would send an enterprise token to any: so only hosts count that the user has named.
 */
export function hostingOf(
  host: Host,
  origin: RemoteRepository | undefined,
  branch: string | undefined,
  known: Known,
): Hosting | undefined {
  if (origin === undefined || branch === undefined) return undefined
  const at = (names: readonly (string | undefined)[]) =>
    names.some((name) => name?.toLowerCase() === origin.host)
  const kind = at(['github.com', host.env('GH_HOST'), ...known.github])
    ? 'github'
    : at(['gitlab.com', host.env('GITLAB_HOST'), ...known.gitlab])
      ? 'gitlab'
      : undefined
  const program = kind === undefined ? undefined : inPath(host, kind === 'github' ? 'gh' : 'glab')
  if (kind === undefined || program === undefined) return undefined
  if (kind === 'github' && origin.path.split('/').length !== 2) return undefined
  return { kind, program, host: origin.host, path: origin.path, branch }
}

/** The last CI runs on the branch. `commit`: what is checked out, to say whether it is the one that ran. */
export async function ciAnswer(
  work: Work,
  hosting: Hosting,
  commit: () => Promise<string | undefined>,
): Promise<Answer> {
  const { branch, path } = hosting
  const answer =
    hosting.kind === 'github'
      ? await gh(work, hosting, ['run', 'list', `--branch=${branch}`, '--limit=20'], RUN_FIELDS)
      : await glab(
          work,
          hosting,
          `projects/${encodeURIComponent(path)}/pipelines?ref=${encodeURIComponent(branch)}&per_page=1`,
        )
  if ('problem' in answer) return answer
  const runs = (hosting.kind === 'github' ? githubRuns : gitlabRuns)(answer.list)
  const [newest] = runs
  if (newest === undefined) return [`Last CI run on this branch (${hosting.host}): none`]
  const together = runs.filter(({ commit: ran }) => ran === newest.commit)
  const here = await commit()
  const of =
    here === undefined || here === newest.commit
      ? ''
      : `, not for the commit that is checked out (${here.slice(0, 10)})`
  const said = together.map(({ name, state }) => `${name === '' ? '' : `${shownWord(name)} `}${state}`)
  return [
    `Last CI run on this branch (${hosting.host}): ${said.slice(0, 10).join(', ')}; for commit ${newest.commit.slice(0, 10)}${of}, ${since(newest.at, work.host.now())}`,
  ]
}

const RUN_FIELDS = 'conclusion,status,workflowName,headSha,createdAt'

interface Run {
  readonly name: string
  readonly state: string
  readonly commit: string
  readonly at: string
}

/** The newest run of each workflow. */
function githubRuns(entries: readonly Entry[]): Run[] {
  const newest = new Map<string, Run>()
  for (const entry of entries) {
    const name = word(entry['workflowName'], 60)
    // Only what has ended has a conclusion.
    const state = word(entry['conclusion'], 40) || word(entry['status'], 40)
    const run = { name, state, commit: word(entry['headSha'], 40), at: word(entry['createdAt'], 40) }
    if (!newest.has(`${name} ${run.commit}`)) newest.set(`${name} ${run.commit}`, run)
  }
  return [...newest.values()]
}

function gitlabRuns(entries: readonly Entry[]): Run[] {
  return entries.map((entry) => ({
    name: '',
    state: word(entry['status'], 40),
    commit: word(entry['sha'], 40),
    at: word(entry['created_at'], 40),
  }))
}

/** The open pull or merge request of the branch, and what its reviewers say. */
export async function pullRequestAnswer(work: Work, hosting: Hosting): Promise<Answer> {
  const { branch, path, host } = hosting
  if (hosting.kind === 'github') {
    const fields = 'number,title,isDraft,reviewDecision,mergeStateStatus'
    const answer = await gh(
      work,
      hosting,
      ['pr', 'list', `--head=${branch}`, '--state=open', '--limit=1'],
      fields,
    )
    if ('problem' in answer) return answer
    return answer.list.slice(0, 1).map((one) => {
      const states = [
        one['isDraft'] === true ? 'draft' : 'open',
        REVIEWS[word(one['reviewDecision'], 40)],
        MERGE_STATES[word(one['mergeStateStatus'], 40)],
      ]
      return pullRequest(`#${Number(one['number'])}`, one['title'], states, host)
    })
  }
  const query = `source_branch=${encodeURIComponent(branch)}&state=opened&per_page=1`
  const answer = await glab(work, hosting, `projects/${encodeURIComponent(path)}/merge_requests?${query}`)
  if ('problem' in answer) return answer
  return answer.list.slice(0, 1).map((one) => {
    const merge = word(one['detailed_merge_status'], 60).replaceAll('_', ' ')
    const states = [one['draft'] === true ? 'draft' : 'open', merge]
    return pullRequest(`!${Number(one['iid'])}`, one['title'], states, host)
  })
}

const REVIEWS: Readonly<Record<string, string>> = {
  APPROVED: 'approved',
  CHANGES_REQUESTED: 'changes requested',
  REVIEW_REQUIRED: 'review required',
}

const MERGE_STATES: Readonly<Record<string, string>> = {
  DIRTY: 'in conflict with its base',
  BEHIND: 'behind its base',
  BLOCKED: 'merging is blocked',
  UNSTABLE: 'some checks fail',
  CLEAN: 'ready to merge',
}

function pullRequest(
  id: string,
  title: unknown,
  states: readonly (string | undefined)[],
  host: string,
): string {
  const said = states.filter((state) => state !== undefined && state !== '')
  return `Pull request of this branch (${host}): ${id} ${JSON.stringify(word(title, 120))}, ${said.join(', ')}`
}

function word(value: unknown, limit: number): string {
  return typeof value === 'string' ? plainLine(value, limit) : ''
}

function since(written: string, now: number): string {
  const ms = Date.parse(written)
  return Number.isFinite(ms) ? ageOf(Math.max(0, now - ms)) : 'at a time that is not known'
}
