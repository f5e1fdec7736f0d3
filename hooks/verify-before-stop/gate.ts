import type { Event } from '../../src/event.ts'
import { type Context, PASS, report, type Verdict } from '../../src/hook.ts'
import { isChosen } from '../../src/paths/chosen.ts'
import { pathMatcher } from '../../src/paths/glob.ts'
import { ignoresCase, normalPath, projectLeft, projectRoot, repositoryRoot } from '../../src/paths/project.ts'
import { writeVerified } from '../../src/verified/record.ts'
import { configuredSuites, detectedSuites } from './choose.ts'
import {
  baseline,
  forgetBlocks,
  lastGreen,
  rememberBaseline,
  rememberGreen,
  saysItIsFirst,
} from './memory.ts'
import type { Options } from './options.ts'
import type { Outcome } from './outcome.ts'
import type { Suite } from './suite.ts'
import { readTree, type Tree } from './tree.ts'

type Ctx = Context<Options>

/** The place that is verified. */
interface Place {
  readonly cwd: string
  readonly root: string
  readonly tree: Tree | undefined
  /**
   * Nobody's session: it was called by hand, or by a harness that names none, for its record.
   * Then the tests of the folder itself count too, not only those of what changed.
   */
  readonly here: boolean
  /** Names the place and the settings, for what is remembered about them. */
  readonly key: string
}

/** session-start: remembers the state that the session found. */
export async function recordStart(event: Event, ctx: Ctx): Promise<Verdict> {
  const { root, tree } = await look(event, ctx)
  if (tree?.fingerprint !== undefined) {
    rememberBaseline(ctx.host, event, root, { fingerprint: tree.fingerprint, head: tree.head })
  }
  return PASS
}

/**
 * stop: passes when nothing is to be verified or everything is green, else blocks or reports.
 * An agent that has gone elsewhere (`cd /tmp`) does not leave its project behind.
 */
export async function verify(event: Event, ctx: Ctx): Promise<Verdict> {
  const { host, options } = ctx
  if (saysItIsFirst(event)) forgetBlocks(host, event)
  const left = projectLeft(host, event.cwd)
  const events = left === undefined ? [event] : [{ ...event, cwd: left }]
  // Configured commands are the project's; what is found where it went counts beside it.
  if (left !== undefined && options.commands.length === 0) events.unshift(event)
  const began = host.now()
  let ran = false
  for (const one of events) {
    const verdict = await verifyAt(one, ctx, began)
    if (verdict !== 'unchanged' && verdict.kind !== 'pass') return verdict
    ran ||= verdict !== 'unchanged'
  }
  if (ran) forgetBlocks(host, event)
  return PASS
}

/** One place. `unchanged`: nothing had to run. `began`: when the gate did, for its deadline. */
async function verifyAt(event: Event, ctx: Ctx, began: number): Promise<Verdict | 'unchanged'> {
  const { host, options, note } = ctx
  const root = rootOf(host, event)
  if (!(await isChosen(host, root, options.onlyIn))) {
    note(`nothing is run in ${root}, which the option "onlyIn" does not name`)
    return 'unchanged'
  }
  const place = await look(event, ctx)
  const since = baseline(host, event, place.root)
  if (options.skipUnchanged && isKnown(place, since, ctx)) return 'unchanged'
  const suites = await suitesOf(place, since?.head, ctx)
  if (suites.length === 0) {
    note(`no tests were found at or above ${place.cwd}, up to ${place.root}`)
    return 'unchanged'
  }
  const { totalTime } = await import('./allowed-time.ts')
  const { runSuites } = await import('./steps.ts')
  const time = totalTime(host, event, place.root, options)
  const outcomes = await runSuites(ctx, suites, { ...options, ...time, until: began + time.totalTimeoutMs })
  const bad = outcomes.filter(({ kind }) => kind === 'red' || kind === 'stuck')
  if (bad.length > 0) return (await import('./not-green.ts')).notGreen(event, ctx, place.root, bad)
  await remember(place, outcomes, ctx)
  const flaky = outcomes.filter(({ kind }) => kind === 'flaky')
  if (flaky.length === 0) return PASS
  forgetBlocks(host, event)
  const { flakyReport } = await import('./words.ts')
  return report(flakyReport(ctx, place.root, flaky))
}

/** The repository of the event's folder, else its project. */
function rootOf(host: Ctx['host'], event: Event): string {
  const cwd = normalPath(host, event.cwd)
  return repositoryRoot(host, cwd) ?? projectRoot(host, cwd)
}

async function look(event: Event, { host, options }: Ctx): Promise<Place> {
  const cwd = normalPath(host, event.cwd)
  const repository = repositoryRoot(host, cwd)
  const root = repository ?? projectRoot(host, cwd)
  const ignore = await pathMatcher(options.ignore, {
    base: root,
    home: host.home(),
    ignoreCase: ignoresCase(host),
  })
  const tree = repository === undefined ? undefined : await readTree(host, root, ignore)
  const here = (event.sessionId ?? '') === ''
  const key = [root, cwd, JSON.stringify(options), ...(here ? ['here'] : [])].join('\0')
  return { cwd, root, tree, here, key }
}

function isKnown(place: Place, since: { fingerprint: string } | undefined, { host, note }: Ctx): boolean {
  const fingerprint = place.tree?.fingerprint
  if (fingerprint === undefined) {
    note('whether something changed can not be told here, so the tests run')
    return false
  }
  if (lastGreen(host, place.key)?.fingerprint === fingerprint) {
    note('nothing changed since the tests were green')
    return true
  }
  if (since?.fingerprint !== fingerprint) return false
  note('this session has changed nothing')
  return true
}

async function suitesOf(place: Place, since: string | undefined, { host, options }: Ctx): Promise<Suite[]> {
  if (options.commands.length > 0) return configuredSuites(host, options.commands, place.root)
  return detectedSuites(host, place, await changedFiles(place, since, host))
}

/** Files changed since the session began or since the tests were green, as far as that is known. */
async function changedFiles(place: Place, since: string | undefined, host: Ctx['host']): Promise<string[]> {
  const { tree } = place
  if (!tree) return []
  const before = since ?? lastGreen(host, place.key)?.head
  if (before === undefined || tree.head === undefined || before === tree.head) return [...tree.changed]
  const { changedBetween } = await import('./tree.ts')
  return [...tree.changed, ...(await changedBetween(host, tree.root, before, tree.head))]
}

/**
 * Remembers a green run, if the tree is the same after it: a file that changed meanwhile was
 * perhaps not tested.
 */
async function remember(place: Place, outcomes: readonly Outcome[], ctx: Ctx): Promise<void> {
  const { host, note, options } = ctx
  const before = place.tree
  if (before?.fingerprint === undefined) return
  const ignore = await pathMatcher(options.ignore, {
    base: place.root,
    home: host.home(),
    ignoreCase: ignoresCase(host),
  })
  const after = await readTree(host, place.root, ignore)
  if (after?.fingerprint !== before.fingerprint) {
    note('files changed while the tests ran, so this run is not remembered')
    return
  }
  rememberGreen(host, place.key, { fingerprint: before.fingerprint, head: before.head })
  const green = outcomes.filter(({ kind }) => kind === 'green')
  const whole = options.commands.length > 0 || green.some(({ suite }) => suite.folder === place.root)
  if (before.head === undefined || !whole || green.length < outcomes.length) return
  if (before.changed.length > 0 || options.ignore.length > 0) return
  const command = green.map(({ suite }) => suite.name).join('; ')
  await writeVerified(host, place.root, { commit: before.head, command })
}
