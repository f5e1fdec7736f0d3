import type { Listed, Row } from './row.ts'

/** Which records are meant. All that is given has to hold. */
export interface Filter {
  readonly session?: string
  readonly call?: string
  readonly tool?: string
  readonly user?: string
  readonly harness?: string
  readonly stage?: string
  readonly hook?: string
  readonly rule?: string
  readonly verdict?: string
  /** failed, refused, asked; `any`: one of them. */
  readonly trouble?: 'failed' | 'refused' | 'asked' | 'any'
  /** Milliseconds since the epoch; `to` is not included. */
  readonly from?: number
  readonly to?: number
  /** Words, each of which has to begin a word of the record. */
  readonly text?: string
}

/** A place in a list: what stands behind it comes next. */
export interface Cursor {
  readonly at: number
  readonly seq: number
}

export interface Page {
  readonly limit: number
  readonly after?: Cursor
  /** `old`: the oldest first. */
  readonly order?: 'new' | 'old'
}

export interface Session {
  readonly session: string
  readonly first: number
  readonly last: number
  readonly records: number
  readonly calls: number
  readonly failed: number
  readonly refused: number
  readonly user: string | null
  readonly harness: string
  readonly cwd: string | null
  readonly title: string | null
  /** Its end was recorded. */
  readonly ended: boolean
}

export type SessionFilter = Pick<Filter, 'user' | 'harness' | 'from' | 'to'> & {
  /** Somewhere in the id, the title or the folder; upper and lower case are one. */
  readonly text?: string
  readonly trouble?: 'failed' | 'refused' | 'any'
}

/** What was counted of one tool in one span of time. */
export interface Slot {
  /** Its start. */
  readonly at: number
  readonly tool: string
  readonly calls: number
  readonly failed: number
  readonly refused: number
}

export interface ToolStats {
  readonly tool: string
  readonly calls: number
  readonly failed: number
  readonly refused: number
  /** Calls whose duration is known. */
  readonly timed: number
  readonly p50: number | null
  readonly p95: number | null
  readonly slowest: number | null
}

export interface Stats {
  /** The length of a slot in milliseconds. */
  readonly step: number
  readonly slots: readonly Slot[]
  readonly tools: readonly ToolStats[]
  readonly records: number
  /** Sessions with a record in the time asked for; null when the filter leaves that open. */
  readonly sessions: number | null
  /** True: only the latest records were counted, since there are too many. */
  readonly partial: boolean
}

/** Values that a filter can take. */
export interface Facets {
  readonly tools: readonly string[]
  readonly users: readonly string[]
  readonly harnesses: readonly string[]
  readonly hooks: readonly string[]
}

export interface Inserted {
  /** The rows that are new, as lists show them, in the order they came. */
  readonly added: readonly Listed[]
  readonly duplicates: number
}

/** Where the records are kept. */
export interface Store {
  /** For people: `sqlite /path`, `postgres host/name`. Never with a password. */
  readonly title: string
  /** Stores rows; one whose id is there already is left out. Durable when it resolves. */
  insert(rows: readonly Row[]): Promise<Inserted>
  records(filter: Filter, page: Page): Promise<readonly Listed[]>
  /** The record itself, as JSON. */
  record(id: string): Promise<{ readonly row: Listed; readonly record: string } | undefined>
  sessions(
    filter: SessionFilter,
    page: { readonly limit: number; readonly after?: SessionCursor },
  ): Promise<readonly Session[]>
  session(id: string): Promise<Session | undefined>
  stats(filter: Filter, step: number): Promise<Stats>
  facets(): Promise<Facets>
  /** How many records there are, about. */
  size(): Promise<number>
  /** Resolves when it can be read and written; rejects when not. */
  ready(): Promise<void>
  /** Removes what was made before this time; returns how many records went. */
  prune(before: number): Promise<number>
  close(): Promise<void>
}

export interface SessionCursor {
  readonly last: number
  readonly session: string
}

/** Direct counting stops here; unfiltered figures over long spans come from sums kept beside the records. */
export const MAX_COUNTED = 50_000

/** A store that can't be used, in words for whoever starts the server: what is wrong, what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}
