import type { Event } from '../../src/event.ts'
import { type Context, context, PASS, report, type Verdict } from '../../src/hook.ts'
import { pathMatcher } from '../../src/paths/glob.ts'
import { ignoresCase } from '../../src/paths/project.ts'
import type { Options } from './options.ts'
import { checkWith, type Outcome } from './run-step.ts'
import { type Step, stepsFor } from './steps.ts'
import { isGenerated, isIgnored, type Subject, subjectOf } from './subject.ts'

type Ctx = Context<Options>

/** What came of one file. */
export interface Checked {
  readonly subject: Subject
  readonly outcomes: readonly Outcome[]
  /** The tools rewrote it: by which, and what changed. */
  readonly rewritten?: Rewrite | undefined
}

export interface Rewrite {
  readonly by: readonly string[]
  readonly hunks: readonly string[]
}

/** Checks the files and tells the model what was found; the user, what could not run. */
export async function checkFiles(paths: readonly string[], event: Event, ctx: Ctx): Promise<Verdict> {
  const checked: Checked[] = []
  for (const path of paths) {
    const one = await checkFile(path, event, ctx)
    if (one) checked.push(one)
  }
  const worthTelling = checked.filter(
    ({ outcomes, rewritten }) => rewritten || outcomes.some(({ kind }) => kind === 'findings'),
  )
  if (worthTelling.length > 0) {
    const { contextText } = await import('./words.ts')
    const text = contextText(worthTelling, ctx.options)
    if (text !== '') return context(text)
  }
  const unable = checked.flatMap(({ subject, outcomes }) =>
    outcomes
      .filter(({ kind }) => kind === 'missing' || kind === 'failed')
      .map((outcome) => ({ subject, outcome })),
  )
  if (unable.length === 0) return PASS
  const { unableReport } = await import('./words.ts')
  const message = unableReport(unable, event, ctx.host)
  return message === undefined ? PASS : report(message)
}

async function checkFile(path: string, event: Event, ctx: Ctx): Promise<Checked | undefined> {
  const { host, options, note } = ctx
  const subject = subjectOf(event, path, host)
  if (typeof subject === 'string') {
    note(`${path} is not checked: ${subject}`)
    return undefined
  }
  const steps = await stepsFor(subject, options, host)
  if (steps.length === 0) {
    note(`nothing is configured for ${subject.shown}`)
    return undefined
  }
  const reason = await passes(subject, options, ctx)
  if (reason !== undefined) {
    note(`${subject.shown} is not checked: ${reason}`)
    return undefined
  }
  // The user's own commands may rewrite the file too.
  const mayWrite = options.fix || steps.some((step) => step.own)
  const checked = mayWrite
    ? await (await import('./fix.ts')).fixAndCheck(subject, steps, ctx)
    : { subject, outcomes: await checkAll(subject, steps, ctx) }
  for (const outcome of checked.outcomes) note(describe(outcome))
  return checked
}

/** Why the file passes all the same; the questions that cost something come last. */
async function passes(subject: Subject, options: Options, { host }: Ctx): Promise<string | undefined> {
  const ignored = await pathMatcher(options.ignore, {
    base: subject.root,
    home: host.home(),
    ignoreCase: ignoresCase(host),
  })
  if (ignored(subject.file)) return 'the option "ignore" names it'
  if (isGenerated(host, subject.file)) return 'it says that it is generated, or is no text'
  return (await isIgnored(host, subject)) ? 'git ignores it' : undefined
}

/** All checks, one after the other: they may share a cache. */
export async function checkAll(subject: Subject, steps: readonly Step[], ctx: Ctx): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const step of steps) {
    outcomes.push(await checkWith(step, subject.file, ctx.host, ctx.options.timeoutMs))
  }
  return outcomes
}

function describe({ step, kind, findings, why }: Outcome): string {
  const said = kind === 'findings' ? `${findings.length} findings` : kind === 'clean' ? 'nothing' : why
  return `${step.name} (${step.found ?? step.program}, because of ${step.because}): ${said}`
}
