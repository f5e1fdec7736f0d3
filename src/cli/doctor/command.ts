import chalk from 'chalk'
import type { Command } from 'commander'
import type { Registry } from '../../command/registry.ts'
import { failsClosed, type Hook } from '../../hook.ts'
import { plainText } from '../../text/plain.ts'
import { andAlso, PLUGIN_DIR } from '../repeated.ts'
import { envOf } from '../settings/merged.ts'
import { type Place, placesOf, projectFolder, TITLES } from '../settings/places.ts'
import { readSettings, type Settings } from '../settings/read.ts'
import { withBearers } from '../settings/sources.ts'
import { shownFile } from '../shown-file.ts'
import { configFindings, environmentFindings } from './environment-checks.ts'
import type { Finding } from './finding.ts'
import { handlerFindings, type Surroundings } from './handler-checks.ts'
import { namedHooks, probeFindings } from './probe.ts'
import { duplicateFindings, envFindings, lateFindings, settingsFindings } from './settings-checks.ts'

interface Given {
  readonly json?: boolean
  readonly fix?: boolean
  readonly pluginDir?: readonly string[]
}

/** `hookbox doctor`: whether the hooks that are registered run, and whether they refuse. */
export function addDoctor(program: Command, registry: Registry, fix: () => Promise<void>): void {
  program
    .command('doctor')
    .description('check every settings file and hook, and that each guard refuses what it must')
    .option('--plugin-dir <folder>', PLUGIN_DIR, andAlso)
    .option('--json', 'for machines')
    .option('--fix', 'write our own entries anew where that repairs them')
    .action(async ({ json, fix: wantsFix, pluginDir = [] }: Given) => {
      const hooks = await Promise.all(Object.values(registry).map((load) => load()))
      let findings = await examine(hooks, pluginDir)
      if (wantsFix && findings.some(({ fixable }) => fixable)) {
        await fix()
        findings = await examine(hooks, pluginDir)
      }
      if (json) process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`)
      else print(findings)
      // A failed --fix has set it already.
      process.exitCode = findings.some(isWrong) ? 1 : (process.exitCode ?? 0)
    })
}

function isWrong({ level }: Finding): boolean {
  return level === 'error' || level === 'warning'
}

/** Probes take seconds: somebody who waits at a terminal sees what is done. */
function progress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`)
}

async function examine(hooks: readonly Hook[], pluginDir: readonly string[]): Promise<Finding[]> {
  const cwd = process.cwd()
  const project = projectFolder(cwd)
  const found: Finding[] = []
  const files: Settings[] = []
  for (const place of placesOf(project)) {
    const settings = attempt(place, found)
    if (settings?.text !== undefined) files.push(settings)
  }
  const read = await andBearers(files, project, pluginDir, found)
  const around: Surroundings = { project, cwd, hooks, env: envOf(files) }
  for (const settings of read) {
    found.push(...settingsFindings(settings, files))
    const isVoid = settings.problems.some(({ voids }) => voids === 'file')
    for (const handler of settings.handlers) {
      found.push(...handlerFindings(settings, handler, around))
      if (!isVoid && settings.off === undefined && typeof handler.fields['command'] === 'string') {
        progress(`probing ${TITLES[settings.place.harness]}, ${handler.event} ...`)
        found.push(...(await probeFindings(settings, handler, around)))
      }
    }
  }
  progress('')
  const active = read.filter(({ off }) => off === undefined)
  found.push(...duplicateFindings(active, hooks), ...lateFindings(active, hooks), ...envFindings(files))
  const registered = new Set(
    active.flatMap(({ handlers }) =>
      handlers.flatMap((handler) => namedHooks(handler, around).map(({ name }) => name)),
    ),
  )
  if (registered.size === 0) {
    found.push({
      level: 'error',
      id: 'nothing-registered',
      text: 'no hook of hookbox is registered in any settings file',
      remedy: 'hookbox init',
    })
  } else if (!hooks.some((hook) => failsClosed(hook) && registered.has(hook.name))) {
    found.push({ level: 'note', id: 'no-guard', text: 'no guard is registered: nothing is refused' })
  }
  const hasOpenHarness = read.some(
    ({ place, handlers }) => place.harness === 'openharness' && handlers.length > 0,
  )
  found.push(...(await environmentFindings([...registered], hasOpenHarness)))
  found.push(...(await configFindings(hooks, cwd)))
  return found
}

/** The settings and what plugins, skills and agents bring; a file of theirs that can't be read is a finding. */
async function andBearers(
  files: readonly Settings[],
  project: string,
  pluginDir: readonly string[],
  found: Finding[],
): Promise<readonly Settings[]> {
  try {
    return await withBearers(files, project, pluginDir)
  } catch (error) {
    found.push({
      level: 'error',
      id: 'unreadable',
      text: error instanceof Error ? error.message : String(error),
      remedy: 'So no plugin, skill or agent was looked at.',
    })
    return files
  }
}

function attempt(place: Place, found: Finding[]): Settings | undefined {
  try {
    return readSettings(place)
  } catch (error) {
    found.push({
      level: 'error',
      id: 'unreadable',
      harness: place.harness,
      file: place.path,
      text: error instanceof Error ? error.message : String(error),
      remedy: 'The harness can not read it either.',
    })
    return undefined
  }
}

const SIGNS = {
  ok: chalk.green('ok     '),
  note: chalk.dim('note   '),
  warning: chalk.yellow('warning'),
  error: chalk.red('error  '),
} as const

function print(findings: readonly Finding[]): void {
  const files = [...new Set(findings.map(({ file }) => file))].sort((a, b) =>
    a === undefined ? 1 : b === undefined ? -1 : 0,
  )
  const lines: string[] = []
  for (const file of files) {
    const own = findings.filter((one) => one.file === file)
    const harness = own[0]?.harness
    lines.push(
      chalk.bold(
        file === undefined ? 'This machine' : `${harness ? `${TITLES[harness]}: ` : ''}${shownFile(file)}`,
      ),
    )
    for (const { level, text, remedy, line } of own) {
      lines.push(
        `  ${SIGNS[level]} ${line === undefined ? '' : chalk.dim(`line ${line}: `)}${plainText(text)}`,
      )
      if (remedy !== undefined) lines.push(`          ${plainText(remedy)}`)
    }
  }
  const errors = findings.filter(({ level }) => level === 'error').length
  const warnings = findings.filter(({ level }) => level === 'warning').length
  const summary =
    errors + warnings === 0
      ? findings.some(({ id }) => id === 'observes-only' || id === 'no-guard')
        ? chalk.yellow('no mistake, but not all is refused that could be: see the notes')
        : chalk.green('all well')
      : `${count(errors, 'error')}, ${count(warnings, 'warning')}`
  const fixable = findings.filter((one) => one.fixable === true).length
  lines.push('', summary + (fixable > 0 ? `; hookbox doctor --fix repairs ${fixable}` : ''))
  process.stdout.write(`${lines.join('\n')}\n`)
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}
