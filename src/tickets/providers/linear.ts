import { plainLine } from '../../text/plain.ts'
import { readAddress } from '../../web/address.ts'
import { type Answered, ask, type Client, jsonOf, WebProblem } from '../../web/client.ts'
import { readableDescription } from '../description.ts'
import type { Provider, RemoteTicket, Wishes } from '../provider.ts'
import type { Reference } from '../reference.ts'
import type { LinearSettings } from '../settings.ts'
import { keeping, secretFor, tls } from './connection.ts'
import { filled, type Json, list, names, record, refusal, text } from './values.ts'

const PUBLIC = 'https://api.linear.app/graphql'

const QUERY = `query Ticket($id: String!, $comments: Int!) {
  issue(id: $id) {
    identifier title description url updatedAt dueDate priorityLabel
    state { name } assignee { displayName } creator { displayName }
    labels { nodes { name } } project { name } cycle { name number } parent { identifier }
    comments(last: $comments) { nodes { body createdAt user { displayName } } }
  }
}`

/** Linear issues by its GraphQL API. */
export function linear(settings: LinearSettings): Provider {
  const url = settings.url ?? PUBLIC
  return {
    name: url === PUBLIC ? 'Linear' : `Linear at ${readAddress(url)?.host ?? url}`,
    key: `linear ${url}`,
    accepts: (reference) =>
      reference.kind === 'key' && /^[A-Z][A-Z0-9]{0,19}-[0-9]{1,9}$/.test(reference.id)
        ? reference
        : undefined,
    fetch: async (reference, wishes, client) => {
      const own = { ...client, ...tls(settings) }
      const token = await secretFor(settings.token, ['LINEAR_API_KEY'], own)
      if (token === undefined)
        throw new WebProblem('there is no token: the variable LINEAR_API_KEY is not set', 0)
      // A personal key stands alone, a token of OAuth behind a word.
      const authorization = token.startsWith('lin_api_') ? token : `Bearer ${token}`
      return fetchIssue(url, authorization, reference, wishes, keeping(own, token))
    },
  }
}

async function fetchIssue(
  url: string,
  authorization: string,
  reference: Reference,
  wishes: Wishes,
  client: Client,
): Promise<RemoteTicket | undefined> {
  const variables = { id: reference.id, comments: Math.max(1, wishes.comments) }
  const headers = { authorization, 'content-type': 'application/json', accept: 'application/json' }
  const answer = await ask({ url, headers, body: JSON.stringify({ query: QUERY, variables }) }, client)
  const body = answer.body.trimStart().startsWith('{') ? record(jsonOf(answer)) : {}
  const [error] = list(body['errors']).map(record)
  if (error !== undefined && isMissing(error)) return undefined
  if (answer.status !== 200 || error !== undefined) throw problemOf(answer, error, client)
  const issue = record(record(jsonOf(answer))['data'])['issue']
  return typeof issue === 'object' && issue !== null ? ticketOf(record(issue), wishes) : undefined
}

/** Linear answers with an error where there is no such issue. */
function isMissing(error: Json): boolean {
  return /^(?:Entity not found|Could not find referenced)/i.test(String(error['message'] ?? ''))
}

/** Errors come with status 200 or 400; only the code in them tells a rate limit. */
function problemOf(answer: Answered, error: Json | undefined, client: Client): WebProblem {
  const extensions = record(error?.['extensions'])
  const code = String(extensions['code'] ?? '')
  const said = text(extensions['userPresentableMessage']) ?? text(error?.['message'])
  if (code === 'RATELIMITED') {
    // The header is in milliseconds since the epoch.
    const reset = Number(answer.headers['x-ratelimit-requests-reset'])
    const ms = Number.isFinite(reset) ? reset - client.host.now() : 60_000
    return refusal(
      { ...answer, status: 429, headers: { 'retry-after': String(Math.max(1, Math.ceil(ms / 1000))) } },
      client,
      said,
    )
  }
  if (/^AUTHENTICATION_ERROR$|authentication/i.test(code))
    return refusal({ ...answer, status: 401 }, client, said)
  if (answer.status !== 200) return refusal(answer, client, said)
  return new WebProblem(
    `it answered with an error: ${JSON.stringify(plainLine(said ?? 'without words', 160))}`,
  )
}

function ticketOf(issue: Json, wishes: Wishes): RemoteTicket {
  const nodes = (value: unknown) => record(value)['nodes']
  // Without the words of the title that Linear puts behind the identifier: the address is not quoted.
  const address = /^https:\/\/[\w.-]+\/[\w-]+\/issue\/[A-Z][A-Z0-9]*-\d+/.exec(text(issue['url']) ?? '')?.[0]
  const cycle = record(issue['cycle'])
  return {
    fields: filled({
      title: issue['title'],
      status: record(issue['state'])['name'],
      priority: issue['priorityLabel'],
      owner: record(issue['assignee'])['displayName'],
      reporter: record(issue['creator'])['displayName'],
      labels: names(nodes(issue['labels']), 'name'),
      project: record(issue['project'])['name'],
      cycle: text(cycle['name']) ?? cycle['number'],
      parent: record(issue['parent'])['identifier'],
      due: issue['dueDate'],
      description: readableDescription(text(issue['description']) ?? ''),
    }),
    comments:
      wishes.comments > 0 ? commentsOf(list(nodes(issue['comments'])).map(record), wishes.comments) : [],
    ...(address === undefined ? {} : { address }),
    ...(text(issue['updatedAt']) ? { updated: String(issue['updatedAt']) } : {}),
  }
}

function commentsOf(nodes: readonly Json[], wanted: number) {
  const sorted = [...nodes].sort((a, b) => String(a['createdAt']).localeCompare(String(b['createdAt'])))
  return sorted.slice(-wanted).map((one) => ({
    author: text(record(one['user'])['displayName']) ?? '',
    at: text(one['createdAt']) ?? '',
    text: readableDescription(text(one['body']) ?? ''),
  }))
}
