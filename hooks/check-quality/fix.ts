import type { Context } from '../../src/hook.ts'
import { readText } from '../../src/host/read-text.ts'
import { takeLock } from '../../src/store/lock.ts'
import { hunks } from '../../src/text/hunks.ts'
import { type Checked, checkAll } from './check.ts'
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
): Promise<Checked> {
  const { host, options, note } = ctx
  const lock = await takeLock(host, subject.file, {
    waitMs: options.timeoutMs,
    staleMs: 2 * options.timeoutMs * steps.length + 60_000,
  })
  if (lock.kind === 'busy') {
    note(`another call is rewriting ${subject.shown}, so it is only checked`)
    const harmless = steps.filter((step) => !step.own)
    return { subject, outcomes: await checkAll(subject, harmless, ctx) }
  }
  try {
    return await inTurn(subject, steps, ctx)
  } finally {
    if (lock.kind === 'taken') lock.release()
  }
}

async function inTurn(
  subject: Subject,
  steps: readonly Step[],
  { host, options }: Context<Options>,
): Promise<Checked> {
  const { file } = subject
  const before = readText(host, file, MAX_BYTES) ?? ''
  const by: string[] = []
  let last = before
  const watch = async <Result>(step: Step, work: Promise<Result>): Promise<Result> => {
    const result = await work
    const now = readText(host, file, MAX_BYTES) ?? ''
    if (now !== last) by.push(step.name)
    last = now
    return result
  }
  const troubles = new Map<Step, Outcome>()
  if (options.fix) {
    for (const step of steps) {
      const trouble = await watch(step, fixWith(step, file, host, options.timeoutMs))
      if (trouble) troubles.set(step, trouble)
    }
  }
  const outcomes: Outcome[] = []
  for (const step of steps) {
    const known = troubles.get(step)
    outcomes.push(known ?? (await watch(step, checkWith(step, file, host, options.timeoutMs))))
  }
  return {
    subject,
    outcomes,
    rewritten: last === before ? undefined : { by: [...new Set(by)], hunks: hunks(before, last) },
  }
}

const MAX_BYTES = 4 * 1024 * 1024
