import { below, readAddress } from '../../web/address.ts'
import { type Answered, ask, type Client, jsonOf } from '../../web/client.ts'
import { readableDescription } from '../description.ts'
import type { Comment, Provider, RemoteTicket, Wishes } from '../provider.ts'
import type { GitLabSettings } from '../settings.ts'
import { keeping, secretFor, tls } from './connection.ts'
import { filled, hasDots, isMissing, list, names, own, record, refusal, text } from './values.ts'

const PUBLIC = 'https://gitlab.com'

/** GitLab issues and merge requests by its REST API. `repository` is what a bare `#12` means. */
export function gitlab(settings: GitLabSettings, repository: string | undefined): Provider {
  const base = settings.url ?? PUBLIC
  const host = readAddress(base)?.host ?? base
  const home = settings.repository ?? repository
  return {
    name: base === PUBLIC ? 'GitLab' : `GitLab at ${host}`,
    key: `gitlab ${base}`,
    accepts: (reference) => {
      if (reference.kind === 'key' || (reference.host !== undefined && reference.host !== host))
        return undefined
      const where = reference.repository ?? home
      if (where === undefined || !/^[\w.-]+(?:\/[\w.-]+)+$/.test(where) || hasDots(where)) return undefined
      const mark = reference.kind === 'change' ? '!' : '#'
      return { ...reference, repository: where, id: `${where}${mark}${reference.number}` }
    },
    fetch: async ({ repository: where = '', kind, number }, wishes, client) => {
      const mine = { ...client, ...tls(settings) }
      const usual = host === 'gitlab.com' ? ['GITLAB_TOKEN'] : []
      const token = await secretFor(settings.token, usual, mine)
      const what = kind === 'change' ? 'merge_requests' : 'issues'
      const asked = {
        url: below(base, `api/v4/projects/${encodeURIComponent(where)}/${what}/${number}`),
        headers: { accept: 'application/json', ...(token ? { 'private-token': token } : {}) },
        address: below(base, `${where}/-/${what}/${number}`),
        type: kind === 'change' ? 'merge request' : 'issue',
      }
      return fetchOne(asked, wishes, keeping(mine, token))
    },
  }
}

interface Asked {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly address: string
  readonly type: string
}

async function fetchOne(
  { url, headers, address, type }: Asked,
  wishes: Wishes,
  client: Client,
): Promise<RemoteTicket | undefined> {
  const [answer, comments] = await Promise.all([
    ask({ url, headers }, client),
    wishes.comments > 0 ? lastNotes(url, headers, wishes.comments, client) : [],
  ])
  if (isMissing(answer)) return undefined
  if (answer.status !== 200) throw refusal(answer, client, saidBy(answer))
  const ticket = record(jsonOf(answer))
  const state = text(ticket['state'])
  return {
    fields: filled({
      ...own(ticket, wishes),
      title: ticket['title'],
      status: state === 'opened' ? (ticket['draft'] === true ? 'draft' : 'open') : state,
      type: text(ticket['issue_type']) === 'incident' ? 'incident' : type,
      owner: names(ticket['assignees'], 'name', 'username'),
      reporter: record(ticket['author'])['name'],
      labels: names(ticket['labels'], 'name'),
      milestone: record(ticket['milestone'])['title'],
      due: ticket['due_date'],
      description: readableDescription(text(ticket['description']) ?? ''),
    }),
    comments,
    address,
    ...(text(ticket['updated_at']) ? { updated: String(ticket['updated_at']) } : {}),
  }
}

/** Pages of notes that are looked through: what GitLab notes by itself stands between the comments. */
const MAX_PAGES = 3

async function lastNotes(
  url: string,
  headers: Asked['headers'],
  wanted: number,
  client: Client,
): Promise<Comment[]> {
  const found: Comment[] = []
  for (let page = 1; page <= MAX_PAGES; page++) {
    const query = `sort=desc&order_by=created_at&per_page=50&page=${page}`
    const answer = await ask({ url: `${url}/notes?${query}`, headers }, client)
    if (answer.status !== 200) break
    for (const note of list(jsonOf(answer)).map(record)) {
      if (note['system'] === true || found.length === wanted) continue
      found.push({
        author: text(record(note['author'])['name']) ?? '',
        at: text(note['created_at']) ?? '',
        text: readableDescription(text(note['body']) ?? ''),
      })
    }
    if (found.length === wanted || !text(answer.headers['x-next-page'])) break
  }
  return found.reverse()
}

/** GitLab's own words: `{"message": "404 Project Not Found"}`, or `{"error": ..., "error_description": ...}`. */
function saidBy({ body }: Answered): string | undefined {
  try {
    const said = record(JSON.parse(body))
    return text(said['message']) ?? text(said['error_description']) ?? text(said['error'])
  } catch {
    return undefined
  }
}
