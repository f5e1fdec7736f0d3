import type { Row } from './row.ts'
import type { Facets } from './store.ts'

/** So many values of a kind are offered. */
const MOST = 200

const KINDS = ['tool', 'user', 'harness', 'hook'] as const

/** The rows for `facetLists`: of each kind no more than are offered, however many there are. */
export const FACETS_SQL = KINDS.map(
  (kind) =>
    `SELECT kind, value FROM (SELECT kind, value FROM facets WHERE kind = '${kind}' ORDER BY value LIMIT ${MOST}) AS ${kind}s`,
).join(' UNION ALL ')

/** The values of these rows that a filter can take, each with its kind, each once. */
export function facetsOf(rows: readonly Row[]): readonly (readonly [kind: string, value: string])[] {
  const found = new Map<string, readonly [string, string]>()
  for (const row of rows) {
    for (const kind of KINDS) {
      const value = row[kind]
      if (value !== null) found.set(`${kind} ${value}`, [kind, value])
    }
  }
  return [...found.values()]
}

/** The other way round, in the order that was given. */
export function facetLists(rows: readonly { readonly kind: string; readonly value: string }[]): Facets {
  const of = (kind: string) => rows.flatMap((row) => (row.kind === kind ? [row.value] : [])).slice(0, MOST)
  return { tools: of('tool'), users: of('user'), harnesses: of('harness'), hooks: of('hook') }
}
