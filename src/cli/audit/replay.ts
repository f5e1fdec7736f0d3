import chalk from 'chalk'
import type { Registry } from '../../command/registry.ts'
import { failsClosed, type Hook } from '../../hook.ts'
import type { LogRecord } from '../../store/read-log.ts'
import { nearest } from '../../text/nearest.ts'
import { plainLine } from '../../text/plain.ts'
import { type CallSummary, callsOf } from './calls.ts'
import { fitted, lineWidth } from './columns.ts'
import { BadLines, collect } from './entries.ts'
import { type FilterOptions, makeFilter } from './filter.ts'
import { type Said, saidNow, saidThen } from './replay-call.ts'
import { painted, Rows } from './rows.ts'
import { AuditUsageError, filesOf, findLog, type SourceOptions } from './source.ts'

interface ReplayOptions extends SourceOptions, Omit<FilterOptions, 'hook'> {
  readonly hook?: readonly string[]
  readonly json?: boolean
  readonly wide?: boolean
}

type ChangeKind = 'refused now' | 'passes now' | 'asks now' | 'other rule' | 'fails now'

interface Change {
  /** The last one of this kind. */
  readonly call: CallSummary
  /** How many calls asked the same and got the same answer then. */
  readonly times: number
  readonly hook: string
  readonly kind: ChangeKind
  readonly before: Said
  readonly after: Said
  /** Its input was cut or redacted when it was recorded. */
  readonly isPartial: boolean
}

interface Tally {
  calls: number
  partial: number
  refusedThen: number
  refusedNow: number
  readonly changes: Change[]
}

/**
 * `hookbox audit replay`: what today's rules make of the recorded calls. Runs none of them.
 * Exit codes: 0 the same verdicts, 1 some differ, 64 usage.
 */
export async function replay(registry: Registry, given: ReplayOptions): Promise<number> {
  const hooks = await chosen(registry, given.hook)
  const files = filesOf(await findLog({ ...(given.file === undefined ? {} : { file: given.file }) }))
  const { hook: _hooks, ...filters } = given
  const bad = new BadLines()
  const now = Date.now()
  const filter = makeFilter(filters, now)
  const all = makeFilter({}, now)
  const entries = await collect(files, { ...all, since: filter.since }, bad)
  const lines = new Map(entries.map(({ record, line }) => [record, line]))
  const calls = callsOf(entries).filter(({ records }) =>
    records.some((record) => filter.matches(record, lines.get(record) ?? '')),
  )
  const tallies = new Map<string, Tally>()
  for (const hook of hooks) tallies.set(hook.name, await judgeAll(hook, calls, given.config))
  process.stdout.write(given.json ? inJson(tallies) : shown(tallies, lineWidth(given.wide === true)))
  process.stderr.write(bad.note())
  return [...tallies.values()].some(({ changes }) => changes.length > 0) ? 1 : 0
}

async function chosen(registry: Registry, names: readonly string[] | undefined): Promise<readonly Hook[]> {
  const known = Object.keys(registry)
  for (const name of names ?? []) {
    if (known.includes(name)) continue
    const best = nearest(name, known)
    throw new AuditUsageError(
      `no hook is called ${JSON.stringify(name)}; ${best === undefined ? 'hookbox list shows the hooks' : `did you mean ${JSON.stringify(best)}?`}`,
    )
  }
  const loads = (names ?? known).flatMap((name) => registry[name] ?? [])
  const hooks = await Promise.all(loads.map((load) => load()))
  const judging = hooks.filter((hook) => failsClosed(hook) && hook.events.includes('tool-before'))
  const other = hooks.find((hook) => !judging.includes(hook))
  if (names && other) throw new AuditUsageError(`${other.name} does not judge calls before they run`)
  return judging
}

async function judgeAll(
  hook: Hook,
  calls: readonly CallSummary[],
  config: string | undefined,
): Promise<Tally> {
  const tally: Tally = { calls: 0, partial: 0, refusedThen: 0, refusedNow: 0, changes: [] }
  // The same command in the same place is the same question.
  const answers = new Map<string, Said | undefined>()
  const found = new Map<string, Change>()
  for (const call of calls) {
    const record = call.records.find((one) => one['tool_input'] !== undefined)
    if (!record) continue
    const key = questionOf(record)
    if (!answers.has(key)) answers.set(key, await saidNow(hook, record, config))
    const after = answers.get(key)
    if (!after) continue
    const before = saidThen(hook.name, call)
    const isPartial = /\[(?:REDACTED|CUT|LEFT OUT):/.test(JSON.stringify(record['tool_input']))
    tally.calls++
    if (isPartial) tally.partial++
    if (before.effect !== 'pass') tally.refusedThen++
    if (after.effect !== 'pass') tally.refusedNow++
    const kind = changeOf(before, after)
    if (!kind) continue
    const same = `${before.effect} ${before.rule} ${key}`
    const known = found.get(same)
    found.set(same, { hook: hook.name, kind, before, after, isPartial, call, times: (known?.times ?? 0) + 1 })
  }
  tally.changes.push(...found.values())
  return tally
}

function questionOf({ harness, cwd, tool_name, tool_input, permission_mode }: LogRecord): string {
  return JSON.stringify([harness, cwd, tool_name, tool_input, permission_mode])
}

function changeOf(before: Said, after: Said): ChangeKind | undefined {
  if (after.failed) return 'fails now'
  if (before.effect === after.effect) {
    const bothNamed = before.rule !== undefined && after.rule !== undefined
    return bothNamed && before.rule !== after.rule ? 'other rule' : undefined
  }
  if (after.effect === 'pass') return 'passes now'
  return after.effect === 'ask' ? 'asks now' : 'refused now'
}

function inJson(tallies: ReadonlyMap<string, Tally>): string {
  const hooks = [...tallies].map(([hook, { changes, ...counts }]) => ({
    hook,
    ...counts,
    changes: changes.map(({ call, times, kind, before, after, isPartial }) => {
      const { time, session, id, tool, subject } = call
      return {
        time,
        session,
        id,
        tool,
        subject,
        times,
        change: kind,
        before,
        after,
        ...(isPartial ? { isPartial } : {}),
      }
    }),
  }))
  return `${JSON.stringify({ hooks }, null, 2)}\n`
}

function shown(tallies: ReadonlyMap<string, Tally>, width: number): string {
  const rows = new Rows(width)
  const changes = [...tallies.values()].flatMap((tally) => tally.changes)
  changes.sort((a, b) => a.call.time.localeCompare(b.call.time))
  const parts = changes.map(
    (change) => `${rows.call({ ...change.call, decisions: [] })}\n${detail(change, width)}`,
  )
  const sums = [...tallies].map(([hook, tally]) => `${sum(hook, tally)}\n`)
  const partial = Math.max(0, ...[...tallies.values()].map((tally) => tally.partial))
  const notes = ['The rules look at files and git as they are now; nothing was run.']
  if (partial > 0)
    notes.push(`${partial} calls were recorded without secrets or cut: their verdicts may differ.`)
  return `${parts.join('')}${parts.length > 0 ? '\n' : ''}${sums.join('')}${chalk.dim(notes.join('\n'))}\n`
}

function detail({ hook, times, before, after, isPartial }: Change, width: number): string {
  const line = (label: string, { effect, rule, observed, failed, reason }: Said) => {
    const how = failed ? 'could not judge' : observed ? `${effect} (only observed)` : effect
    const by = rule === undefined ? '' : ` (${plainLine(rule, 200)})`
    const said = reason === '' ? '' : `: ${plainLine(reason, 2000)}`
    const text = `${by}${said}`
    const room = Math.max(width - 16 - how.length, 20)
    const cut = width > 10_000 ? text : fitted(text, room).trimEnd()
    return `${' '.repeat(9)}${chalk.dim(label)} ${painted(effect, how)}${cut}\n`
  }
  const partial = isPartial ? chalk.dim(' (its input was recorded without secrets or cut)') : ''
  const often = times > 1 ? `, ${times} times` : ''
  return `${' '.repeat(9)}${hook}${often}${partial}\n${line('then', before)}${line('now ', after)}`
}

function sum(hook: string, { calls, refusedThen, refusedNow, changes }: Tally): string {
  const kinds = new Map<string, number>()
  for (const { kind, times } of changes) kinds.set(kind, (kinds.get(kind) ?? 0) + times)
  const told = [...kinds].map(([kind, count]) => `${count} ${kind}`).join(', ')
  return `${chalk.bold(hook)}  ${calls} calls, ${refusedThen} refused then, ${refusedNow} now; ${told === '' ? 'no change' : chalk.yellow(told)}`
}
