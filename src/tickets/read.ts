import { HostError } from '../host/host.ts'
import { ageOf, moment } from '../text/age.ts'
import { plainLine } from '../text/plain.ts'
import { type TicketFile, ticketText } from './files.ts'
import type { RemoteTicket, Wishes } from './provider.ts'
import type { Candidate, Scene } from './sources.ts'
import { isTicketError, type Ticket, ticketFromJson } from './ticket.ts'

/** A ticket that was read. */
export interface Found {
  readonly id: string
  readonly ticket: Ticket
  readonly comments: RemoteTicket['comments']
  /** True when its texts are as they were written, with markup. */
  readonly markup: boolean
  readonly origin: Origin
}

/** Where a ticket is from, for the model. */
interface Origin {
  /** `files of the project`, `Jira at acme.atlassian.net`. */
  readonly from: string
  /** Where exactly, and how old it is. */
  readonly said: string
  /** Why it is older than it should be, for the user. */
  readonly stale?: string
}

/** Why there is none, in words for the user. `passing`: it may be gone in a minute. */
export interface Failed {
  readonly id: string
  readonly problem: string
  readonly passing?: true
}

/** The ticket, why it can't be had, or undefined when it is nowhere. */
export async function readCandidate(candidate: Candidate, scene: Scene): Promise<Found | Failed | undefined> {
  if (candidate.file !== undefined) {
    const { file, id } = candidate
    return 'problem' in file ? { id, problem: file.problem } : fromFile(id, file, scene)
  }
  return (await import('./trackers.ts')).fromTrackers(candidate, wishesOf(scene), scene)
}

/** Our own names of fields are asked for anyway; others are passed on as they are. */
const OWN = new Set(
  'title type status priority owner reporter labels parent project milestone cycle due description'.split(
    ' ',
  ),
)

function wishesOf({ options: { fields, comments } }: Scene): Wishes {
  const wanted = fields.map((field) => field.slice(field.indexOf('=') + 1))
  return { fields: wanted.filter((field) => !OWN.has(field)).sort(), comments }
}

async function fromFile(id: string, file: TicketFile, { host, note }: Scene): Promise<Found | Failed> {
  const started = host.now()
  try {
    const ticket = await parse(ticketText(host, file), file)
    const said = `${file.shown}, last changed ${ageOf(started - file.modified)} (${moment(file.modified)})`
    note(`${id} from ${said}, read in ${Math.round(host.now() - started)} ms`)
    return { id, ticket, comments: [], markup: true, origin: { from: 'files of the project', said } }
  } catch (error) {
    if (isTicketError(error)) return { id, problem: `${file.shown} ${error.message}` }
    if (error instanceof HostError) return { id, problem: plainLine(error.message, 300) }
    throw error
  }
}

async function parse(text: string, file: TicketFile): Promise<Ticket> {
  if (file.format === 'json') return ticketFromJson(text)
  if (file.format === 'yaml') return (await import('./yaml.ts')).ticketFromYaml(text)
  return (await import('./markdown.ts')).ticketFromMarkdown(text)
}
