import chalk from 'chalk'
import { plainLine } from '../../text/plain.ts'
import { type CallSummary, callsOf } from './calls.ts'
import { durationShown, localTime, table } from './columns.ts'
import { BadLines, collect, type Entry } from './entries.ts'
import { type FilterOptions, makeFilter } from './filter.ts'
import { quantile } from './numbers.ts'
import { filesOf, findLog, type SourceOptions } from './source.ts'

interface StatsOptions extends SourceOptions, FilterOptions {
  readonly json?: boolean
}

/** `hookbox audit stats`: how much of what, how long, how often refused. Exit codes: 0, 1 nothing is there. */
export async function stats(given: StatsOptions): Promise<number> {
  const files = filesOf(await findLog(given))
  const bad = new BadLines()
  const entries = await collect(files, makeFilter(given, Date.now()), bad)
  const result = figures(entries)
  process.stdout.write(given.json ? `${JSON.stringify(result, null, 2)}\n` : shown(result))
  process.stderr.write(bad.note())
  return entries.length > 0 ? 0 : 1
}

type Figures = ReturnType<typeof figures>

function figures(entries: readonly Entry[]) {
  const calls = callsOf(entries)
  const records = entries.map(({ record }) => record)
  const decisions = calls.flatMap((call) => call.decisions)
  const count = (outcome: string) => calls.filter((call) => call.outcome === outcome).length
  return {
    records: records.length,
    first: records[0]?.['timestamp'],
    last: records.at(-1)?.['timestamp'],
    sessions: new Set(records.flatMap(({ session_id }) => session_id ?? [])).size,
    users: [...new Set(records.flatMap(({ user }) => (typeof user === 'string' ? [user] : [])))],
    prompts: records.filter(({ stage }) => stage === 'prompt').length,
    calls: calls.length,
    failed: count('failed'),
    denied: count('denied'),
    tools: grouped(calls, ({ tool }) => tool).map(([tool, own]) => ({ tool, ...ofTool(own) })),
    rules: grouped(decisions, ({ hook, rule, verdict }) => `${hook}\n${rule ?? ''}\n${verdict}`).map(
      ([key, own]) => {
        const [hook = '', rule = '', verdict = ''] = key.split('\n')
        const observed = own.filter(({ mode }) => mode === 'observe').length
        const approved = own.filter((one) => one.approved !== undefined).length
        return { hook, rule, verdict, count: own.length, observed, approved }
      },
    ),
    days: grouped(calls, ({ time }) => localTime(time).day)
      .map(([day, own]) => ({ day, calls: own.length, denied: own.filter(isDenied).length }))
      .sort((a, b) => a.day.localeCompare(b.day)),
  }
}

function ofTool(calls: readonly CallSummary[]) {
  const times = calls.flatMap(({ durationMs }) => durationMs ?? []).sort((a, b) => a - b)
  return {
    calls: calls.length,
    failed: calls.filter(({ outcome }) => outcome === 'failed').length,
    denied: calls.filter(isDenied).length,
    medianMs: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
    maxMs: times.at(-1),
  }
}

function isDenied({ outcome }: CallSummary): boolean {
  return outcome === 'denied'
}

/** The most frequent first. */
function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): [string, Item[]][] {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return [...groups].sort((a, b) => b[1].length - a[1].length)
}

const MAX_DAYS = 14
const BAR = 30

function shown(all: Figures): string {
  if (all.records === 0) return 'no records\n'
  const when = (time: unknown) => Object.values(localTime(time)).join(' ')
  const parts = [
    `${all.records} records, ${when(all.first)} to ${when(all.last)}`,
    [
      counted(all.sessions, 'session'),
      counted(all.users.length, 'user'),
      counted(all.prompts, 'prompt'),
    ].join(', '),
    `${all.calls} calls, ${all.failed} failed, ${all.denied} denied${all.calls > 0 ? ` (${((100 * all.denied) / all.calls).toFixed(1)} %)` : ''}`,
  ]
  const blocks = [`${parts.join('\n')}\n`]
  if (all.tools.length > 0) {
    const rows = all.tools.map(({ tool, calls, failed, denied, medianMs, p95Ms, maxMs }) => [
      plainLine(tool, 26),
      ...[calls, failed, denied].map(String),
      ...[medianMs, p95Ms, maxMs].map(durationShown),
    ])
    blocks.push(
      table(
        [['tool', 'calls', 'failed', 'denied', 'median', '95 %', 'longest'], ...rows],
        [1, 2, 3, 4, 5, 6],
      ),
    )
  }
  if (all.rules.length > 0) {
    const rows = all.rules.map(({ hook, rule, verdict, count, observed, approved }) => [
      hook,
      rule,
      verdict,
      ...[count, observed, approved].map(String),
    ])
    blocks.push(table([['hook', 'rule', 'verdict', 'times', 'observed', 'approved'], ...rows], [3, 4, 5]))
  }
  if (all.days.length > 1) blocks.push(days(all.days.slice(-MAX_DAYS)))
  return blocks.join('\n')
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

function days(rows: Figures['days']): string {
  const most = Math.max(...rows.map(({ calls }) => calls), 1)
  return rows
    .map(({ day, calls, denied }) => {
      const length = Math.max(1, Math.round((calls / most) * BAR))
      const red = Math.round((denied / Math.max(calls, 1)) * length)
      const bar = `${chalk.red('▇'.repeat(red))}${'▇'.repeat(length - red)}`
      return `${day}  ${bar}${' '.repeat(BAR - length)}  ${calls} calls${denied > 0 ? `, ${denied} denied` : ''}\n`
    })
    .join('')
}
