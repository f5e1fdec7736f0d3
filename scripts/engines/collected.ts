import type { Dialect } from '../../src/event.ts'
import type { Verdict } from '../../src/hook.ts'
import { allCases, type Case } from '../score-cases.ts'
import { guards } from '../score-guards.ts'
import { type ScoreWorld, USER } from '../score-world.ts'
import type { BatchCall } from './batch.ts'
import { CONTRACT_EVENTS, contractCall, speakerOf, VERDICTS } from './contract.ts'

/** What every engine is asked in one process (batch.ts), with what it is about. */

/** All guards about the collected cases, in their world. */
export async function caseCalls(
  world: ScoreWorld,
): Promise<{ readonly one: Case; readonly call: BatchCall }[]> {
  const hooks = (await guards()).map(({ name }) => name)
  const user = { ...USER, PATH: process.env['PATH'] ?? '' }
  return allCases().flatMap((one) => {
    const { absent } = one
    const around = { shown: world.shown, env: { ...user, ...one.env }, ...(absent ? { absent } : {}) }
    return one.payloads.map((payload) => ({
      one,
      call: { hooks, argv: [JSON.stringify(payload)], world: around },
    }))
  })
}

interface ContractCall {
  readonly dialect: Dialect
  readonly name: string
  readonly verdict: Verdict
  readonly call: BatchCall
}

/** Each verdict on each event of each harness. */
export function contractCalls(): ContractCall[] {
  return CONTRACT_EVENTS.flatMap(([dialect, name]) =>
    VERDICTS.map((verdict) => ({
      dialect,
      name,
      verdict,
      call: { hooks: [speakerOf(verdict)], argv: contractCall(dialect, name, '/') },
    })),
  )
}
