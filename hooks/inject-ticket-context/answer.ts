import { type Context, PASS, report, type Verdict } from '../../src/hook.ts'
import { shortHash } from '../../src/text/hash.ts'
import { titleOf } from '../../src/tickets/lines.ts'
import type { Options } from '../../src/tickets/options.ts'
import type { Failed, Found } from '../../src/tickets/read.ts'
import { type Difference, difference, type Given, remembered } from './given.ts'
import { type Part, textOf } from './words.ts'

/** Where the ids were found. */
export type Source = 'prompt' | 'branch'

export interface Good extends Found {
  readonly lines: readonly string[]
}

export interface Parts {
  readonly from: Source
  readonly reads: readonly (Good | Failed)[]
  /** Ids that would have a ticket, over the number that is read. */
  readonly over: readonly string[]
  readonly given: Given
  /** The session has a name already. */
  readonly named: boolean
}

export interface Answer {
  readonly verdict: Verdict
  /** What is said for the first time. */
  readonly given: Given
}

/**
 * The answer to a prompt: tickets that the session has not been given for the model, what is
 * wrong with others for the user. What may pass by itself (a tracker that does not answer) is
 * said once a session.
 */
export function compose(parts: Parts, ctx: Context<Options>): Answer {
  const { given } = parts
  const good = parts.reads.filter((read) => 'lines' in read)
  const bad = parts.reads.filter((read) => 'problem' in read)
  for (const { problem } of bad) ctx.note(problem)
  const complaints = complaintsOf(bad, good, parts)
  const told = Object.fromEntries(complaints.map(({ key, hash }) => [key, hash]))
  const message = messageOf(complaints, good.length > 0)
  if (good.length === 0) return { verdict: message === undefined ? PASS : report(message), given: told }
  const all = good.map((one): Part => ({ ...one, difference: differenceOf(one, given, ctx) }))
  const fresh = all.filter((part) => part.difference.kind !== 'same')
  for (const {
    id,
    difference: { kind },
  } of all) {
    if (kind === 'same') ctx.note(`${id} was given in this session and has not changed`)
    if (kind === 'changed') ctx.note(`${id} was given in this session and has changed since`)
  }
  // Whoever only works on the branch of a known ticket has asked for nothing.
  if (fresh.length === 0 && parts.from === 'branch') {
    return { verdict: message === undefined ? PASS : report(message), given: told }
  }
  const title = ctx.options.sessionTitle && !parts.named ? good.map(titleOf).find(Boolean) : undefined
  if (title !== undefined) ctx.note(`the session is called ${JSON.stringify(title)}`)
  return {
    verdict: {
      kind: 'context',
      text: textOf(parts.from, all, parts.over, ctx),
      ...(message === undefined ? {} : { message }),
      ...(title === undefined ? {} : { title }),
    },
    given: { ...told, ...Object.fromEntries(fresh.map(({ id, lines }) => [id, remembered(lines)])) },
  }
}

function differenceOf({ id, lines }: Good, given: Given, { options }: Context<Options>): Difference {
  return options.repeat ? { kind: 'new' } : difference(given[id], lines)
}

interface Complaint {
  readonly words: string
  readonly key: string
  readonly hash: string
}

/** What the user has not been told in this session. A file named in the prompt is complained of every time. */
function complaintsOf(bad: readonly Failed[], good: readonly Good[], { from, given }: Parts): Complaint[] {
  const wrong = bad.map(({ id, problem, passing }) => ({
    words: problem,
    // A tracker that is down is one problem, however many tickets it has.
    key: passing ? `!${hashOf(problem)}` : `!${id}`,
    hash: hashOf(problem),
    once: passing === true || from === 'branch',
  }))
  const old = good.flatMap(({ id, origin: { stale } }) =>
    stale === undefined
      ? []
      : [
          {
            words: `${id} may be out of date: ${stale}`,
            key: `!${hashOf(stale)}`,
            hash: hashOf(stale),
            once: true,
          },
        ],
  )
  return [...wrong, ...old].filter(({ key, hash, once }) => !once || given[key] !== hash)
}

/** The same problem with other numbers in it (seconds to wait) is the same problem. */
function hashOf(problem: string): string {
  return shortHash(problem.replace(/\d+/g, '0'))
}

function messageOf(complaints: readonly Complaint[], someAdded: boolean): string | undefined {
  if (complaints.length === 0) return undefined
  const words = [...new Set(complaints.map((one) => one.words))].join('; ')
  return `inject-ticket-context: ${someAdded ? '' : 'no ticket was added: '}${words}`
}
