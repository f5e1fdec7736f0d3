import { optionsFor } from '../../src/config/options.ts'
import type { Event } from '../../src/event.ts'
import { plainLine } from '../../src/text/plain.ts'
import { ticketFolder } from '../../src/tickets/files.ts'
import { titleOf } from '../../src/tickets/lines.ts'
import { options, SECTION, type Options as TicketOptions } from '../../src/tickets/options.ts'
import { type Failed, type Found, readCandidate } from '../../src/tickets/read.ts'
import type { Reference } from '../../src/tickets/reference.ts'
import {
  candidatesOf,
  openConfigured,
  referencesIn,
  referencesOfBranch,
  type Scene,
  surelyNamed,
} from '../../src/tickets/sources.ts'
import { fieldOf, oneLine } from '../../src/tickets/ticket.ts'
import type { Known } from './hosting.ts'
import { fileInProject } from './project-file.ts'
import type { Work } from './work.ts'

/** The ticket that the session is about. */
export interface CurrentTicket {
  readonly id: string
  readonly line: string
  /** `PAY-1842: Retry failed card payments`. */
  readonly title?: string
}

/** Where tickets are looked for: what inject-ticket-context is configured to. Throws a ConfigError. */
export async function ticketOptions(event: Event, work: Work): Promise<TicketOptions> {
  return (await optionsFor({ name: SECTION, options }, { set: [] }, event, work.host)).options
}

/** Hosts of the trackers that the user has configured. */
export function knownHosts({ providers }: TicketOptions): Known {
  const of = (type: string) =>
    providers.flatMap((one) => {
      const host =
        one.type === type && 'url' in one
          ? /^https?:\/\/(?:api\.)?([\w.-]+)/.exec(one.url ?? '')?.[1]
          : undefined
      return host === undefined ? [] : [host.toLowerCase()]
    })
  return { github: of('github'), gitlab: of('gitlab') }
}

export interface Named {
  /** The option `ticket`. */
  readonly ticket: string
  /** The option `ticketFile`. */
  readonly ticketFile: string
}

/** The ticket that the configuration, a file or the branch names, with its title where it can be had. */
export async function currentTicket(
  named: Named,
  configured: TicketOptions,
  work: Work,
): Promise<CurrentTicket | undefined> {
  const { host, cwd, projectRoot, note } = work
  // Only one line is shown: nothing that costs a further request.
  const wanted: TicketOptions = { ...configured, comments: 0, fields: options.defaults.fields }
  const folder = ticketFolder(host, configured.folder, { cwd, projectRoot })
  const scene: Scene = {
    host,
    options: wanted,
    cwd,
    folder: folder !== undefined && !('problem' in folder) ? folder : undefined,
    providers: await openConfigured(host, configured, cwd),
    deadline: host.now() + work.left(),
    note,
  }
  const { references, from } = referencesFor(named, scene, work)
  for (const candidate of candidatesOf(references, scene).slice(0, 3)) {
    const read = await readCandidate(candidate, scene)
    if (read !== undefined) return shown(read)
  }
  const [first] = references.filter((reference) => from !== BRANCH || surelyNamed(reference, scene))
  return first === undefined ? undefined : { id: first.id, line: `Ticket: ${first.id}, by ${from}` }
}

const BRANCH = 'the name of the branch'

function referencesFor(
  { ticket, ticketFile }: Named,
  scene: Scene,
  work: Work,
): { references: Reference[]; from: string } {
  if (ticket !== '')
    return { references: referencesIn(ticket, 'the option ticket', scene), from: 'hookbox.json' }
  const text = ticketFile === '' ? undefined : fileInProject(ticketFile, work)
  if (text !== undefined)
    return {
      references: referencesIn(text, ticketFile, scene),
      from: `the file ${plainLine(ticketFile, 80)}`,
    }
  return { references: referencesOfBranch(scene), from: BRANCH }
}

function shown(read: Found | Failed): CurrentTicket {
  if ('problem' in read)
    return { id: read.id, line: `Ticket: ${read.id}, not known: ${plainLine(read.problem, 200)}` }
  const { id, ticket, origin } = read
  const value = (field: string) => oneLine(fieldOf(ticket, field), 120)
  const facts = [
    value('title') === undefined ? undefined : JSON.stringify(value('title')),
    value('status'),
    value('owner') === undefined ? undefined : `owner ${value('owner')}`,
    value('priority') === undefined ? undefined : `priority ${value('priority')}`,
  ].filter((fact) => fact !== undefined)
  const title = titleOf(read)
  return {
    id,
    line: `Ticket: ${[id, ...facts].join(', ')} (${origin.said})`,
    ...(title === undefined ? {} : { title }),
  }
}
