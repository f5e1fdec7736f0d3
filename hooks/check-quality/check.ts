import type { Event } from '../../src/event.ts'
import { type Context, context, PASS, report, type Verdict } from '../../src/hook.ts'
import type { Host } from '../../src/host/host.ts'
import { readText } from '../../src/host/read-text.ts'
import { isChosen } from '../../src/paths/chosen.ts'
import { pathMatcher } from '../../src/paths/glob.ts'
import { ignoresCase } from '../../src/paths/project.ts'
import type { Edit } from './edits.ts'
import { type Limits, limitsOf } from './limits.ts'
import type { Options } from './options.ts'
import { checkWith, type Outcome } from './run-step.ts'
import { type Step, stepsFor } from './steps.ts'
import { isGenerated, isIgnored, type Subject, subjectOf } from './subject.ts'
import { type LineRange, touchedLines } from './touched.ts'

type Ctx = Context<Options>

/** What came of one file. */
export interface Checked {
  readonly subject: Subject
  /** Lines that the edit touched, as they were before any rewrite; undefined: all. */
  readonly touched?: readonly LineRange[] | undefined
  readonly outcomes: readonly Outcome[]
  /** The tools rewrote it: by which, and what changed. */
  readonly rewritten?: Rewrite | undefined
  /** Fixes that were taken back, because they would have removed imports. */
  readonly takenBack?: readonly Step[]
}

export interface Rewrite {
  readonly by: readonly string[]
  readonly hunks: readonly string[]
}

/** Checks the files and tells the model what was found; the user, what could not run. */
export async function checkFiles(edits: readonly Edit[], event: Event, ctx: Ctx): Promise<Verdict> {
  const limits = limitsOf(ctx.host, ctx.options)
  const all = await atOnce(edits, (edit) => checkFile(edit, event, ctx, limits))
  const checked = all.filter((one) => one !== undefined)
  const worthTelling = checked.filter(
    ({ outcomes, rewritten }) => rewritten || outcomes.some(({ kind }) => kind === 'findings'),
  )
  const unable = checked.flatMap(({ subject, outcomes }) =>
    outcomes
      .filter(({ kind }) => kind === 'missing' || kind === 'failed')
      .map((outcome) => ({ subject, outcome })),
  )
  if (worthTelling.length === 0 && unable.length === 0) return PASS
  const { contextText, unableReport } = await import('./words.ts')
  const text = contextText(worthTelling, ctx.options)
  const message = unable.length === 0 ? undefined : unableReport(unable, event, ctx.host)
  if (text === '') return message === undefined ? PASS : report(message)
  return message === undefined ? context(text) : { kind: 'context', text, message }
}

/** Files of a batch that are looked at together. */
const AT_ONCE = 4

async function atOnce<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as Item)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker))
  return results
}

async function checkFile(edit: Edit, event: Event, ctx: Ctx, limits: Limits): Promise<Checked | undefined> {
  const { host, options, note } = ctx
  const found = await subjectAndSteps(edit, event, ctx)
  if (!found) return undefined
  const { subject, steps } = found
  const touched =
    options.scope === 'changed' ? touchedLines(edit, readText(host, subject.file) ?? '') : undefined
  // The user's own commands may rewrite the file too.
  const mayWrite = options.fix || steps.some((step) => step.own)
  const checked = mayWrite
    ? await (await import('./fix.ts')).fixAndCheck(subject, steps, ctx, limits)
    : { subject, outcomes: await checkAll(subject, steps, host, limits) }
  for (const outcome of checked.outcomes) note(describe(outcome))
  if (options.fix) await (await import('./put-off.ts')).putOff(checked, steps, event, ctx)
  if (host.stat(subject.file)?.kind === 'file') return { ...checked, touched }
  note(`${subject.shown} went away while it was checked`)
  return undefined
}

/** The file as a subject with what runs for it; undefined, and a note why, when it passes. */
export async function subjectAndSteps(
  edit: Edit,
  event: Event,
  ctx: Ctx,
): Promise<{ readonly subject: Subject; readonly steps: readonly Step[] } | undefined> {
  const { host, options, note } = ctx
  const subject = subjectOf(event, edit, host)
  if (typeof subject === 'string') {
    note(`${edit.path} is not checked: ${subject}`)
    return undefined
  }
  const steps = await stepsFor(subject, options, host)
  if (steps.length === 0) {
    note(`nothing is configured for ${subject.shown}`)
    return undefined
  }
  const reason = await passes(subject, options, ctx)
  if (reason === undefined) return { subject, steps }
  note(`${subject.shown} is not checked: ${reason}`)
  return undefined
}

/** Why the file passes all the same; the questions that cost something come last. */
async function passes(subject: Subject, options: Options, { host }: Ctx): Promise<string | undefined> {
  const ignored = await pathMatcher(options.ignore, {
    base: subject.root,
    home: host.home(),
    ignoreCase: ignoresCase(host),
  })
  if (ignored(subject.file)) return 'the option "ignore" names it'
  if (!(await isChosen(host, subject.root, options.onlyIn)))
    return 'the option "onlyIn" does not name its project'
  if (isGenerated(host, subject.file)) return 'it says that it is generated, or is no text'
  return (await isIgnored(host, subject)) ? 'git ignores it' : undefined
}

/** All checks, one after the other: they may share a cache. */
export async function checkAll(
  subject: Subject,
  steps: readonly Step[],
  host: Host,
  limits: Limits,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const step of steps) outcomes.push(await checkWith(step, subject.file, host, limits))
  return outcomes
}

function describe({ step, kind, findings, why }: Outcome): string {
  const count = `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`
  const said = kind === 'findings' ? count : kind === 'clean' ? 'nothing' : why
  return `${step.name} (${step.found ?? step.program}, because of ${step.because}): ${said}`
}
