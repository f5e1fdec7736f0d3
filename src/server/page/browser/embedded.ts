import { MemoryStore } from '../../store/memory.ts'
import type { Row } from '../../store/row.ts'
import { wordsOf } from '../../store/words.ts'
import type { Source } from './source.ts'

/** What a report has with it. */
export interface Embedded {
  readonly version: string
  readonly store: string
  readonly rows: readonly Omit<Row, 'words'>[]
}

/** The source of a report: the records that stand in the file itself. */
export async function embeddedSource({ version, store: title, rows }: Embedded): Promise<Source> {
  const store = new MemoryStore()
  await store.insert(
    rows.map((row) => {
      const fields = JSON.parse(row.record) as Readonly<Record<string, unknown>>
      return { ...row, words: wordsOf(row.summary, fields) }
    }),
  )
  return {
    isLive: false,
    info: async () => ({ version, store: title, records: await store.size() }),
    facets: () => store.facets(),
    stats: (filter, step) => store.stats(filter, step),
    sessions: async (filter, after) => {
      const [last = '', ...session] = (after ?? '').split('.')
      const place = after === undefined ? {} : { after: { last: Number(last), session: session.join('.') } }
      const sessions = await store.sessions(filter, { limit: LIMIT, ...place })
      const end = sessions.length === LIMIT ? sessions.at(-1) : undefined
      return { sessions, ...(end ? { next: `${end.last}.${end.session}` } : {}) }
    },
    session: async (id) => {
      const session = await store.session(id)
      if (!session) throw new Error('this session is not in the report')
      return session
    },
    records: async (filter, { order = 'new', after, limit = LIMIT }) => {
      const [at = 0, seq = 0] = (after ?? '').split('.').map(Number)
      const place = after === undefined ? {} : { after: { at, seq } }
      const found = await store.records(filter, { limit, order, ...place })
      const end = found.length === limit ? found.at(-1) : undefined
      return { rows: found, ...(end ? { next: `${end.at}.${end.seq}` } : {}) }
    },
    record: async (id) => {
      const found = await store.record(id)
      if (!found) throw new Error('this record is not in the report')
      return { row: found.row, record: JSON.parse(found.record) as Readonly<Record<string, unknown>> }
    },
    live: async () => {},
  }
}

const LIMIT = 100
