import { below, readAddress } from '../../web/address.ts'
import { type Answered, ask, type Client, jsonOf } from '../../web/client.ts'
import { readableDescription } from '../description.ts'
import type { Comment, Provider, RemoteTicket, Wishes } from '../provider.ts'
import type { GitHubSettings } from '../settings.ts'
import { keeping, secretFor, tls } from './connection.ts'
import { filled, hasDots, isMissing, type Json, list, names, own, record, refusal, text } from './values.ts'

const PUBLIC = 'https://github.com'

/** Where pages and the API of a GitHub are: of github.com, GitHub Enterprise Cloud and Server. */
function places(written: string): { readonly web: string; readonly api: string; readonly host: string } {
  const address = readAddress(written)
  const host = (address?.host ?? written).replace(/^(?:api|www)\.(?=github\.com$|.*\.ghe\.com$)/, '')
  const scheme = address?.secure === false ? 'http' : 'https'
  const web = `${scheme}://${host}`
  const own = host === 'github.com' || host.endsWith('.ghe.com')
  return { web, host, api: own ? `${scheme}://api.${host}` : `${web}/api/v3` }
}

/** GitHub issues and pull requests by its REST API. `repository` is what a bare `#12` means. */
export function github(settings: GitHubSettings, repository: string | undefined): Provider {
  const { web, api, host } = places(settings.url ?? PUBLIC)
  const home = settings.repository ?? repository
  const usual =
    host === 'github.com' ? ['GITHUB_TOKEN', 'GH_TOKEN'] : ['GH_ENTERPRISE_TOKEN', 'GITHUB_ENTERPRISE_TOKEN']
  return {
    name: host === 'github.com' ? 'GitHub' : `GitHub at ${host}`,
    key: `github ${web}`,
    accepts: (reference) => {
      if (reference.kind !== 'issue' || (reference.host !== undefined && reference.host !== host))
        return undefined
      const where = reference.repository ?? home
      if (where === undefined || !/^[\w.-]+\/[\w.-]+$/.test(where) || hasDots(where)) return undefined
      return { ...reference, repository: where, id: `${where}#${reference.number}` }
    },
    fetch: async ({ repository: where = '', number }, wishes, client) => {
      const own = { ...client, ...tls(settings) }
      const token = await secretFor(settings.token, usual, own)
      const headers = {
        accept: 'application/vnd.github+json',
        'x-github-api-version': '2022-11-28',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      }
      const address = `${web}/${where}/issues/${number}`
      const url = below(api, `repos/${where}/issues/${number}`)
      return fetchIssue({ url, headers, address }, wishes, keeping(own, token))
    },
  }
}

interface Asked {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly address: string
}

async function fetchIssue(
  { url, headers, address }: Asked,
  wishes: Wishes,
  client: Client,
): Promise<RemoteTicket | undefined> {
  const answer = await ask({ url, headers }, client)
  // 410: deleted, or the repository has no issues.
  if (isMissing(answer)) return undefined
  if (answer.status !== 200) throw refusal(answer, client, saidBy(answer))
  const issue = record(jsonOf(answer))
  const isPull = typeof issue['pull_request'] === 'object' && issue['pull_request'] !== null
  const number = Number(issue['comments'])
  const comments =
    wishes.comments > 0 && number > 0 ? await lastComments(url, headers, number, wishes.comments, client) : []
  return {
    fields: filled({
      ...own(issue, wishes),
      title: issue['title'],
      status: statusOf(issue),
      type: isPull ? 'pull request' : (record(issue['type'])['name'] ?? 'issue'),
      owner: names(issue['assignees'], 'login') ?? record(issue['assignee'])['login'],
      reporter: record(issue['user'])['login'],
      labels: names(issue['labels'], 'name'),
      milestone: record(issue['milestone'])['title'],
      description: readableDescription(text(issue['body']) ?? ''),
    }),
    comments,
    address: isPull ? address.replace(/\/issues\/(\d+)$/, '/pull/$1') : address,
    ...(text(issue['updated_at']) ? { updated: String(issue['updated_at']) } : {}),
  }
}

function statusOf(issue: Json): string | undefined {
  const state = text(issue['state'])
  const pull = record(issue['pull_request'])
  if (text(pull['merged_at'])) return 'merged'
  if (state === 'open' && issue['draft'] === true) return 'draft'
  const reason = text(issue['state_reason'])
  return reason !== undefined && state === 'closed' ? `${state} (${reason.replaceAll('_', ' ')})` : state
}

const PER_PAGE = 100

/** Comments come oldest first, a page at a time; the last ones are on the last page, or on two. */
async function lastComments(
  url: string,
  headers: Asked['headers'],
  total: number,
  wanted: number,
  client: Client,
): Promise<Comment[]> {
  const last = Math.ceil(total / PER_PAGE)
  const onLast = total - (last - 1) * PER_PAGE
  const pages = last > 1 && onLast < wanted ? [last - 1, last] : [last]
  const answers = await Promise.all(
    pages.map((page) => ask({ url: `${url}/comments?per_page=${PER_PAGE}&page=${page}`, headers }, client)),
  )
  const all = answers.filter(({ status }) => status === 200).flatMap((answer) => list(jsonOf(answer)))
  return all
    .slice(-wanted)
    .map(record)
    .map((one) => ({
      author: text(record(one['user'])['login']) ?? '',
      at: text(one['created_at']) ?? '',
      text: readableDescription(text(one['body']) ?? ''),
    }))
}

function saidBy({ body }: Answered): string | undefined {
  try {
    return text(record(JSON.parse(body))['message'])
  } catch {
    return undefined
  }
}
