import type { Row } from './row.ts'
import type { Facets } from './store.ts'

/** So many values of a kind are offered. */
const MOST = 200

/** The values of these rows that a filter can take, each with its kind, each once. */
export function facetsOf(rows: readonly Row[]): readonly (readonly [kind: string, value: string])[] {
  const found = new Map<string, readonly [string, string]>()
  for (const row of rows) {
    for (const kind of ['tool', 'user', 'harness', 'hook'] as const) {
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
