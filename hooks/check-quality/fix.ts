import type { Context } from '../../src/hook.ts'
import type { Host } from '../../src/host/host.ts'
import { readText } from '../../src/host/read-text.ts'
import { takeLock } from '../../src/store/lock.ts'
import { hunks } from '../../src/text/hunks.ts'
import { type Checked, checkAll } from './check.ts'
import { lostImports } from './imports.ts'
import type { Limits } from './limits.ts'
import type { Options } from './options.ts'
import { checkWith, fixWith, type Outcome } from './run-step.ts'
import type { Step } from './steps.ts'
import type { Subject } from './subject.ts'

/**
 * Runs the steps of a file that may be rewritten by them: one call at a time for each file,
 * since two writers would undo each other's work. When another call has the file for too
 * long, it is only checked.
 */
export async function fixAndCheck(
  subject: Subject,
  steps: readonly Step[],
  ctx: Context<Options>,
  limits: Limits,
): Promise<Checked> {
  const { host, note } = ctx
  const done = await alone(subject, ctx, limits, () => inTurn(subject, steps, ctx, limits))
  if (done !== 'busy') return done
  note(`another call is rewriting ${subject.shown}, so it is only checked`)
  const harmless = steps.filter((step) => !step.own)
  return { subject, outcomes: await checkAll(subject, harmless, host, limits) }
}

/** The work, while no other call of ours writes the file; `busy` when one does for too long. */
export async function alone<Result>(
  { file }: Subject,
  { host, options }: Context<Options>,
  limits: Limits,
  work: () => Promise<Result>,
): Promise<Result | 'busy'> {
  const lock = await takeLock(host, file, {
    waitMs: Math.max(0, Math.min(options.timeoutMs, limits.until - host.now())),
    staleMs: options.totalTimeoutMs + 60_000,
  })
  if (lock.kind === 'busy') return 'busy'
  try {
    return await work()
  } finally {
    if (lock.kind === 'taken') lock.release()
  }
}

async function inTurn(
  subject: Subject,
  steps: readonly Step[],
  { host, options, note }: Context<Options>,
  limits: Limits,
): Promise<Checked> {
  const { file } = subject
  const text = () => wholeText(host, file)
  const before = text()
  // Written back, what is no UTF-8 would be something else.
  const mayFix = options.fix && !before.includes('\uFFFD')
  const by = new Set<string>()
  let last = before
  const watch = async <Result>(step: Step, work: Promise<Result>): Promise<Result> => {
    const result = await work
    const now = text()
    if (now !== last) by.add(step.name)
    last = now
    return result
  }
  const troubles = new Map<Step, Outcome>()
  const takenBack: Step[] = []
  for (const step of mayFix ? steps : []) {
    const earlier = last
    const trouble = await fixWith(step, step.fix, file, host, limits)
    if (trouble) troubles.set(step, trouble)
    const lost = lostImports(earlier, text())
    if (lost.length > 0 && host.stat(file)) {
      // The agent often adds the import in one edit and its use in the next.
      host.replace(file, earlier, host.stat(file)?.mode ?? 0o644)
      note(
        `${step.name} would remove the import of ${lost.join(', ')}: that is put off to the end of the turn`,
      )
      takenBack.push(step)
      await fixWith(step, step.format, file, host, limits)
    }
    await watch(step, Promise.resolve())
  }
  const outcomes: Outcome[] = []
  for (const step of steps) {
    const known = troubles.get(step)
    outcomes.push(known ?? (await watch(step, checkWith(step, file, host, limits))))
  }
  const rewritten = last === before ? undefined : { by: [...by], hunks: hunks(before, last) }
  return { subject, outcomes, rewritten, takenBack }
}

/** The text with its byte order mark, '' when the file is gone. */
function wholeText(host: Host, file: string): string {
  const text = readText(host, file, MAX_BYTES) ?? ''
  const bytes = text === '' ? undefined : host.readFile(file, 3)
  return bytes?.[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? `\uFEFF${text}` : text
}

const MAX_BYTES = 4 * 1024 * 1024
