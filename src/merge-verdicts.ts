import { cannotJudge } from './failure.ts'
import { PASS, type Refusal, type Verdict } from './hook.ts'
import type { Answer } from './judge.ts'

type Said = Pick<Answer, 'name' | 'verdict' | 'failure'>

/** Strictest first. */
const REFUSALS: readonly Refusal['kind'][] = ['deny', 'block', 'ask']

/**
 * The one verdict of several hooks: deny over block over ask over context over report. The
 * reasons of all that refuse are given, each with its hook's name, in the order of the hooks.
 * Contexts are joined, and so are messages to the user, which go with whatever is answered.
 */
export function mergeVerdicts(said: readonly Said[]): Verdict {
  const told = tellAll(said)
  const besides = told === undefined ? {} : { message: told.message }
  const kind = REFUSALS.find((one) => said.some(({ verdict }) => verdict.kind === one))
  if (kind !== undefined) return { kind, reason: reasonsOf(said, kind).join('\n\n'), ...besides }
  const contexts = said.flatMap(({ verdict }) => (verdict.kind === 'context' ? [verdict] : []))
  if (contexts.length > 0) {
    const title = contexts.find((one) => one.title !== undefined)?.title
    const text = contexts.map((one) => one.text).join('\n\n')
    return { kind: 'context', text, ...besides, ...(title === undefined ? {} : { title }) }
  }
  return told ?? PASS
}

function reasonsOf(said: readonly Said[], kind: Refusal['kind']): string[] {
  const reasons = said.flatMap(({ name, verdict, failure }) => {
    if (!('reason' in verdict)) return []
    // What kept several from judging, such as a mistake in the configuration, is said once.
    const alike = failure === undefined ? [] : said.filter((one) => isAlike(one, verdict.kind, failure))
    if (alike.length < 2) return [withName(name, verdict, kind)]
    const all = cannotJudge(
      alike.map((one) => one.name),
      failure ?? '',
    )
    return alike[0]?.name === name && 'reason' in all ? [all.reason] : []
  })
  return reasons
}

function isAlike(one: Said, kind: Refusal['kind'], failure: string): boolean {
  return one.verdict.kind === kind && one.failure === failure
}

function withName(name: string, verdict: Refusal, kind: Refusal['kind']): string {
  const { reason } = verdict
  const bare = reason.startsWith(`${name}: `) ? reason.slice(name.length + 2) : reason
  if (verdict.kind !== kind) return `${name}, which alone would ${verdict.kind}: ${bare}`
  return reason.startsWith(name) ? reason : `${name}: ${reason}`
}

/** The reports as one; what the user knows already is left out where there is more to say. */
function tellAll(said: readonly Said[]): Extract<Verdict, { kind: 'report' }> | undefined {
  const reports = said.flatMap(({ verdict }): Extract<Verdict, { kind: 'report' }>[] => {
    if (verdict.kind === 'report') return [verdict]
    const besides = verdict.kind === 'context' ? verdict.message : undefined
    return besides === undefined ? [] : [{ kind: 'report', message: besides }]
  })
  const news = reports.filter(({ failure }) => failure !== 'known')
  const [first, ...more] = news.length > 0 ? news : reports
  if (first === undefined) return undefined
  if (more.length === 0) return first
  const message = [first, ...more].map((one) => one.message).join('\n')
  const failure = news.length === 0 ? 'known' : news.some((one) => one.failure === 'new') ? 'new' : undefined
  return { kind: 'report', message, ...(failure === undefined ? {} : { failure }) }
}
