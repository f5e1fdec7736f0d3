import type { Host } from '../../src/host/host.ts'
import type { Options } from './options.ts'
import { type Outcome, runSuite } from './outcome.ts'
import type { Suite } from './suite.ts'

type Settings = Pick<Options, 'timeoutMs' | 'totalTimeoutMs' | 'retries' | 'parallel'>

/**
 * Runs all suites, one after the other or at once, also after one was red: the agent should
 * learn everything in one go. Red ones run again as often as `retries` says.
 */
export async function runSuites(
  host: Host,
  suites: readonly Suite[],
  settings: Settings,
  note: (line: string) => void,
): Promise<Outcome[]> {
  const deadline = host.now() + settings.totalTimeoutMs
  const one = async (suite: Suite): Promise<Outcome> => {
    note(`running ${suite.name} in ${suite.folder}`)
    const outcome = await withRetries(host, suite, settings, deadline)
    note(`${suite.name} in ${suite.folder}: ${outcome.kind}, it ${outcome.ended}`)
    return outcome
  }
  if (settings.parallel) return Promise.all(suites.map(one))
  const outcomes: Outcome[] = []
  for (const suite of suites) outcomes.push(await one(suite))
  return outcomes
}

async function withRetries(host: Host, suite: Suite, settings: Settings, deadline: number): Promise<Outcome> {
  let first: Outcome | undefined
  for (let attempt = 0; attempt <= settings.retries; attempt++) {
    const left = deadline - host.now()
    if (left <= 0) return first ?? notStarted(suite, settings.totalTimeoutMs)
    const outcome = await runSuite(host, suite, Math.min(suite.timeoutMs ?? settings.timeoutMs, left))
    if (outcome.kind === 'green' && first) {
      return {
        ...outcome,
        kind: 'flaky',
        ended: `failed first and passed in run ${attempt + 1}`,
        output: first.output,
      }
    }
    first ??= outcome
    if (outcome.kind !== 'red') return first
  }
  return first ?? notStarted(suite, settings.totalTimeoutMs)
}

function notStarted(suite: Suite, totalMs: number): Outcome {
  return {
    suite,
    kind: 'stuck',
    ended: `was not started: the ${Math.round(totalMs / 1000)} s for all commands were used up`,
    output: '',
    durationMs: 0,
  }
}
