/** Our own guards on a case, in this process, in the fixture world. */
import { registry } from '../hooks/registry.ts'
import type { Event } from '../src/event.ts'
import { detectDialect, harnessOf } from '../src/harness/index.ts'
import { failsClosed, type Hook } from '../src/hook.ts'
import { contextOf, serves, verdictOf } from '../src/judge.ts'
import type { Case } from './score-cases.ts'
import type { Outcome } from './score-report.ts'
import type { ScoreWorld } from './score-world.ts'
import { without } from './shown-host.ts'

export async function guards(): Promise<Hook[]> {
  const all: Hook[] = await Promise.all(Object.values(registry).map((load) => load()))
  return all.filter((hook) => failsClosed(hook) && hook.events.includes('tool-before'))
}

/** The names of the guards that deny or ask. */
async function flagged(
  payload: Readonly<Record<string, unknown>>,
  one: Case,
  hooks: readonly Hook[],
  world: ScoreWorld,
): Promise<string[]> {
  const host = without(world.host(one.env), one.absent)
  const harness = harnessOf(detectDialect(payload))
  const event: Event = harness.read(payload, { cwd: String(payload['cwd'] ?? '/home/dev/app') })
  const names: string[] = []
  for (const hook of hooks) {
    if (!serves(hook, event)) continue
    try {
      const verdict = await verdictOf(hook, event, contextOf(hook.options.defaults, host))
      if (verdict.kind === 'deny' || verdict.kind === 'ask' || verdict.kind === 'block') names.push(hook.name)
    } catch {
      // A guard that throws denies (src/run.ts).
      names.push(hook.name)
    }
  }
  return names
}

export async function outcomeOf(one: Case, hooks: readonly Hook[], world: ScoreWorld): Promise<Outcome> {
  const each: string[][] = []
  for (const payload of one.payloads) each.push(await flagged(payload, one, hooks, world))
  const by = [...new Set(each.flat())]
  return { one, by, right: one.flag ? each.every((names) => names.length > 0) : by.length === 0 }
}
