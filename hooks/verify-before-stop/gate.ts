import type { Event } from '../../src/event.ts'
import { block, type Context, PASS, report, type Verdict } from '../../src/hook.ts'
import { pathMatcher } from '../../src/paths/glob.ts'
import { ignoresCase, normalPath, projectRoot, repositoryRoot } from '../../src/paths/project.ts'
import { writeVerified } from '../../src/verified/record.ts'
import {
  baseline,
  blocksSoFar,
  type Cause,
  countBlock,
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

/** stop: passes when nothing is to be verified or everything is green, else blocks or reports. */
export async function verify(event: Event, ctx: Ctx): Promise<Verdict> {
  const { host, options, note } = ctx
  if (saysItIsFirst(event)) forgetBlocks(host, event)
  const place = await look(event, ctx)
  const since = baseline(host, event, place.root)
  if (options.skipUnchanged && isKnown(place, since, ctx)) return PASS
  const suites = await suitesOf(place, since?.head, ctx)
  if (suites.length === 0) {
    note(`no tests were found at or above ${place.cwd}, up to ${place.root}`)
    return PASS
  }
  const { runSuites } = await import('./steps.ts')
  const outcomes = await runSuites(host, suites, options, note)
  const bad = outcomes.filter(({ kind }) => kind === 'red' || kind === 'stuck')
  if (bad.length > 0) return notGreen(event, ctx, place.root, bad)
  forgetBlocks(host, event)
  await remember(place, outcomes, ctx)
  const flaky = outcomes.filter(({ kind }) => kind === 'flaky')
  if (flaky.length === 0) return PASS
  const { flakyReport } = await import('./words.ts')
  return report(flakyReport(host, place.root, flaky))
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
  const { configuredSuites, detectedSuites } = await import('./choose.ts')
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

/** Blocks as long as the agent may be kept working for this cause, then tells the user. */
async function notGreen(event: Event, ctx: Ctx, root: string, bad: readonly Outcome[]): Promise<Verdict> {
  const { host, options } = ctx
  const { FIX_RED, FIX_STUCK, letGoReport, redReason } = await import('./words.ts')
  const cause: Cause = bad.some(({ kind }) => kind === 'red') ? 'red' : 'stuck'
  if (cause === 'stuck' && options.couldNotRun === 'report') {
    return report(letGoReport(host, root, bad, 'and the tests could not run'))
  }
  const cap = cause === 'red' ? options.maxBlocks : 1
  const count = nextBlock(event, ctx, cause, cap)
  if (count === undefined) {
    const what = cause === 'red' ? 'and tests still fail' : 'and the tests could not run'
    return report(letGoReport(host, root, bad, what))
  }
  return block(redReason(host, root, bad, { count, cap, next: cause === 'red' ? FIX_RED : FIX_STUCK }))
}

/**
 * The number of this block; undefined when the agent has to be let go. An agent is never
 * kept working without a count, except by the first stop of a chain and where the harness
 * gives neither a session nor the flag, as it is when somebody tries the hook by hand.
 */
function nextBlock(event: Event, { host }: Ctx, cause: Cause, cap: number): number | undefined {
  const before = blocksSoFar(host, event, cause)
  if (before === undefined || before >= cap) return undefined
  const counted = countBlock(host, event, cause, before + 1)
  const uncountable = event.stop?.active === true || (event.sessionId ?? '') !== ''
  if (!counted && uncountable && !saysItIsFirst(event)) return undefined
  return before + 1
}
