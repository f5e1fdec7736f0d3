import type { Listed } from '../../store/row.ts'
import type { Facets, Filter, Session, SessionFilter, Stats } from '../../store/store.ts'

/** Where the page has its records from: the server, or the report that it is part of. */
export interface Source {
  readonly isLive: boolean
  info(): Promise<{ readonly store: string; readonly records: number; readonly version: string }>
  facets(): Promise<Facets>
  stats(filter: Filter, step: number): Promise<Stats>
  sessions(
    filter: SessionFilter,
    after?: string,
  ): Promise<{ readonly sessions: readonly Session[]; readonly next?: string }>
  session(id: string): Promise<Session>
  records(
    filter: Filter,
    how: { readonly order?: 'new' | 'old'; readonly after?: string; readonly limit?: number },
  ): Promise<{ readonly rows: readonly Listed[]; readonly next?: string }>
  record(id: string): Promise<{ readonly row: Listed; readonly record: Readonly<Record<string, unknown>> }>
  /** Tells of new records; resolves when the stream has ended. `opened`: it is there. */
  live(opened: () => void, tell: (rows: readonly Listed[], more: number) => void): Promise<void>
}

/** A token is needed, or the one that is there does not do. */
export class TokenNeeded extends Error {}

/** An answer of the server that is none. */
class AskError extends Error {}

const TOKEN = 'hookbox-token'

export function keepToken(token: string): void {
  sessionStorage.setItem(TOKEN, token)
}

/** The source of the page that a server sends. */
export class HttpSource implements Source {
  readonly isLive = true

  info = () => ask<Awaited<ReturnType<Source['info']>>>('info', {})
  facets = () => ask<Facets>('facets', {})
  stats = (filter: Filter, step: number) => ask<Stats>('stats', { ...filter, step })
  sessions = (filter: SessionFilter, after?: string) =>
    ask<Awaited<ReturnType<Source['sessions']>>>('sessions', { ...filter, after })
  session = (id: string) => ask<Session>('session', { id })
  records: Source['records'] = (filter, how) => ask('records', { ...filter, ...how })
  record: Source['record'] = (id) => ask('record', { id })

  async live(opened: () => void, tell: (rows: readonly Listed[], more: number) => void): Promise<void> {
    const response = await get('live', {})
    opened()
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    if (!reader) return
    let text = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const lines = (text + value).split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) {
        if (line === '') continue
        const { rows, more } = JSON.parse(line) as { rows: readonly Listed[]; more: number }
        tell(rows, more)
      }
    }
  }
}

type Asked = Readonly<Record<string, string | number | undefined>>

async function ask<Answer>(what: string, asked: Asked): Promise<Answer> {
  const response = await get(what, asked, AbortSignal.timeout(30_000))
  return (await response.json()) as Answer
}

async function get(what: string, asked: Asked, signal?: AbortSignal): Promise<Response> {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(asked)) {
    if (value !== undefined && value !== '') query.set(key, String(value))
  }
  const token = sessionStorage.getItem(TOKEN)
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(`/v1/${what}?${query}`, {
    headers,
    redirect: 'error',
    ...(signal ? { signal } : {}),
  })
  if (response.ok) return response
  const said = await response.text()
  let problem = said
  try {
    problem = String((JSON.parse(said) as { error: unknown }).error)
  } catch {}
  if (response.status === 401) {
    throw new TokenNeeded(token === null ? 'This server asks for a token.' : 'This token is not known here.')
  }
  if (response.status === 403 && token !== null) throw new TokenNeeded(problem)
  throw new AskError(problem)
}
