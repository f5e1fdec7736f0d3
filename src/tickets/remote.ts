import { ageOf, moment } from '../text/age.ts'
import { plainLine } from '../text/plain.ts'
import { type Looked, lookUp } from './lookup.ts'
import type { Provider, RemoteTicket, Wishes } from './provider.ts'
import type { Failed, Found } from './read.ts'
import type { Candidate, Scene } from './sources.ts'

/** The ticket from the first tracker that has it. Undefined: no tracker knows of it. */
export async function fromTrackers(
  { id, asks }: Candidate,
  wishes: Wishes,
  scene: Scene,
): Promise<Found | Failed | undefined> {
  const { host, options, deadline, note } = scene
  const problems: string[] = []
  for (const { provider, reference } of asks) {
    const limits = { host, deadline, freshMs: options.cacheMinutes * 60_000, note }
    const looked = await lookUp(provider, reference, wishes, limits)
    if (looked.kind === 'ticket') return found(id, provider, looked, host.now())
    if (looked.kind === 'problem') problems.push(looked.problem)
  }
  return problems.length === 0 ? undefined : { id, problem: problems.join('; '), passing: true }
}

function found(
  id: string,
  provider: Provider,
  looked: Extract<Looked, { kind: 'ticket' }>,
  now: number,
): Found {
  const { ticket, at, stale } = looked
  const where = ticket.address === undefined ? provider.name : plainLine(ticket.address, 300)
  const read = `read ${ageOf(now - at)}`
  const old = stale === undefined ? '' : ` (${moment(at)}) and not since, as the tracker could not be asked`
  return {
    id,
    ticket: ticket.fields,
    comments: ticket.comments,
    markup: false,
    origin: {
      from: provider.name,
      said: `${where}, ${read}${old}${changed(ticket, now)}`,
      ...(stale === undefined ? {} : { stale }),
    },
  }
}

/** When the ticket was changed, as far as that can be read. */
function changed({ updated }: RemoteTicket, now: number): string {
  const ms = updated === undefined ? Number.NaN : timeOf(updated)
  if (!Number.isFinite(ms) || Math.abs(ms) > 8.64e15) return ''
  return `; last changed ${ageOf(Math.max(0, now - ms))} (${moment(ms)})`
}

/** Jira writes an offset without a colon (`+0100`), which not every engine reads. */
function timeOf(written: string): number {
  return Date.parse(written.slice(0, 40).replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
}
