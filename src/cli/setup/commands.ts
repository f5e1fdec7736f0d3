import * as fs from 'node:fs'
import * as path from 'node:path'
import chalk from 'chalk'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { notAPerson } from '../../command/person.ts'
import type { Registry } from '../../command/registry.ts'
import { git } from '../../git/git.ts'
import type { Hook } from '../../hook.ts'
import { nodeHost } from '../../host/node.ts'
import { openTerminal } from '../../host/node-terminal.ts'
import { hunks } from '../../text/hunks.ts'
import { nearest } from '../../text/nearest.ts'
import {
  HARNESSES,
  type HarnessName,
  harnessesFound,
  type Place,
  placesOf,
  projectFolder,
  SCOPES,
  type Scope,
  TITLES,
} from '../settings/places.ts'
import { shownFile } from '../shown-file.ts'
import { findEngine, packageRoot, slashes } from './engine.ts'
import { forget, removeSettings, writeSettings } from './files.ts'
import { type Change, installed, planChange } from './plan.ts'
import { PRESET_WORDS, PRESETS, type Preset, type Profile, presetProfile, profileOf } from './profile.ts'

interface Given {
  readonly harness?: HarnessName
  readonly scope?: Scope
  readonly hooks?: readonly string[]
  readonly preset?: Preset
  readonly dryRun?: boolean
  readonly yes?: boolean
}

/** `hookbox init`, `add`, `remove` and `update`: the entries in the harnesses' settings. */
export function addSetup(program: Command, registry: Registry): void {
  const names = Object.keys(registry)
  const hookName = (value: string): string => {
    if (names.includes(value)) return value
    const best = nearest(value, names)
    const hint = best === undefined ? '`hookbox hooks` shows them' : `did you mean ${best}?`
    throw new InvalidArgumentError(`there is no hook ${value}; ${hint}`)
  }
  const several = (value: string, before: readonly string[] = []) => [...before, hookName(value)]
  const list = (value: string) => {
    const named = value.split(',').filter((one) => one.trim() !== '')
    if (named.length === 0) throw new InvalidArgumentError('it names no hook; `hookbox remove` takes all out')
    return named.map((one) => hookName(one.trim()))
  }
  const withPlace = (command: Command) =>
    command
      .addOption(new Option('--harness <name>', 'one harness only').choices(HARNESSES))
      .addOption(
        new Option(
          '--scope <scope>',
          'user: all your projects; project: everybody who has this one; local: your copy of it',
        ).choices(SCOPES),
      )
      .option('--dry-run', 'show what would change and write nothing')
      .option('--yes', 'do not ask')
  const presets = PRESETS.map((preset) => `${preset}: ${PRESET_WORDS[preset]}`).join('; ')

  withPlace(program.command('init'))
    .description('register hooks in the settings of the harnesses found')
    .option('--hooks <names>', 'these hooks, separated by commas', list)
    .addOption(new Option('--preset <preset>', presets).choices(PRESETS))
    .addHelpText(
      'after',
      '\nExamples:\n  hookbox init --dry-run\n  hookbox init --scope user --preset observe\n  hookbox init --hooks block-dangerous-rm,block-sudo --yes',
    )
    .action(async (given: Given) =>
      act('init', given, await loadAll(registry), (now, hooks) => chosen(given, now, hooks)),
    )
  withPlace(program.command('add'))
    .description('register further hooks')
    .argument('<hooks...>', 'their names', several)
    .action(async (more: readonly string[], given: Given) =>
      act(
        'add',
        given,
        await loadAll(registry),
        (now, hooks) => new Map([...profileOf(more, 'balanced', hooks), ...now]),
      ),
    )
  withPlace(program.command('remove'))
    .description('take hooks out of the settings; without names all of them')
    .argument('[hooks...]', 'their names', several)
    .action(async (gone: readonly string[] | undefined, given: Given) =>
      act(
        'remove',
        given,
        await loadAll(registry),
        (now) =>
          new Map(
            gone === undefined || gone.length === 0 ? [] : [...now].filter(([name]) => !gone.includes(name)),
          ),
      ),
    )
  withPlace(program.command('update'))
    .description('write the entries anew, as this version of hookbox wants them')
    .action(async (given: Given) => act('update', given, await loadAll(registry), (now) => now))
}

/** What `doctor --fix` does: our own entries anew, without a question. */
export async function rewriteEntries(registry: Registry): Promise<void> {
  await act('update', { yes: true }, await loadAll(registry), (now) => now)
}

async function loadAll(registry: Registry): Promise<readonly Hook[]> {
  return Promise.all(Object.values(registry).map((load) => load()))
}

/** What `init` is about: what was named, else what is there already, else the balanced preset. */
function chosen({ hooks: named, preset }: Given, now: Profile, hooks: readonly Hook[]): Profile {
  if (named) return profileOf(named, preset ?? 'balanced', hooks)
  if (preset) return presetProfile(preset, hooks)
  return now.size > 0 ? now : presetProfile('balanced', hooks)
}

type Verb = 'init' | 'add' | 'remove' | 'update'

async function act(
  verb: Verb,
  given: Given,
  hooks: readonly Hook[],
  want: (now: Profile, hooks: readonly Hook[]) => Profile,
): Promise<void> {
  try {
    process.exitCode = await run(verb, given, hooks, want)
  } catch (error) {
    process.stderr.write(`hookbox ${verb}: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

/** Exit codes: 0 done or nothing to do, 1 not possible or not wanted, 2 an agent may not do it. */
async function run(
  verb: Verb,
  given: Given,
  hooks: readonly Hook[],
  want: (now: Profile, hooks: readonly Hook[]) => Profile,
): Promise<number> {
  const project = projectFolder(process.cwd())
  const places = placesFor(verb, given, project, hooks)
  const changes = places.map((place) => {
    const shared = place.scope === 'project'
    const engine = findEngine(packageRoot(), shared, project)
    const { profile } = installed(place, hooks)
    return { change: planChange(place, want(profile, hooks), hooks, engine), engine, was: profile }
  })
  const due = changes.filter(({ change }) => (change.before ?? null) !== change.after)
  for (const { change } of changes) tellUseless(change)
  if (due.length === 0) {
    say(
      verb === 'remove'
        ? places.length === 0
          ? 'nothing of hookbox is registered there'
          : 'none of these is registered there; hookbox list shows what is'
        : 'everything is registered already; nothing was changed',
    )
    return 0
  }
  const loosens = due.some(({ change, was }) => isLooser(change, was))
  const agent = loosens ? agentHere() : undefined
  if (agent !== undefined && !given.dryRun) {
    process.stderr.write(
      `hookbox ${verb}: this takes hooks away, which an agent may not do itself: ${agent}. Ask the user to run it in a terminal of their own.\n`,
    )
    return 2
  }
  for (const { change } of due) say(diff(change))
  if (given.dryRun) {
    say('nothing was written (--dry-run)')
    return 0
  }
  if (!given.yes && !(await confirmed(verb))) return 1
  const written: typeof due = []
  try {
    for (const one of due) {
      write(one.change)
      written.push(one)
    }
  } finally {
    if (written.length > 0) summary(verb, written, project)
  }
  for (const { change } of written) if (change.profile.size > 0) await tellNotIgnored(change.place, project)
  return 0
}

/** The settings files that this is about. */
function placesFor(verb: Verb, given: Given, project: string, hooks: readonly Hook[]): readonly Place[] {
  const all = placesOf(project).filter((place) => place.scope !== 'managed')
  const found = given.harness ? [given.harness] : harnessesFound(project)
  if (verb === 'remove' || verb === 'update') {
    const wanted = all.filter(
      ({ harness, scope }) =>
        (given.harness === undefined || harness === given.harness) &&
        (given.scope === undefined || scope === given.scope),
    )
    return wanted.filter((place) => installed(place, hooks).own.length > 0)
  }
  const harnesses = found.length > 0 ? found : (['claude-code'] as const)
  if (found.length === 0)
    say(chalk.dim('no harness was found here; Claude Code is set up, for when it comes'))
  return harnesses.flatMap((harness) => {
    const scope = harness === 'openharness' ? 'user' : (given.scope ?? defaultScope(project, all, hooks))
    if (harness === 'openharness' && given.scope !== undefined && given.scope !== 'user') {
      const why = 'OpenHarness has settings of the user only (--scope user)'
      if (given.harness) throw new Error(why)
      say(chalk.dim(`OpenHarness is left out: ${why}`))
      return []
    }
    const place = all.find((one) => one.harness === harness && one.scope === scope)
    if (!place && scope === 'project') {
      throw new Error("the settings of this project are the user's own; use --scope user")
    }
    if (!place) throw new Error(`there is no home folder for the settings of ${TITLES[harness]}; set HOME`)
    return [place]
  })
}

/** Where it is registered already; else for everybody when hookbox is part of the project. */
function defaultScope(project: string, all: readonly Place[], hooks: readonly Hook[]): Scope {
  const known = all.find(
    (place) =>
      place.harness === 'claude-code' && place.scope !== 'managed' && installed(place, hooks).own.length > 0,
  )
  const scope = SCOPES.find((one) => one === known?.scope)
  if (scope) return scope
  // In the home itself there is no project.
  if (!all.some(({ scope }) => scope === 'project')) return 'user'
  if (findEngine(packageRoot(), true, project).portable) return 'project'
  return fs.existsSync(path.join(project, '.git')) || fs.existsSync(path.join(project, '.claude'))
    ? 'local'
    : 'user'
}

function isLooser({ profile }: Change, was: Profile): boolean {
  const strength = (mode: string | undefined) => ['observe', 'ask', 'enforce'].indexOf(mode ?? 'enforce')
  return [...was].some(([name, { mode, set, other }]) => {
    const now = profile.get(name)
    if (now === undefined || strength(now.mode) < strength(mode)) return true
    // An option that goes may have been a stricter one; none comes but a stricter preset.
    return !set.every((one) => now.set.includes(one)) || !other.every((one) => now.other.includes(one))
  })
}

/** Why this looks like an agent's doing; a script without a terminal is none. */
function agentHere(): string | undefined {
  const why = notAPerson(nodeHost)
  return why === undefined || /is no terminal$/.test(why) ? undefined : why
}

async function confirmed(verb: Verb): Promise<boolean> {
  const terminal = process.stdin.isTTY ? await openTerminal() : undefined
  if (!terminal) {
    process.stderr.write(
      `hookbox ${verb}: nothing was written, since nobody can be asked here; --yes writes it\n`,
    )
    return false
  }
  try {
    const answer = terminal.ask('Write this? [y/N] ', 100)
    if (/^(?:y|yes)$/i.test(answer)) return true
    process.stderr.write('nothing was written\n')
    return false
  } finally {
    terminal.close()
  }
}

function write({ place, before, after, profile }: Change): void {
  if (after === null) removeSettings(place.path, before)
  else writeSettings(place.path, after, before)
  if (profile.size === 0) forget(place.path)
}

function diff({ place, before, after }: Change): string {
  const title = `${TITLES[place.harness]}, ${place.scope}: ${place.path}`
  const note = before === undefined ? ' (new)' : after === null ? ' (goes, hookbox had made it)' : ''
  const lines = hunks(before ?? '', after ?? '').flatMap((hunk) => hunk.split('\n'))
  const coloured = lines.map((line) => {
    if (line.startsWith('+')) return chalk.green(line)
    if (line.startsWith('-')) return chalk.red(line)
    return chalk.dim(line)
  })
  return [chalk.bold(title) + note, ...coloured, ''].join('\n')
}

function tellUseless({ place, useless }: Change): void {
  if (useless.length === 0) return
  say(
    chalk.dim(
      `${TITLES[place.harness]} does nothing with what ${useless.join(', ')} would say, so they are left out there`,
    ),
  )
}

function summary(
  verb: Verb,
  due: readonly { change: Change; engine: { portable: boolean } }[],
  project: string,
): void {
  for (const { change, engine } of due) {
    const { place, profile } = change
    const where = `${TITLES[place.harness]}, ${place.scope}: ${shownFile(place.path, project)}`
    const names = [...profile].map(([name, { mode }]) => (mode ? `${name} (${mode})` : name))
    say(`${chalk.green(change.after === null ? 'removed' : 'written')} ${where}`)
    say(names.length === 0 ? '  no hook is left there' : `  ${names.join(', ')}`)
    if (place.scope === 'project' && profile.size > 0 && !engine.portable) {
      say(
        chalk.yellow(
          '  Others will not have this path: add hookbox to the project (npm install --save-dev hookbox) and run hookbox update, or use --scope local.',
        ),
      )
    }
  }
  if (verb === 'remove') return
  say('\nA running session keeps its old hooks until it is started again.')
  say('Try it: hookbox doctor')
}

/** A local file is for this machine: with its paths nobody else can begin anything. */
async function tellNotIgnored({ scope, path: file }: Place, project: string): Promise<void> {
  if (scope !== 'local') return
  const { ended, code } = await git(nodeHost, project, ['check-ignore', '--quiet', '--', file])
  if (ended !== 'exited' || code !== 1) return
  const name = slashes(path.relative(project, file))
  say(
    chalk.yellow(
      `git does not ignore ${name}, which is for this machine alone: add it to .gitignore or .git/info/exclude`,
    ),
  )
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
