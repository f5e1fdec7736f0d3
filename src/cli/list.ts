import chalk from 'chalk'
import type { Command } from 'commander'
import { UsageError } from '../arguments.ts'
import { hookList } from '../command/hook-list.ts'
import type { Registry } from '../command/registry.ts'
import type { Hook } from '../hook.ts'
import { plainLine } from '../text/plain.ts'
import { CLAUDE_PLAY } from './play/claude-events.ts'
import { takesBlock } from './play/openharness-outcome.ts'
import { andAlso, PLUGIN_DIR } from './repeated.ts'
import { whyOnlyManaged } from './settings/merged.ts'
import { type Place, placesOf, projectFolder, TITLES } from './settings/places.ts'
import { type Handler, readSettings, type Settings } from './settings/read.ts'
import { withBearers } from './settings/sources.ts'
import { isInside } from './settings/value.ts'
import { ownHandler } from './setup/own.ts'
import { shownFile } from './shown-file.ts'

/** One handler as it is listed. */
interface Row {
  readonly harness: string
  readonly event: string
  /** Higher runs first (OpenHarness, since its PR 279); Claude Code starts all at once. */
  readonly priority: number | undefined
  readonly matcher: string
  readonly type: string
  readonly timeout: string
  /** closed: a failure refuses. open: it passes. -: nothing there could be refused. */
  readonly fails: 'closed' | 'open' | '-'
  readonly runs: string
  readonly hooks: readonly string[]
  readonly scope: string
  /** The plugin, skill or agent that brings it. */
  readonly bearer: string | undefined
  readonly file: string
  /** When it runs, or why it does not, unless whenever its event comes. */
  readonly only: string | undefined
}

/** `hookbox list`: what is registered; `hookbox hooks`: what there is. */
export function addLists(program: Command, registry: Registry): void {
  const loadAll = () => Promise.all(Object.values(registry).map((load) => load()))
  program
    .command('list')
    .description('the hooks that are registered here, by harness and event, in the order they run')
    .option('--plugin-dir <folder>', PLUGIN_DIR, andAlso)
    .option('--json', 'for machines')
    .action(async ({ json, pluginDir }: { json?: boolean; pluginDir?: readonly string[] }) => {
      try {
        await listRegistered(await loadAll(), json === true, pluginDir)
      } catch (error) {
        process.stderr.write(`hookbox list: ${error instanceof Error ? error.message : String(error)}\n`)
        process.exitCode = error instanceof UsageError ? 64 : 1
      }
    })
  program
    .command('hooks')
    .description('the hooks there are, with what they do')
    .option('--json', 'for machines')
    .action(async ({ json }: { json?: boolean }) => {
      process.stdout.write(await hookList(registry, json === true, chalk))
    })
}

async function listRegistered(
  hooks: readonly Hook[],
  json: boolean,
  pluginDir: readonly string[] | undefined,
): Promise<void> {
  const project = projectFolder(process.cwd())
  const names = hooks.map(({ name }) => name)
  const settings = await withBearers(placesOf(project).map(readSettings), project, pluginDir)
  const onlyManaged = whyOnlyManaged(settings)
  const rows = settings.flatMap((one) => rowsOf(one, names, onlyManaged))
  const off = whyOff(settings, onlyManaged)
  if (json) {
    process.stdout.write(`${JSON.stringify({ hooks: rows, off }, null, 2)}\n`)
    return
  }
  const lines: string[] = []
  for (const harness of [...new Set(rows.map((row) => row.harness))]) {
    lines.push(chalk.bold(harness))
    const own = rows.filter((row) => row.harness === harness)
    for (const event of [...new Set(own.map((row) => row.event))]) {
      lines.push(`  ${event}`)
      for (const row of inOrder(own.filter((one) => one.event === event))) lines.push(...shownRow(row))
    }
  }
  if (rows.length === 0) lines.push('no hook is registered here; hookbox init registers some')
  lines.push(...off.map((text) => chalk.red(text)))
  process.stdout.write(`${lines.join('\n')}\n`)
}

function shownRow(row: Row): string[] {
  const facts = [
    row.type,
    row.timeout,
    row.fails === '-' ? '' : `fails ${row.fails}`,
    row.priority === undefined ? '' : `priority ${row.priority}`,
    row.only ?? '',
    `${row.bearer === undefined ? row.scope : `${row.scope} ${row.bearer}`}, ${shownFile(row.file)}`,
  ]
  return [
    `    ${chalk.cyan(plainLine(row.matcher, 100) || 'all')}  ${row.hooks.length > 0 ? row.hooks.join(', ') : plainLine(row.runs, 100)}`,
    chalk.dim(`      ${facts.filter((fact) => fact !== '').join(', ')}`),
  ]
}

/** Higher priority first; of the same, as they stand in the file. */
function inOrder(rows: readonly Row[]): Row[] {
  return [...rows].sort((a, b) => (b.priority ?? 0) - (a.priority ?? 0))
}

function rowsOf(
  { place, handlers, problems, off }: Settings,
  names: readonly string[],
  onlyManaged: string | undefined,
): Row[] {
  if (problems.some(({ voids }) => voids === 'file')) return []
  const isSwitchedOff = place.harness === 'claude-code' && place.scope !== 'managed'
  const never = off ?? (isSwitchedOff ? onlyManaged : undefined)
  return handlers
    .filter(({ path: at }) => !problems.some((one) => one.voids === 'entry' && isInside(at, one.path)))
    .map((handler) => {
      const { fields, event, matcher } = handler
      const { priority } = fields
      return {
        harness: TITLES[place.harness],
        event,
        priority: typeof priority === 'number' ? priority : undefined,
        matcher: matcher ?? '',
        type: String(fields['type'] ?? 'command'),
        timeout: timeoutOf(handler),
        fails: failsOf(handler),
        runs: lineOf(fields),
        hooks: ownHandler(handler, names)?.hooks ?? [],
        scope: place.scope,
        bearer: place.bearer?.name,
        file: place.path,
        only: never === undefined ? WHILE[place.scope] : `never: ${never}`,
      }
    })
}

/** A skill or agent has to be at work. */
const WHILE: Readonly<Partial<Record<Place['scope'], string>>> = {
  skill: 'once it was used',
  agent: 'while it works',
}

function timeoutOf({ place, fields }: Handler): string {
  const value = fields[place.harness === 'claude-code' ? 'timeout' : 'timeout_seconds']
  if (typeof value === 'number') return `${value} s`
  return place.harness === 'claude-code' ? 'default timeout' : '30 s'
}

function failsOf({ place, event, fields }: Handler): Row['fails'] {
  if (place.harness === 'openharness') {
    if (!takesBlock(event)) return '-'
    const byDefault = fields['type'] === 'prompt' || fields['type'] === 'agent'
    return (fields['block_on_failure'] ?? byDefault) === true ? 'closed' : 'open'
  }
  if (CLAUDE_PLAY[event]?.onFailure === undefined) return '-'
  return fields['onFailure'] === 'block' ? 'closed' : 'open'
}

function lineOf(fields: Readonly<Record<string, unknown>>): string {
  const { command, args, url, prompt } = fields
  if (typeof command === 'string')
    return [command, ...(Array.isArray(args) ? args.map(String) : [])].join(' ')
  return String(url ?? prompt ?? '')
}

/** Why nothing of a file runs, or nothing at all. */
function whyOff(all: readonly Settings[], onlyManaged: string | undefined): string[] {
  const broken = all.flatMap(({ place, problems, handlers }) => {
    const problem = problems.find(({ voids }) => voids === 'file')
    if (problem) return [`${place.path} counts for nothing: ${problem.text}`]
    return place.bearer && handlers.length === 0 ? problems.map(({ text }) => text) : []
  })
  return onlyManaged === undefined
    ? broken
    : [...broken, `${onlyManaged}: none of these runs but managed ones`]
}
