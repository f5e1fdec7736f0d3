import type { Event } from '../../src/event.ts'
import { branchAt } from '../../src/git/head.ts'
import { originAt } from '../../src/git/remote.ts'
import { plainLine } from '../../src/text/plain.ts'
import type { Options } from './options.ts'
import { SECTIONS, type Section, type SectionName } from './section-names.ts'
import { directoryLines, type GitFacts, gitFacts } from './sections.ts'
import type { CurrentTicket } from './ticket.ts'
import { timed, type Work } from './work.ts'

export interface Facts {
  readonly sections: readonly Section[]
  readonly branch?: string
  readonly ticket?: CurrentTicket
}

/** full: everything that is wanted. delta: the same, to be compared. short: branch and number of changes. */
export type Extent = 'full' | 'delta' | 'short'

const SHORT: ReadonlySet<SectionName> = new Set<SectionName>(['branch', 'changes'])

/** The facts of all sections. All sources run at once under one deadline. */
export async function collect(event: Event, extent: Extent, work: Work, options: Options): Promise<Facts> {
  const { host, cwd } = work
  // A program can't be started in a folder that is not there.
  if (host.stat(cwd)?.kind !== 'directory')
    return { sections: [{ name: 'directory', lines: directoryLines(work) }] }
  const wanted = new Set(options.sections.filter((name) => extent !== 'short' || SHORT.has(name)))
  const branch = branchAt(host, cwd)
  const git = gitFacts(work, {
    wanted,
    recentCommits: options.recentCommits,
    maxPaths: extent === 'short' ? 0 : options.maxPaths,
  })
  const needsTicket = options.exports.includes('ticket') || options.sessionTitle
  const others =
    extent === 'short' && !needsTicket
      ? NOTHING
      : await moreFacts(event, { wanted, git, branch }, work, options)
  const found: Section[] = [...(await git).sections, ...others.sections]
  if (wanted.has('directory')) found.push({ name: 'directory', lines: directoryLines(work) })
  const sections = SECTIONS.flatMap((name) =>
    found.filter((one) => one.name === name && one.lines.length > 0),
  )
  noteAbsent(wanted, sections, work)
  return {
    sections,
    ...(branch === undefined ? {} : { branch }),
    ...(others.ticket === undefined ? {} : { ticket: others.ticket }),
  }
}

/** For `--explain`: which sections are not in the text, and why. */
function noteAbsent(wanted: ReadonlySet<SectionName>, sections: readonly Section[], { note }: Work): void {
  const said = new Set(sections.map(({ name }) => name))
  const silent = [...wanted].filter((name) => !said.has(name))
  const off = SECTIONS.filter((name) => !wanted.has(name))
  if (silent.length > 0) note(`nothing to say: ${silent.join(', ')}`)
  if (off.length > 0) note(`not asked for: ${off.join(', ')}`)
}

interface More {
  readonly sections: readonly Section[]
  readonly ticket?: CurrentTicket
}

const NOTHING: More = { sections: [] }

interface Around {
  readonly wanted: ReadonlySet<SectionName>
  readonly git: Promise<GitFacts>
  readonly branch: string | undefined
}

async function moreFacts(event: Event, around: Around, work: Work, options: Options): Promise<More> {
  const { wanted } = around
  const replaced = new Set(options.commands.flatMap(({ section }) => section ?? []))
  const own = (name: SectionName) => wanted.has(name) && !replaced.has(name)
  const [tracked, local, services, commands] = await Promise.all([
    trackedFacts(event, { ...around, wanted: new Set([...wanted].filter(own)) }, work, options),
    Promise.all([
      own('database') ? localSection('database', work) : undefined,
      own('deployment') ? localSection('deployment', work) : undefined,
      own('toolchain') ? localSection('toolchain', work) : undefined,
    ]),
    own('health') ? healthSection(work, options) : undefined,
    commandSections(wanted, work, options),
  ])
  const sections = [...tracked.sections, ...local, services, ...commands].filter((one) => one !== undefined)
  return { ...tracked, sections }
}

/** What is read from the disk, or by programs that ask nobody. */
async function localSection(
  name: 'database' | 'deployment' | 'toolchain',
  work: Work,
): Promise<Section | undefined> {
  const lines = await timed(work, name, async () => {
    if (name === 'database') return (await import('./database/index.ts')).databaseLines(work)
    if (name === 'deployment') return (await import('./deployment.ts')).deploymentLines(work)
    return (await import('./toolchain/index.ts')).toolchainLines(work)
  })
  return { name, lines: typeof lines === 'string' ? [`${labelOf(name)}: ${lines}`] : lines }
}

function labelOf(name: SectionName): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`
}

/** What trackers and hosts of repositories know: ticket, pull request, CI. */
async function trackedFacts(event: Event, around: Around, work: Work, options: Options): Promise<More> {
  const { wanted } = around
  const needsTicket = wanted.has('ticket') || options.exports.includes('ticket') || options.sessionTitle
  const asks = wanted.has('ci') || wanted.has('pull-request')
  if (!needsTicket && !asks) return NOTHING
  const { currentTicket, knownHosts, ticketOptions } = await import('./ticket.ts')
  const configured = await timed(work, 'configuration of inject-ticket-context', () =>
    ticketOptions(event, work),
  )
  if (typeof configured === 'string')
    return { sections: [{ name: 'ticket', lines: [`Ticket: ${configured}`] }] }
  const [ticket, hosted] = await Promise.all([
    needsTicket ? timed(work, 'ticket', () => currentTicket(options, configured, work)) : undefined,
    asks ? hostedSections(around, knownHosts(configured), work) : [],
  ])
  const line = typeof ticket === 'string' ? `Ticket: ${ticket}` : ticket?.line
  const shown: Section[] =
    line === undefined || !wanted.has('ticket') ? [] : [{ name: 'ticket', lines: [line] }]
  return { sections: [...shown, ...hosted], ...(typeof ticket === 'object' ? { ticket } : {}) }
}

async function hostedSections(
  { wanted, git, branch }: Around,
  known: { readonly github: readonly string[]; readonly gitlab: readonly string[] },
  work: Work,
): Promise<Section[]> {
  const { host, cwd } = work
  const origin = originAt(host, cwd)
  if (origin === undefined || branch === undefined) return []
  const { ciAnswer, hostingOf, pullRequestAnswer } = await import('./hosting.ts')
  const hosting = hostingOf(host, origin, branch, known)
  if (hosting === undefined) {
    work.note(
      `CI and pull request: nobody is asked about ${origin.host} (gh or glab is not there, or the host is not known)`,
    )
    return []
  }
  const { orStored } = await import('./stored.ts')
  const about = (what: string) => `${what} ${hosting.host}/${hosting.path} ${branch}`
  const commit = async () => (await git).commit
  const section = async (name: 'ci' | 'pull-request', label: string) => {
    const source = () => (name === 'ci' ? ciAnswer(work, hosting, commit) : pullRequestAnswer(work, hosting))
    const lines = await timed(work, `${label} (${hosting.kind})`, () =>
      orStored(work, { name: about(name), label }, source),
    )
    return { name, lines: typeof lines === 'string' ? [`${label}: ${lines}`] : lines }
  }
  return Promise.all([
    ...(wanted.has('pull-request') ? [section('pull-request', 'Pull request of this branch')] : []),
    ...(wanted.has('ci') ? [section('ci', 'Last CI run on this branch')] : []),
  ])
}

async function healthSection(work: Work, { health }: Options): Promise<Section | undefined> {
  if (health.length === 0) return undefined
  const { healthLine } = await import('./health.ts')
  const lines = await Promise.all(
    health.map(async (service) => {
      const title = plainLine(service.title, 60)
      const line = await timed(work, `service ${title}`, async () => [await healthLine(service, work)])
      return typeof line === 'string' ? `Service ${title}: ${line}` : (line[0] ?? '')
    }),
  )
  return { name: 'health', lines }
}

async function commandSections(
  wanted: ReadonlySet<SectionName>,
  work: Work,
  { commands }: Options,
): Promise<Section[]> {
  const asked = commands.filter(({ section = 'commands' }) => wanted.has(section))
  if (asked.length === 0) return []
  const { commandAnswer } = await import('./commands.ts')
  const { orStored } = await import('./stored.ts')
  const sections = await Promise.all(
    asked.map(async (command) => {
      const label = plainLine(command.title, 80)
      const lines = await timed(work, `command ${label}`, () =>
        orStored(work, { name: JSON.stringify(command), label }, () => commandAnswer(command, work)),
      )
      const shown = typeof lines === 'string' ? [`${label}: ${lines}`] : lines
      return { name: command.section ?? ('commands' as const), lines: shown }
    }),
  )
  return sections
}
