import { git } from '../../src/git/git.ts'
import type { Host, RunResult } from '../../src/host/host.ts'
import { matchesPattern } from '../../src/paths/expand.ts'
import { repositoryRoot } from '../../src/paths/project.ts'
import { isWithin, joinPath, parentOf } from '../../src/paths/written.ts'
import { ARTEFACTS, LEFTOVERS, REGENERABLE } from './names.ts'

/** What a name on the way to a path says about it. */
export interface NameFinding {
  readonly name: string
  readonly kind: 'regenerable' | 'artefact'
}

/**
 * The part of the path (as seen from the project) whose name says that it can go: one that is
 * made again counts before an artefact.
 */
export function nameFinding(
  relative: string,
  disposable: readonly string[],
  ignoreCase: boolean,
): NameFinding | undefined {
  const names = relative.split('/')
  const first = (patterns: readonly string[]) =>
    names.find((name) => patterns.some((pattern) => matchesPattern(pattern, name, ignoreCase)))
  const regenerable = first(REGENERABLE) ?? first(disposable)
  if (regenerable !== undefined) return { name: regenerable, kind: 'regenerable' }
  const artefact = first(ARTEFACTS)
  return artefact === undefined ? undefined : { name: artefact, kind: 'artefact' }
}

/** True when everything that the pattern of a search matches is a leftover or a regenerable thing. */
export function isLeftover(pattern: string, disposable: readonly string[]): boolean {
  return [...LEFTOVERS, ...REGENERABLE, ...disposable].some((known) => matchesPattern(known, pattern, false))
}

export function isArtefactName(pattern: string): boolean {
  return ARTEFACTS.some((known) => matchesPattern(known, pattern, false))
}

/** What git says about paths. */
export interface GitFacts {
  /** Paths below which git tracks something. */
  readonly tracked: ReadonlySet<string>
  readonly ignored: ReadonlySet<string>
  /** Paths in no repository. */
  readonly unversioned: ReadonlySet<string>
  /** Paths about which git could not be asked, with the reason. */
  readonly failed: ReadonlyMap<string, string>
}

/** Asks git about paths without links, two calls for each repository. */
export async function gitFacts(host: Host, paths: readonly string[], ignoreCase: boolean): Promise<GitFacts> {
  const facts = {
    tracked: new Set<string>(),
    ignored: new Set<string>(),
    unversioned: new Set<string>(),
    failed: new Map<string, string>(),
  }
  const byRoot = new Map<string, string[]>()
  for (const path of paths) {
    // A folder may be a repository itself; what counts is who keeps the folder.
    const root = repositoryRoot(host, parentOf(path) ?? path)
    if (root === undefined) facts.unversioned.add(path)
    else byRoot.set(root, [...(byRoot.get(root) ?? []), path])
  }
  for (const [root, inside] of byRoot) {
    const listed = await git(host, root, ['--literal-pathspecs', 'ls-files', '-z', '--', ...inside])
    const problem = problemOf(listed, [0])
    for (const file of listed.stdout.split('\0')) {
      const whole = joinPath(root, file)
      for (const path of inside) if (file !== '' && isWithin(whole, path, ignoreCase)) facts.tracked.add(path)
    }
    if (problem !== undefined) for (const path of inside) facts.failed.set(path, problem)
    // A pattern like `build/` is about folders: the slash says that it would be one.
    const asked = new Map(
      inside.map((path) => [host.lstat(path)?.kind === 'file' ? path : `${path}/`, path] as const),
    )
    const input = [...asked.keys()].map((path) => `${path}\0`).join('')
    const answer = await git(host, root, ['check-ignore', '-z', '--stdin'], { input })
    if (problemOf(answer, [0, 1]) !== undefined) continue
    for (const line of answer.stdout.split('\0')) {
      const path = asked.get(line)
      if (path !== undefined) facts.ignored.add(path)
    }
  }
  return facts
}

/** Loaded where git is started: that takes far longer. */
const comparing = async () => (await import('../../src/git/compare.ts')).gitComparing

/** What a search by names below a folder would hit, as git sees it. */
export interface SearchFacts {
  readonly tracked: boolean
  /** Something that git neither tracks nor ignores. */
  readonly untracked: boolean
  /** Something that git ignores. */
  readonly ignored: boolean
  readonly modified: boolean
  readonly versioned: boolean
  readonly problem?: string
}

export async function searchFacts(
  host: Host,
  folder: string,
  names: readonly string[],
): Promise<SearchFacts> {
  const none = { tracked: false, untracked: false, ignored: false, modified: false }
  if (repositoryRoot(host, folder) === undefined) return { ...none, versioned: false }
  const patterns = names.flatMap((name) => [`:(icase,glob)**/${name}`, `:(icase,glob)**/${name}/**`])
  const asked = (...args: string[]) => ['ls-files', '-z', ...args, '--', ...patterns]
  const cached = await git(host, folder, asked('--cached'))
  const others = await git(host, folder, asked('--others', '--exclude-standard'))
  const ignored = await git(host, folder, asked('--others', '--ignored', '--exclude-standard'))
  const changed = await (await comparing())(host, folder, asked('--modified'))
  const problem = problemOf(cached, [0]) ?? problemOf(others, [0]) ?? problemOf(changed, [0])
  return {
    tracked: cached.stdout !== '',
    untracked: others.stdout !== '',
    ignored: ignored.stdout !== '',
    modified: changed.stdout !== '',
    versioned: true,
    ...(problem === undefined ? {} : { problem }),
  }
}

/** What git knows about one file: whether its content could be had back. */
export async function fileFacts(
  host: Host,
  path: string,
): Promise<'committed' | 'changed' | 'ignored' | 'untracked' | 'unversioned' | 'failed'> {
  const root = repositoryRoot(host, parentOf(path) ?? path)
  if (root === undefined) return 'unversioned'
  const status = await (await comparing())(host, root, [
    '--literal-pathspecs',
    'status',
    '--porcelain',
    '-z',
    '--ignored',
    '--untracked-files=all',
    '--ignore-submodules=dirty',
    '--',
    path,
  ])
  if (problemOf(status, [0]) !== undefined) return 'failed'
  const code = status.stdout.slice(0, 2)
  if (code === '') return host.lstat(path) ? 'committed' : 'untracked'
  if (code === '!!') return 'ignored'
  return code === '??' ? 'untracked' : 'changed'
}

function problemOf(result: RunResult, codes: readonly number[]): string | undefined {
  if (result.ended === 'exited' && codes.includes(result.code)) return undefined
  if (result.ended === 'missing') return 'git is not installed, so it could not be asked'
  return `git could not be asked (${result.ended === 'exited' ? firstLine(result.stderr) : result.ended})`
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').slice(0, 200)
}
