import type { Event } from '../../src/event.ts'
import { block, type Context, report, type Verdict } from '../../src/hook.ts'
import { blocksSoFar, type Cause, countBlock, saysItIsFirst } from './memory.ts'
import type { Options } from './options.ts'
import type { Outcome } from './outcome.ts'
import { FIX_RED, FIX_STUCK, letGoReport, redReason } from './words.ts'

type Ctx = Context<Options>

/** Blocks as long as the agent may be kept working for this cause, then tells the user. */
export function notGreen(event: Event, ctx: Ctx, root: string, bad: readonly Outcome[]): Verdict {
  const { options } = ctx
  const cause: Cause = bad.some(({ kind }) => kind === 'red') ? 'red' : 'stuck'
  if (cause === 'stuck' && options.couldNotRun === 'report') {
    return report(letGoReport(ctx, root, bad, 'and the tests could not run'))
  }
  const cap = cause === 'red' ? options.maxBlocks : 1
  const count = nextBlock(event, ctx, cause, cap)
  if (count === undefined) {
    const what = cause === 'red' ? 'and tests still fail' : 'and the tests could not run'
    return report(letGoReport(ctx, root, bad, what))
  }
  return block(redReason(ctx, root, bad, { count, cap, next: cause === 'red' ? FIX_RED : FIX_STUCK }))
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
