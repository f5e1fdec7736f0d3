import { type Counted, counted, sessionWords, sumsOf } from './counts.ts'
import { facetLists, facetsOf } from './facets.ts'
import { type Listed, type Row, TROUBLE } from './row.ts'
import { sessionOf } from './session-row.ts'
import type {
  Facets,
  Filter,
  Inserted,
  Page,
  Session,
  SessionCursor,
  SessionFilter,
  Stats,
  Store,
} from './store.ts'
import { type CountLine, type DurationLine, statsOf } from './tally.ts'
import { searchedWords } from './words.ts'

interface Kept extends Counted {
  readonly seq: number
}

/**
 * Records in memory: of a report, which has a log's worth of them, and of tests, where it says
 * what the databases have to say. Runs in a browser too.
 */
export class MemoryStore implements Store {
  readonly title: string = 'memory'
  private kept: Kept[] = []
  private readonly ids = new Set<string>()
  private readonly refused = new Set<string>()
  private seq = 0

  async insert(rows: readonly Row[]): Promise<Inserted> {
    const added: Listed[] = []
    for (const row of rows) {
      if (this.ids.has(row.id)) continue
      this.ids.add(row.id)
      const [one] = counted([row], this.refused)
      if (!one) continue
      const kept = { ...one, seq: ++this.seq }
      this.kept.push(kept)
      added.push(listed(kept))
    }
    return { added, duplicates: rows.length - added.length }
  }

  async records(filter: Filter, page: Page): Promise<readonly Listed[]> {
    const sign = page.order === 'old' ? 1 : -1
    const order = (a: Place, b: Place) =>
      sign * ((filter.text === undefined ? a.at - b.at : 0) || a.seq - b.seq)
    const found = this.meant(filter).map(listed).sort(order)
    const { after } = page
    return (after ? found.filter((one) => order(after, one) < 0) : found).slice(0, page.limit)
  }

  async record(id: string): Promise<{ readonly row: Listed; readonly record: string } | undefined> {
    const found = this.kept.find(({ row }) => row.id === id)
    return found && { row: listed(found), record: found.row.record }
  }

  async sessions(
    filter: SessionFilter,
    page: { readonly limit: number; readonly after?: SessionCursor },
  ): Promise<readonly Session[]> {
    const asked = filter.text === undefined ? undefined : searchedWords(filter.text)
    const { after } = page
    return this.allSessions()
      .filter(
        (one) => isMeantSession(one, filter) && (asked === undefined || hasWords(sessionWords(one), asked)),
      )
      .sort(bySessionEnd)
      .filter((one) => after === undefined || bySessionEnd(after, one) < 0)
      .slice(0, page.limit)
  }

  async session(id: string): Promise<Session | undefined> {
    return this.allSessions().find(({ session }) => session === id)
  }

  async stats(filter: Filter, step: number): Promise<Stats> {
    const counts: CountLine[] = []
    const durations: DurationLine[] = []
    const { from, to, ...others } = filter
    for (const { row, counts: as } of this.meant(filter)) {
      const tool = row.tool ?? ''
      counts.push({ slot: row.at - (row.at % step), tool, counts: as, n: 1 })
      if (row.bucket !== null && row.duration !== null) {
        durations.push({ tool, bucket: row.bucket, n: 1, slowest: row.duration })
      }
    }
    const span = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
    const isOpen = Object.values(others).every((value) => value === undefined)
    const sessions = isOpen ? this.allSessions().filter((one) => isMeantSession(one, span)).length : null
    return statsOf(counts, durations, { step, sessions, partial: false })
  }

  async facets(): Promise<Facets> {
    const all = facetsOf(this.kept.map(({ row }) => row)).map(([kind, value]) => ({ kind, value }))
    return facetLists(all.sort((a, b) => (a.value < b.value ? -1 : 1)))
  }

  async size(): Promise<number> {
    return this.kept.length
  }

  async ready(): Promise<void> {}

  async prune(before: number): Promise<number> {
    const all = this.kept.length
    this.kept = this.kept.filter(({ row }) => row.at >= before)
    return all - this.kept.length
  }

  async close(): Promise<void> {}

  private meant(filter: Filter): Kept[] {
    const asked = filter.text === undefined ? undefined : searchedWords(filter.text)
    return this.kept.filter(
      ({ row }) => isMeant(row, filter) && (asked === undefined || hasWords(row.words, asked)),
    )
  }

  private allSessions(): Session[] {
    return sumsOf(this.kept).sessions.map(sessionOf)
  }
}

type Place = Pick<Listed, 'at' | 'seq'>

function listed({ row, seq }: Kept): Listed {
  const { words: _words, record: _record, bucket: _bucket, ...kept } = row
  return { seq, ...kept }
}

function isMeant(row: Row, filter: Filter): boolean {
  const { from, to, trouble, text: _text, ...same } = filter
  if (from !== undefined && row.at < from) return false
  if (to !== undefined && row.at >= to) return false
  if (trouble === 'any' && row.trouble === TROUBLE.none) return false
  if (trouble !== undefined && trouble !== 'any' && row.trouble !== TROUBLE[trouble]) return false
  return Object.entries(same).every(
    ([key, value]) => value === undefined || row[key as keyof typeof same] === value,
  )
}

function isMeantSession(one: Session, { user, harness, from, to, trouble }: SessionFilter): boolean {
  if (user !== undefined && one.user !== user) return false
  if (harness !== undefined && one.harness !== harness) return false
  if (from !== undefined && one.last < from) return false
  if (to !== undefined && one.first >= to) return false
  if (trouble === 'failed') return one.failed > 0
  if (trouble === 'refused') return one.refused > 0
  return trouble === undefined || one.failed + one.refused > 0
}

/** Every asked word begins one of these; none asked is nothing found. */
function hasWords(words: readonly string[], asked: readonly string[]): boolean {
  return asked.length > 0 && asked.every((start) => words.some((word) => word.startsWith(start)))
}

/** The latest first. */
function bySessionEnd(a: SessionCursor, b: SessionCursor): number {
  return b.last - a.last || (a.session < b.session ? 1 : a.session > b.session ? -1 : 0)
}
