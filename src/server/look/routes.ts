import { VERSION } from '../../version.ts'
import { HttpError, json } from '../http/answer.ts'
import type { Asked, Route } from '../http/routes.ts'
import type { Live } from '../live.ts'
import type { Store } from '../store/store.ts'
import {
  cursorIn,
  filterIn,
  limitIn,
  orderIn,
  sessionCursorIn,
  sessionFilterIn,
  stepIn,
  textIn,
} from './query.ts'

/** What the page asks for. Lists end with `next`, the place from which to go on, when there may be more. */
export function lookRoutes(store: Store, live: Live, now: () => number): Route[] {
  const get = (path: string, answer: (asked: Asked) => Promise<unknown>): Route => ({
    method: 'GET',
    path,
    needs: 'read',
    answer: async (asked) => json(await answer(asked)),
  })
  return [
    get('/v1/info', async () => ({
      version: VERSION,
      store: store.title,
      records: await store.size(),
      now: now(),
    })),
    get('/v1/facets', () => store.facets()),
    get('/v1/stats', async ({ query }) => {
      const filter = filterIn(query)
      return store.stats(filter, stepIn(query, filter, now()))
    }),
    get('/v1/sessions', async ({ query }) => {
      const limit = limitIn(query)
      const after = sessionCursorIn(query)
      const sessions = await store.sessions(sessionFilterIn(query), { limit, ...(after ? { after } : {}) })
      const last = sessions.length === limit ? sessions.at(-1) : undefined
      return { sessions, ...(last ? { next: `${last.last}.${last.session}` } : {}) }
    }),
    get('/v1/session', async ({ query }) => {
      const session = await store.session(textIn(query, 'id'))
      if (!session) throw new HttpError(404, 'no record of this session is here')
      return session
    }),
    get('/v1/records', async ({ query }) => {
      const limit = limitIn(query)
      const after = cursorIn(query)
      const rows = await store.records(filterIn(query), {
        limit,
        order: orderIn(query),
        ...(after ? { after } : {}),
      })
      const last = rows.length === limit ? rows.at(-1) : undefined
      return { rows, ...(last ? { next: `${last.at}.${last.seq}` } : {}) }
    }),
    get('/v1/record', async ({ query }) => {
      const found = await store.record(textIn(query, 'id'))
      if (!found) throw new HttpError(404, 'this record is not here')
      return { row: found.row, record: JSON.parse(found.record) as unknown }
    }),
    {
      method: 'GET',
      path: '/v1/live',
      needs: 'read',
      answer: ({ response }) => {
        live.open(response)
        return undefined
      },
    },
  ]
}
