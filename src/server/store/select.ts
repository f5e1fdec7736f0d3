import { DAY } from './counts.ts'
import { TROUBLE } from './row.ts'
import { type Cursor, type Filter, MAX_COUNTED, type Page } from './store.ts'
import { searchedWords } from './words.ts'

/** A query with its values, which are never part of its text. */
export interface Query {
  readonly sql: string
  readonly values: readonly (string | number)[]
}

/** What the two databases write differently. */
export interface Sql {
  /** The placeholder of the nth value, from 1. */
  param(n: number): string
  /** A stored time as milliseconds, and milliseconds as a stored time. */
  ms(column: string): string
  time(placeholder: string): string
  /** A column by which no index is to be chosen: its values are those of too many records. */
  apart(column: string): string
  /** The start of the slot of a stored time. */
  slot(column: string, step: string): string
  /** Tables and condition of a search for beginnings of words. */
  search(kind: 'records' | 'sessions', placeholder: string): { readonly from: string; readonly where: string }
  /** The order in which records came, in a search. */
  readonly arrival: string
  /** The words as the value of that condition. */
  searched(words: readonly string[]): string
}

/** Columns of `Listed`. */
export function listColumns(sql: Sql): string {
  return `r.seq, r.id, ${sql.ms('r.at')} AS at, ${sql.ms('r.received')} AS received, r.stage, r.session, r.call,
    r.tool, r.user_name AS "user", r.harness, r.cwd, r.agent, r.hook, r.rule, r.verdict, r.mode, r.trouble,
    r.duration, r.client, r.summary`
}

/** What few records have in common, and what many have. */
const NARROW = ['session', 'call', 'hook', 'rule', 'verdict'] as const
const WIDE = ['tool', 'harness', 'stage', 'user'] as const

/** Collects values and gives out their placeholders. */
export class Values {
  readonly list: (string | number)[] = []
  private readonly sql: Sql
  constructor(sql: Sql) {
    this.sql = sql
  }
  put(value: string | number): string {
    this.list.push(value)
    return this.sql.param(this.list.length)
  }
  time(value: number): string {
    return this.sql.time(this.put(value))
  }
}

/** True when the table of words takes part. A text without a word finds nothing, and needs none. */
function searches({ text }: Filter): boolean {
  return text !== undefined && searchedWords(text).length > 0
}

/** `FROM ... WHERE ...` of the records that are meant. */
function meant(filter: Filter, sql: Sql, values: Values): string {
  const conditions: string[] = []
  let from = 'records r'
  if (filter.text !== undefined) {
    const words = searchedWords(filter.text)
    if (words.length === 0) conditions.push('1 = 0')
    else {
      const search = sql.search('records', values.put(sql.searched(words)))
      from = search.from
      conditions.push(search.where)
    }
  }
  const isNarrow = NARROW.some((key) => filter[key] !== undefined)
  for (const key of NARROW) {
    const value = filter[key]
    if (value !== undefined) conditions.push(`r.${key} = ${values.put(value)}`)
  }
  // By one of several there would be a look into the table for each record that has it. The index by
  // time has all of them in it; so has that of trouble.
  const wide = WIDE.filter((key) => filter[key] !== undefined)
  const isApart = isNarrow || filter.trouble !== undefined || wide.length > 1
  for (const key of wide) {
    const column = key === 'user' ? 'r.user_name' : `r.${key}`
    conditions.push(`${isApart ? sql.apart(column) : column} = ${values.put(filter[key] ?? '')}`)
  }
  if (filter.trouble !== undefined) {
    const trouble = isNarrow ? sql.apart('r.trouble') : 'r.trouble'
    conditions.push(`${trouble} > 0`)
    // Besides, so that SQLite sees that its partial index serves.
    if (filter.trouble !== 'any') conditions.push(`${trouble} = ${TROUBLE[filter.trouble]}`)
  }
  if (filter.from !== undefined) conditions.push(`r.at >= ${values.time(filter.from)}`)
  if (filter.to !== undefined) conditions.push(`r.at < ${values.time(filter.to)}`)
  return `FROM ${from}${conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`}`
}

/** Records in the order of their time; those of a search in the order they came, which needs no sorting. */
export function recordsQuery(filter: Filter, page: Page, sql: Sql): Query {
  const values = new Values(sql)
  const where = meant(filter, sql, values)
  const isSearch = searches(filter)
  const [than, direction] = page.order === 'old' ? ['>', 'ASC'] : ['<', 'DESC']
  let further = ''
  if (page.after) {
    const joint = where.includes(' WHERE ') ? ' AND' : ' WHERE'
    further = `${joint} ${behind(page.after, than, isSearch, values, sql)}`
  }
  const order = isSearch ? `${sql.arrival} ${direction}` : `r.at ${direction}, r.seq ${direction}`
  const text = `SELECT ${listColumns(sql)} ${where}${further} ORDER BY ${order} LIMIT ${values.put(page.limit)}`
  return { sql: text, values: values.list }
}

function behind({ at, seq }: Cursor, than: string, isSearch: boolean, values: Values, sql: Sql): string {
  if (isSearch) return `${sql.arrival} ${than} ${values.put(seq)}`
  return `(r.at, r.seq) ${than} (${values.time(at)}, ${values.put(seq)})`
}

/** True when the sums kept beside the records can answer; only these filters can be asked of them. */
export function fromSums(filter: Filter, step: number): boolean {
  const { tool: _tool, user: _user, harness: _harness, from: _from, to: _to, ...others } = filter
  return step >= HOUR && Object.values(others).every((value) => value === undefined)
}

const HOUR = 3_600_000

/** The sums: of all users, and of each. */
const SUMS_OF_ALL = ['tool_counts', 'tool_durations'] as const
const SUMS_OF_USERS = ['user_counts', 'user_durations'] as const
export const SUM_TABLES: readonly string[] = [...SUMS_OF_ALL, ...SUMS_OF_USERS]

/** The counts and the durations of the sums, for `statsOf`. */
export function sumQueries(
  filter: Filter,
  step: number,
  sql: Sql,
): { readonly counts: Query; readonly durations: Query } {
  const grain = step >= DAY ? DAY : HOUR
  const [countsTable, durationsTable] = filter.user === undefined ? SUMS_OF_ALL : SUMS_OF_USERS
  const where = (values: Values) => {
    const conditions = [`grain = ${values.put(grain)}`]
    if (filter.from !== undefined) {
      conditions.push(`at >= ${values.put(Math.floor(filter.from / grain) * grain)}`)
    }
    if (filter.to !== undefined) conditions.push(`at < ${values.put(filter.to)}`)
    if (filter.tool !== undefined) conditions.push(`tool = ${values.put(filter.tool)}`)
    if (filter.user !== undefined) conditions.push(`user_name = ${values.put(filter.user)}`)
    if (filter.harness !== undefined) conditions.push(`harness = ${values.put(filter.harness)}`)
    return conditions.join(' AND ')
  }
  const counts = new Values(sql)
  const countsSql = `SELECT at - at % ${Math.round(step)} AS slot, tool, counts, sum(n) AS n FROM ${countsTable}
    WHERE ${where(counts)} GROUP BY 1, 2, 3`
  const durations = new Values(sql)
  const durationsSql = `SELECT tool, bucket, sum(n) AS n, max(slowest) AS slowest FROM ${durationsTable}
    WHERE ${where(durations)} GROUP BY 1, 2`
  return {
    counts: { sql: countsSql, values: counts.list },
    durations: { sql: durationsSql, values: durations.list },
  }
}

/** Counts and durations in one, of the latest MAX_COUNTED records that are meant. */
export function directQuery(filter: Filter, step: number, sql: Sql): Query {
  const values = new Values(sql)
  const slot = sql.slot('r.at', String(Math.round(step)))
  const inner = `SELECT ${slot} AS slot, coalesce(r.tool, '') AS tool, r.counts AS counts, r.bucket AS bucket,
    r.duration AS duration ${meant(filter, sql, values)}
    ORDER BY ${searches(filter) ? sql.arrival : 'r.at'} DESC LIMIT ${MAX_COUNTED}`
  return {
    sql: `SELECT slot, tool, counts, bucket, count(*) AS n, max(duration) AS slowest FROM (${inner}) AS latest
      GROUP BY 1, 2, 3, 4`,
    values: values.list,
  }
}

/** True when nothing but the time is asked for. */
export function isOpen({ from: _from, to: _to, ...others }: Filter): boolean {
  return Object.values(others).every((value) => value === undefined)
}
