import chalk from 'chalk'
import type { Command } from 'commander'
import type { Registry } from '../command/registry.ts'
import { ageOf } from '../text/age.ts'
import { durationShown, table } from './audit/columns.ts'
import { BadLines, collect, type Entry } from './audit/entries.ts'
import { makeFilter } from './audit/filter.ts'
import { quantile } from './audit/numbers.ts'
import { filesOf, findLog } from './audit/source.ts'
import { PROBE_SESSION } from './doctor/probe.ts'
import { placesOf, projectFolder } from './settings/places.ts'
import { readSettings } from './settings/read.ts'
import { withBearers } from './settings/sources.ts'
import { ownHandler } from './setup/own.ts'

interface Status {
  /** Undefined: no trail is kept here. */
  readonly log: string | undefined
  readonly since: string
  /** Tool calls in that time, their median time in milliseconds, and when the last one was. */
  readonly calls: number
  readonly medianMs: number | undefined
  readonly last: string | undefined
  readonly hooks: readonly HookStatus[]
}

interface HookStatus {
  readonly hook: string
  readonly registered: boolean
  readonly refused: number
  readonly observed: number
  readonly approved: number
  readonly lastRefusal: string | undefined
}

/** `hookbox status`: what the hooks here have done of late, by the audit trail. */
export function addStatus(program: Command, registry: Registry): void {
  program
    .command('status')
    .description('what the hooks here have done of late, by the audit trail')
    .option('--since <time>', 'how far back', '7d')
    .option('--json', 'for machines')
    .action(async ({ since, json }: { since: string; json?: boolean }) => {
      try {
        const status = await statusOf(Object.keys(registry), since)
        process.stdout.write(json ? `${JSON.stringify(status, null, 2)}\n` : shown(status))
      } catch (error) {
        process.stderr.write(`hookbox status: ${error instanceof Error ? error.message : String(error)}\n`)
        process.exitCode = 64
      }
    })
}

async function statusOf(names: readonly string[], since: string): Promise<Status> {
  const project = projectFolder(process.cwd())
  const sources = await withBearers(placesOf(project).map(readSettings), project)
  const registered = new Set(
    sources
      .filter(({ off }) => off === undefined)
      .flatMap(({ handlers }) => handlers.flatMap((handler) => ownHandler(handler, names)?.hooks ?? [])),
  )
  const filter = makeFilter({ since }, Date.now())
  const source = await findLog({})
  const entries = await entriesIn(source, filter)
  const calls = (entries ?? []).filter(({ record }) => record['stage'] === 'attempt')
  const times = (entries ?? [])
    .flatMap(({ record }) => (typeof record['duration_ms'] === 'number' ? record['duration_ms'] : []))
    .sort((a, b) => a - b)
  const last = entries?.at(-1)?.record['timestamp']
  return {
    log: entries && source.path,
    since,
    calls: calls.length,
    medianMs: quantile(times, 0.5),
    last: last === undefined ? undefined : String(last),
    hooks: names
      .map((hook) => hookStatus(hook, registered.has(hook), entries ?? []))
      .filter(({ registered: isThere, refused, observed }) => isThere || refused + observed > 0),
  }
}

/** Undefined: there is no log. */
async function entriesIn(
  source: Parameters<typeof filesOf>[0],
  filter: ReturnType<typeof makeFilter>,
): Promise<readonly Entry[] | undefined> {
  try {
    const entries = await collect(filesOf(source), filter, new BadLines())
    return entries.filter(({ record }) => record['session_id'] !== PROBE_SESSION)
  } catch {
    return undefined
  }
}

function hookStatus(hook: string, registered: boolean, entries: readonly Entry[]): HookStatus {
  const own = entries
    .map(({ record }) => record)
    .filter((record) => record['stage'] === 'verdict' && record['hook'] === hook)
  const observed = own.filter((record) => record['mode'] === 'observe').length
  const approved = own.filter((record) => record['approved'] !== undefined).length
  const last = own.at(-1)?.['timestamp']
  return {
    hook,
    registered,
    refused: own.length - observed - approved,
    observed,
    approved,
    lastRefusal: last === undefined ? undefined : String(last),
  }
}

function shown({ log, since, calls, medianMs, last, hooks }: Status): string {
  const age = (time: string | undefined) => (time === undefined ? '-' : ageOf(Date.now() - Date.parse(time)))
  const rows = hooks.map(({ hook, registered, refused, observed, approved, lastRefusal }) => [
    hook,
    registered ? 'registered' : 'not registered',
    String(refused),
    String(observed),
    String(approved),
    age(lastRefusal),
  ])
  const head =
    log === undefined
      ? hooks.some(({ hook, registered }) => hook === 'audit-tool-call' && registered)
        ? 'the audit trail has no record yet'
        : 'no audit trail is kept here; `hookbox add audit-tool-call` begins one'
      : `${log}\n${calls} calls since ${since} ago, median ${durationShown(medianMs)}, the last record ${age(last)}`
  if (rows.length === 0) return `${head}\nno hook is registered here; hookbox init registers some\n`
  return `${head}\n\n${table([['hook', '', 'refused', 'observed', 'approved', 'last refusal'].map((title) => chalk.bold(title)), ...rows], [2, 3, 4])}`
}
