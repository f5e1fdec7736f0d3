import { type Query, type Sql, Values } from './select.ts'
import type { Filter, SessionCursor, SessionFilter } from './store.ts'
import { searchedWords } from './words.ts'

/** Columns of a session, with what its calls are counted from. */
export const SESSION_COLUMNS = `s.session, s.first, s.last, s.records, s.attempts, s.successes, s.failures, s.invalid,
  s.refused, s.user_name AS "user", s.harness, s.cwd, s.title, s.ended`

export function sessionsQuery(
  filter: SessionFilter,
  page: { readonly limit: number; readonly after?: SessionCursor },
  sql: Sql,
): Query {
  const values = new Values(sql)
  const conditions: string[] = []
  let from = 'sessions s'
  if (filter.text !== undefined) {
    const words = searchedWords(filter.text)
    if (words.length === 0) conditions.push('1 = 0')
    else {
      const search = sql.search('sessions', values.put(sql.searched(words)))
      from = search.from
      conditions.push(search.where)
    }
  }
  if (filter.user !== undefined) conditions.push(`s.user_name = ${values.put(filter.user)}`)
  if (filter.harness !== undefined) conditions.push(`s.harness = ${values.put(filter.harness)}`)
  if (filter.from !== undefined) conditions.push(`s.last >= ${values.put(filter.from)}`)
  if (filter.to !== undefined) conditions.push(`s.first < ${values.put(filter.to)}`)
  if (filter.trouble === 'failed') conditions.push('s.failures + s.invalid > 0')
  if (filter.trouble === 'refused') conditions.push('s.refused > 0')
  if (filter.trouble === 'any') conditions.push('s.failures + s.invalid + s.refused > 0')
  if (page.after) {
    conditions.push(
      `(s.last, s.session) < (${values.put(page.after.last)}, ${values.put(page.after.session)})`,
    )
  }
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`
  return {
    sql: `SELECT ${SESSION_COLUMNS} FROM ${from}${where} ORDER BY s.last DESC, s.session DESC LIMIT ${values.put(page.limit)}`,
    values: values.list,
  }
}

export function sessionCountQuery({ from, to }: Pick<Filter, 'from' | 'to'>, sql: Sql): Query {
  const values = new Values(sql)
  const conditions = ['1 = 1']
  if (from !== undefined) conditions.push(`last >= ${values.put(from)}`)
  if (to !== undefined) conditions.push(`first < ${values.put(to)}`)
  return { sql: `SELECT count(*) AS n FROM sessions WHERE ${conditions.join(' AND ')}`, values: values.list }
}
