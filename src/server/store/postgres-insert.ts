import type { PoolClient } from 'pg'
import { type Counted, callKey, counted, sessionWords, sumsOf } from './counts.ts'
import { facetsOf } from './facets.ts'
import { LOCK } from './postgres-schema.ts'
import { inTransaction } from './postgres-transaction.ts'
import { type Listed, type Row, TROUBLE } from './row.ts'
import type { Inserted } from './store.ts'

/** Columns of many rows, each as one array. */
type Columns = readonly (readonly [name: string, type: string, values: readonly unknown[], as?: string])[]

/**
 * Puts rows and what they add to the sums into the database, in one transaction. Only one is
 * written at a time, in whatever server: the order of `seq` is then the order of commits, and a
 * reader that has seen a number has seen all before it.
 */
export async function insertRows(rows: readonly Row[], client: PoolClient): Promise<Inserted> {
  return inTransaction(client, async () => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
    const unique = [...new Map(rows.map((row) => [row.id, row])).values()]
    // Ids that are there with whatever time: the key alone has to have the time in it.
    const known = await idsAmong(unique, client)
    const fresh = unique.filter(({ id }) => !known.has(id))
    const lines = counted(fresh, await refusedBefore(fresh, client))
    const seqs = lines.length === 0 ? new Map<string, number>() : await insertRecords(lines, client)
    const added = lines.filter(({ row }) => seqs.has(row.id))
    if (added.length > 0) await addSums(added, client)
    return {
      added: added.map(({ row }) => listed(row, seqs.get(row.id) ?? 0)),
      duplicates: rows.length - added.length,
    }
  })
}

function listed({ words: _words, record: _record, bucket: _bucket, ...row }: Row, seq: number): Listed {
  return { seq, ...row }
}

async function idsAmong(rows: readonly Row[], client: PoolClient): Promise<Set<string>> {
  const { rows: found } = await client.query<{ id: string }>(
    'SELECT id FROM records WHERE id = ANY($1::text[])',
    [rows.map(({ id }) => id)],
  )
  return new Set(found.map(({ id }) => id))
}

/** The calls of these rows of which a refusal is known already. */
async function refusedBefore(rows: readonly Row[], client: PoolClient): Promise<Set<string>> {
  const calls = rows.flatMap(({ trouble, call }) =>
    trouble === TROUBLE.refused && call !== null ? [call] : [],
  )
  if (calls.length === 0) return new Set()
  const { rows: found } = await client.query<Pick<Row, 'session' | 'call'>>(
    `SELECT session, call FROM records WHERE call = ANY($1::text[]) AND trouble = ${TROUBLE.refused}`,
    [calls],
  )
  return new Set(found.flatMap((row) => callKey(row) ?? []))
}

async function insertRecords(lines: readonly Counted[], client: PoolClient): Promise<Map<string, number>> {
  const of = <Key extends keyof Row>(key: Key) => lines.map(({ row }) => row[key])
  const columns: Columns = [
    ['id', 'text', of('id')],
    ['at', 'float8', of('at'), 'to_timestamp(c.at / 1000)'],
    ['received', 'float8', of('received'), 'to_timestamp(c.received / 1000)'],
    ['stage', 'text', of('stage')],
    ['session', 'text', of('session')],
    ['call', 'text', of('call')],
    ['tool', 'text', of('tool')],
    ['user_name', 'text', of('user')],
    ['harness', 'text', of('harness')],
    ['cwd', 'text', of('cwd')],
    ['agent', 'text', of('agent')],
    ['hook', 'text', of('hook')],
    ['rule', 'text', of('rule')],
    ['verdict', 'text', of('verdict')],
    ['mode', 'text', of('mode')],
    ['trouble', 'int2', of('trouble')],
    ['counts', 'int2', lines.map(({ counts }) => counts)],
    ['duration', 'int8', of('duration')],
    ['bucket', 'int2', of('bucket')],
    ['client', 'text', of('client')],
    ['summary', 'text', of('summary')],
    ['words', 'text', of('words').map((words) => words.join(' ')), WORDS],
    ['record', 'jsonb', of('record')],
  ]
  const { rows } = await client.query<{ id: string; seq: number }>(
    `INSERT INTO records ${selected(columns)} ON CONFLICT DO NOTHING RETURNING id, seq`,
    columns.map(([, , values]) => values),
  )
  return new Map(rows.map(({ id, seq }) => [id, seq]))
}

/** Lexemes as they are: no parser of the database's own looks at them. */
const WORDS = "array_to_tsvector(string_to_array(c.words, ' '))"

/** `(a, b) SELECT ... FROM unnest(...)`, in the order of the arrays. */
function selected(columns: Columns): string {
  const names = columns.map(([name]) => name)
  const values = columns.map(([name, , , as]) => as ?? `c.${name}`)
  const arrays = columns.map(([, type], index) => `$${index + 1}::${type}[]`)
  return `(${names.join(', ')}) SELECT ${values.join(', ')}
    FROM unnest(${arrays.join(', ')}) WITH ORDINALITY AS c (${names.join(', ')}, place) ORDER BY c.place`
}

async function addSums(added: readonly Counted[], client: PoolClient): Promise<void> {
  const { toolCounts, toolDurations, userCounts, userDurations, sessions } = sumsOf(added)
  const put = async (table: string, columns: Columns, conflict: string) => {
    if (columns[0]?.[2].length === 0) return
    const sql = `INSERT INTO ${table} ${selected(columns)} ON CONFLICT ${conflict}`
    await client.query(
      sql,
      columns.map(([, , values]) => values),
    )
  }
  const column = <Line extends object>(lines: readonly Line[], name: string, type: string, key: keyof Line) =>
    [name, type, lines.map((line) => line[key])] as const
  const grouped = <Line extends (typeof toolCounts)[number] | (typeof toolDurations)[number]>(
    lines: readonly Line[],
  ): Columns => [
    column(lines, 'grain', 'int8', 'grain'),
    column(lines, 'at', 'int8', 'at'),
    column(lines, 'tool', 'text', 'tool'),
    column(lines, 'harness', 'text', 'harness'),
    column(lines, 'n', 'int8', 'n'),
  ]
  const countColumns = (lines: typeof toolCounts): Columns => [
    ...grouped(lines),
    column(lines, 'counts', 'int2', 'counts'),
  ]
  const durationColumns = (lines: typeof toolDurations): Columns => [
    ...grouped(lines),
    column(lines, 'bucket', 'int2', 'bucket'),
    column(lines, 'slowest', 'int8', 'slowest'),
  ]
  const users = (lines: readonly { readonly user: string }[]) => column(lines, 'user_name', 'text', 'user')
  const add = (table: string) => `DO UPDATE SET n = ${table}.n + excluded.n`
  const addTime = (table: string) => `${add(table)}, slowest = greatest(${table}.slowest, excluded.slowest)`
  await put(
    'tool_counts',
    countColumns(toolCounts),
    `(grain, at, tool, harness, counts) ${add('tool_counts')}`,
  )
  await put(
    'tool_durations',
    durationColumns(toolDurations),
    `(grain, at, tool, harness, bucket) ${addTime('tool_durations')}`,
  )
  await put(
    'user_counts',
    [...countColumns(userCounts), users(userCounts)],
    `(grain, user_name, at, tool, harness, counts) ${add('user_counts')}`,
  )
  await put(
    'user_durations',
    [...durationColumns(userDurations), users(userDurations)],
    `(grain, user_name, at, tool, harness, bucket) ${addTime('user_durations')}`,
  )
  const facets = facetsOf(added.map(({ row }) => row))
  await put(
    'facets',
    [
      ['kind', 'text', facets.map(([kind]) => kind)],
      ['value', 'text', facets.map(([, value]) => value)],
    ],
    'DO NOTHING',
  )
  await put(
    'sessions',
    [
      ...(['session', 'harness', 'cwd', 'title'] as const).map((key) => column(sessions, key, 'text', key)),
      column(sessions, 'user_name', 'text', 'user'),
      ...(
        ['first', 'last', 'records', 'attempts', 'successes', 'failures', 'invalid', 'refused'] as const
      ).map((key) => column(sessions, key, 'int8', key)),
      column(sessions, 'ended', 'bool', 'ended'),
      ['words', 'text', sessions.map((sum) => sessionWords(sum).join(' ')), WORDS],
    ],
    `(session) DO UPDATE SET first = least(sessions.first, excluded.first),
       last = greatest(sessions.last, excluded.last), records = sessions.records + excluded.records,
       attempts = sessions.attempts + excluded.attempts, successes = sessions.successes + excluded.successes,
       failures = sessions.failures + excluded.failures, invalid = sessions.invalid + excluded.invalid,
       refused = sessions.refused + excluded.refused,
       user_name = coalesce(excluded.user_name, sessions.user_name), cwd = coalesce(sessions.cwd, excluded.cwd),
       title = coalesce(excluded.title, sessions.title), ended = sessions.ended OR excluded.ended,
       words = sessions.words || excluded.words`,
  )
}
