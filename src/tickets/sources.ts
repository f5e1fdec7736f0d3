import { branchAt } from '../git/head.ts'
import { originAt } from '../git/remote.ts'
import type { Host } from '../host/host.ts'
import { type Refused, type TicketFile, type TicketFolder, ticketFile } from './files.ts'
import { findIds } from './ids.ts'
import type { Options } from './options.ts'
import type { Provider } from './provider.ts'
import { findIssues, issueOfBranch, keyReference, type Reference, unique } from './reference.ts'

/** What the names of tickets are looked for with. */
interface Naming {
  readonly host: Host
  readonly options: Options
  /** Absolute and normalised. */
  readonly cwd: string
  /** A line for `--explain`. */
  readonly note: (line: string) => void
}

/** What tickets are looked for with, in one call. */
export interface Scene extends Naming {
  readonly folder: TicketFolder | undefined
  readonly providers: readonly Provider[]
  /** Milliseconds since the epoch by which everything has to be known. */
  readonly deadline: number
}

/** A ticket that there is a file or a tracker to ask for. */
export interface Candidate {
  readonly id: string
  readonly file?: TicketFile | Refused
  readonly asks: readonly { readonly provider: Provider; readonly reference: Reference }[]
}

/** The configured trackers. Loaded only where there are any. */
export async function openConfigured(host: Host, { providers }: Options, cwd: string): Promise<Provider[]> {
  if (providers.length === 0) return []
  const { openProviders } = await import('./trackers.ts')
  const origin = originAt(host, cwd)
  return openProviders(providers, (name) => (origin?.host === name ? origin.path : undefined))
}

/** The tickets that a text names, in its order as far as they are of one kind. */
export function referencesIn(text: string, what: string, scene: Naming): Reference[] {
  const { options, note } = scene
  const { ids, ruledOut } = findIds(text, rulesOf(options))
  const issues = takesNumbers(options) ? findIssues(text) : []
  const all = unique([...ids.map(keyReference), ...issues])
  note(`ids in ${what}: ${all.map(({ id }) => id).join(', ') || 'none'}`)
  if (ruledOut.length > 0) note(`not taken for ids: ${ruledOut.join(', ')}`)
  return all
}

/** The tickets that the branch of `cwd` is named after. */
export function referencesOfBranch(scene: Naming): Reference[] {
  const { options, note } = scene
  const branch = branchAt(scene.host, scene.cwd)
  if (branch === undefined) {
    note('no git branch is checked out here')
    return []
  }
  const { ids } = findIds(branch, rulesOf(options), true)
  const issues = takesNumbers(options) && ids.length === 0 ? issueOfBranch(branch) : []
  const all = [...ids.map(keyReference), ...issues]
  note(`ids in the name of the branch: ${all.map(({ id }) => id).join(', ') || 'none'}`)
  return all
}

/** The keys of trackers count besides the usual shape; where `projects` is set, those alone. */
function rulesOf({ projects, patterns, providers }: Options) {
  const known = providers.flatMap((settings) => settings.projects ?? [])
  return { projects, patterns, known }
}

/** `#12` means something to some trackers only. */
function takesNumbers({ providers }: Options): boolean {
  return providers.some(({ type }) => type !== 'jira' && type !== 'linear')
}

/** Where each reference can be had; those that nobody has are left out. */
export function candidatesOf(references: readonly Reference[], scene: Scene): Candidate[] {
  const all = references.flatMap((reference): Candidate[] => {
    const { id } = reference
    const file = scene.folder === undefined ? undefined : ticketFile(scene.host, scene.folder, id)
    const asks = scene.providers.flatMap((provider) => {
      const own = provider.accepts(reference)
      return own === undefined ? [] : [{ provider, reference: own }]
    })
    if (file !== undefined) return [{ id, file, asks }]
    if (scene.folder !== undefined)
      scene.note(`${id} has no file in ${scene.folder.shown || 'the project root'}`)
    const [first] = asks
    if (first === undefined && scene.providers.length > 0) scene.note(`no tracker takes ${id}`)
    // By its whole name: `#12` of the project is `acme/shop#12`.
    return first === undefined ? [] : [{ id: first.reference.id, asks }]
  })
  return [...new Map(all.map((candidate) => [candidate.id, candidate] as const)).values()]
}

/** True when the branch names it as people write a ticket, so that it is one without a look: `PAY-1842`. */
export function surelyNamed({ id, kind }: Reference, scene: Scene): boolean {
  const branch = branchAt(scene.host, scene.cwd) ?? ''
  return kind === 'key' && findIds(branch, rulesOf(scene.options)).ids.includes(id)
}
