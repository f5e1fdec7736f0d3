import { below, readAddress } from '../../web/address.ts'
import { ask, type Client, jsonOf, WebProblem } from '../../web/client.ts'
import { adfToText, isAdf } from '../adf.ts'
import { withoutJiraMarkup } from '../jira-markup.ts'
import type { Comment, Provider, RemoteTicket, Wishes } from '../provider.ts'
import type { Reference } from '../reference.ts'
import type { JiraSettings } from '../settings.ts'
import { keeping, secretFor, tls } from './connection.ts'
import { basic, filled, isMissing, type Json, list, names, record, refusal, text } from './values.ts'

const FIELDS = [
  'summary',
  'status',
  'issuetype',
  'priority',
  'assignee',
  'reporter',
  'labels',
  'parent',
  'duedate',
  'updated',
  'description',
]

const KEY = /^[A-Z][A-Z0-9_]{0,19}-[0-9]{1,9}$/

/**
 * Jira by its REST API: version 3 at Jira Cloud, whose texts are documents, version 2 at Server and
 * Data Center, whose texts are wiki markup.
 */
export function jira(settings: JiraSettings): Provider {
  const host = readAddress(settings.url)?.host ?? settings.url
  const cloud =
    settings.api === undefined ? /(?:^|\.)atlassian\.(?:net|com)$/.test(host) : settings.api === 'cloud'
  return {
    name: `Jira at ${host}`,
    key: `jira ${settings.url}`,
    accepts: (reference) => (reference.kind === 'key' && KEY.test(reference.id) ? reference : undefined),
    fetch: async (reference, wishes, client) => {
      const own = { ...client, ...tls(settings) }
      const token = await secretFor(settings.token, ['JIRA_API_TOKEN', 'JIRA_TOKEN'], own)
      if (token && settings.user === undefined && host.endsWith('.atlassian.net')) {
        throw new WebProblem('Jira Cloud needs "user" besides the token: the e-mail address of its owner', 0)
      }
      const api = below(settings.url, cloud ? 'rest/api/3' : 'rest/api/2')
      const authorization = token && (settings.user ? basic(settings.user, token) : `Bearer ${token}`)
      const headers = { accept: 'application/json', ...(authorization ? { authorization } : {}) }
      return fetchIssue(
        { api, headers, base: settings.url },
        reference,
        wishes,
        keeping(own, token, authorization),
      )
    },
  }
}

interface Server {
  readonly api: string
  readonly base: string
  readonly headers: Readonly<Record<string, string>>
}

async function fetchIssue(
  { api, base, headers }: Server,
  reference: Reference,
  wishes: Wishes,
  client: Client,
): Promise<RemoteTicket | undefined> {
  const fields = [...new Set([...FIELDS, ...wishes.fields])].map(encodeURIComponent).join(',')
  const issue = below(api, `issue/${encodeURIComponent(reference.id)}`)
  const [answer, comments] = await Promise.all([
    ask({ url: `${issue}?fields=${fields}`, headers }, client),
    wishes.comments > 0 ? lastComments(issue, headers, wishes.comments, client) : [],
  ])
  // Without a right to see it Jira says the same; a wrong token may look so too.
  if (isMissing(answer)) return undefined
  if (answer.status !== 200) throw refusal(answer, client, saidBy(answer.body))
  const body = record(jsonOf(answer))
  const given = record(body['fields'])
  const named = text(body['key']) ?? ''
  const key = KEY.test(named) ? named : reference.id
  return {
    fields: filled({
      ...others(given),
      title: given['summary'],
      status: record(given['status'])['name'],
      type: record(given['issuetype'])['name'],
      priority: record(given['priority'])['name'],
      owner: record(given['assignee'])['displayName'],
      reporter: record(given['reporter'])['displayName'],
      labels: names(given['labels']),
      parent: record(given['parent'])['key'],
      due: given['duedate'],
      description: richText(given['description']),
      // A ticket that was moved answers under its old name.
      moved: key === reference.id ? undefined : key,
    }),
    comments,
    address: below(base, `browse/${encodeURIComponent(key)}`),
    ...(text(given['updated']) ? { updated: String(given['updated']) } : {}),
  }
}

/** Fields of the site's own, with documents as text. */
function others(given: Json): Json {
  return Object.fromEntries(
    Object.entries(given)
      .filter(([name]) => !FIELDS.includes(name))
      .map(([name, value]) => [name, isAdf(value) ? adfToText(value) : value]),
  )
}

function richText(value: unknown): string | undefined {
  if (isAdf(value)) return adfToText(value)
  const written = text(value)
  return written === undefined ? undefined : withoutJiraMarkup(written)
}

async function lastComments(
  issue: string,
  headers: Server['headers'],
  number: number,
  client: Client,
): Promise<Comment[]> {
  const answer = await ask({ url: `${issue}/comment?orderBy=-created&maxResults=${number}`, headers }, client)
  if (answer.status !== 200) return []
  const all = list(record(jsonOf(answer))['comments']).map(record)
  // Old servers do not know the order, and answer with the oldest first.
  const sorted = [...all].sort((a, b) => String(a['created']).localeCompare(String(b['created'])))
  return sorted.slice(-number).map((one) => ({
    author: text(record(one['author'])['displayName']) ?? '',
    at: text(one['created']) ?? '',
    text: richText(one['body']) ?? '',
  }))
}

/** Jira's own words: `{"errorMessages": [...], "errors": {...}}`. */
function saidBy(body: string): string | undefined {
  try {
    const said = record(JSON.parse(body))
    return names(said['errorMessages']) ?? text(said['message'])
  } catch {
    return undefined
  }
}
