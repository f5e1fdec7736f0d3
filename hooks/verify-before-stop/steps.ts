import type { Context } from '../../src/hook.ts'
import type { TotalTime } from './allowed-time.ts'
import type { Options } from './options.ts'
import { type Outcome, runSuite } from './outcome.ts'
import { Running } from './running.ts'
import type { Suite } from './suite.ts'

interface Settings extends Pick<Options, 'timeoutMs' | 'retries' | 'parallel'>, TotalTime {
  /** When all has to be over, in milliseconds since the epoch. */
  readonly until: number
}

/**
 * Runs all suites, one after the other or at once, also after one was red: the agent should
 * learn everything in one go. Red ones run again as often as `retries` says.
 */
export async function runSuites(
  { host, note, progress }: Pick<Context<Options>, 'host' | 'note' | 'progress'>,
  suites: readonly Suite[],
  settings: Settings,
): Promise<Outcome[]> {
  const running = new Running(host, progress)
  const one = async (suite: Suite): Promise<Outcome> => {
    note(`running ${suite.name} in ${suite.folder}`)
    const work = withRetries(suite, settings)
    const outcome = await running.watch(suite.name, work)
    note(`${suite.name} in ${suite.folder}: ${outcome.kind}, it ${outcome.ended}`)
    return outcome
  }
  if (settings.parallel) return Promise.all(suites.map(one))
  const outcomes: Outcome[] = []
  for (const suite of suites) outcomes.push(await one(suite))
  return outcomes

  async function withRetries(suite: Suite, { retries, timeoutMs, until }: Settings): Promise<Outcome> {
    let first: Outcome | undefined
    for (let attempt = 0; attempt <= retries; attempt++) {
      const left = until - host.now()
      if (left <= 0) return first ?? notStarted(suite, settings)
      const own = suite.timeoutMs ?? timeoutMs
      const ran = await runSuite(host, suite, Math.min(own, left))
      const outcome = left < own ? explained(ran, settings) : ran
      if (outcome.kind === 'green' && first) {
        const ended = `failed first and passed in run ${attempt + 1}`
        return { ...outcome, kind: 'flaky', ended, output: first.output }
      }
      first ??= outcome
      if (outcome.kind !== 'red') return first
    }
    return first ?? notStarted(suite, settings)
  }
}

/** A deadline that the harness's own settings made shorter says where that can be changed. */
function explained(outcome: Outcome, { because }: Settings): Outcome {
  if (!outcome.late || because === undefined) return outcome
  return { ...outcome, ended: `${outcome.ended} (${because})` }
}

function notStarted(suite: Suite, { totalTimeoutMs, because }: Settings): Outcome {
  const used = `the ${Math.round(totalTimeoutMs / 1000)} s for all commands were used up`
  return {
    suite,
    kind: 'stuck',
    ended: `was not started: ${used}${because === undefined ? '' : ` (${because})`}`,
    output: '',
    durationMs: 0,
  }
}
