import { nearest } from '../../text/nearest.ts'
import { type Answer, HttpError } from '../http/answer.ts'
import { type Bodies, BodyError } from '../http/body.ts'
import type { Asked, Route } from '../http/routes.ts'
import type { Ingest } from '../ingest/routes.ts'
import type { Metrics } from '../metrics.ts'
import { answerOf } from './answer.ts'
import type { Decision } from './decide.ts'
import type { Pool } from './pool.ts'
import type { Caller } from './posted.ts'

/** The hook whose log is this server: what is posted to it is stored. */
const AUDIT = 'audit-tool-call'

export interface PolicyParts {
  readonly bodies: Bodies
  readonly pool: Pool
  readonly ingest: Ingest
  readonly metrics: Metrics
  /** Names that may be asked, `audit-tool-call` among them when it is. */
  readonly hooks: readonly string[]
  caller(asked: Asked): Caller
}

/** `POST /hooks/NAME`, or several, `POST /hooks/NAME,NAME`: what these hooks make of the posted event. */
export function policyRoute(parts: PolicyParts): Route {
  const runs = parts.metrics.counter('hookbox_hook_verdicts_total', 'What hooks said, by hook and verdict.')
  const took = parts.metrics.histogram('hookbox_hook_seconds', 'Time from a posted event to its answer.')
  return {
    method: 'POST',
    path: '/hooks/*',
    needs: 'write',
    answer: async (asked) => {
      const names = namesIn(asked.rest, parts.hooks)
      const others = names.filter((name) => name !== AUDIT)
      const started = performance.now()
      const said = (decision: Decision): Answer => {
        took(performance.now() - started)
        for (const one of decision.verdicts) runs(one)
        parts.ingest.alsoRecords(decision.records, asked)
        return answerOf(decision)
      }
      try {
        return await parts.bodies.use(asked.request, async (body) => {
          if (others.length === 0) return parts.ingest.event(body, asked)
          // Side by side: the agent waits for the decision, not for the disk.
          if (names.length > others.length) parts.ingest.alsoEvent(body, asked)
          return said(await parts.pool.decide(others, new Uint8Array(body.bytes), parts.caller(asked)))
        })
      } catch (error) {
        // Claude Code takes a status that is not 2xx for a hook that failed, and lets the call go on.
        if (!(error instanceof BodyError) || others.length === 0) throw error
        return said(await parts.pool.refuse(others, error.start, parts.caller(asked), error.message))
      }
    },
  }
}

function namesIn(rest: string, known: readonly string[]): string[] {
  const names = [...new Set(decoded(rest).split(','))]
  const unknown = names.find((name) => !known.includes(name))
  if (unknown === undefined) return names
  const best = nearest(unknown, known)
  const hint = best === undefined ? `it has ${known.join(', ')}` : `did you mean ${best}?`
  throw new HttpError(404, `this server runs no hook called ${JSON.stringify(unknown.slice(0, 60))}; ${hint}`)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // a % that escapes nothing is part of a name that is none
  }
}
