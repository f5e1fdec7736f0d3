import { gitComparing } from '../../../src/git/compare.ts'
import { git } from '../../../src/git/git.ts'
import { plainRepository } from '../../../src/git/plain-repository.ts'
import { submodules } from '../../../src/git/submodules.ts'
import type { Host, RunResult } from '../../../src/host/host.ts'
import { joinPath, parentOf } from '../../../src/paths/written.ts'
import { lastLine } from '../problem.ts'

/** What git says about the working tree that a deploy is made from. */
export interface Repository {
  readonly root: string
  /** Full id of the commit; undefined before the first one. */
  readonly commit: string | undefined
  /** Undefined: detached. */
  readonly branch: string | undefined
  readonly upstream: string | undefined
  /** Commits that only the branch, and only its upstream has; undefined when that can't be told. */
  readonly ahead: number | undefined
  readonly behind: number | undefined
  /** Paths that differ from the commit, untracked ones too; at most 200. */
  readonly changes: readonly string[]
}

export type RepositoryState =
  | { readonly kind: 'repository'; readonly repository: Repository }
  /** Why nothing is known of it. */
  | { readonly kind: 'none'; readonly found: string; readonly remedy: string }

const DEADLINE_MS = 10_000

/** Reads the state of the repository that holds `directory`. One git call, in some repositories two, and one for each submodule; no network. */
export async function readRepository(host: Host, directory: string | undefined): Promise<RepositoryState> {
  if (directory === undefined) {
    return {
      kind: 'none',
      found: 'the folder it would run in is not known before it runs',
      remedy: 'write the folder out, or run it from the repository',
    }
  }
  const cwd = existing(host, directory)
  const top = plainRepository(host, cwd)?.top ?? (await git(host, cwd, ['rev-parse', '--show-toplevel']))
  const root = typeof top === 'string' ? top : top.stdout.trim()
  if (typeof top !== 'string' && (top.ended !== 'exited' || top.code !== 0 || root === '')) {
    return { kind: 'none', ...(withoutTrust(cwd, top) ?? whyNone(cwd, top.stderr)) }
  }
  const status = await statusOf(host, root, '--branch')
  if (typeof status !== 'string') return status
  const repository = readStatus(root, status)
  const inside = submodules(host, root)
  if (inside.length > MAX_SUBMODULES) {
    return {
      kind: 'none',
      found: `${root} has ${inside.length} submodules, more than are looked into`,
      remedy: 'a person deploys it',
    }
  }
  const changes = [...repository.changes]
  for (const path of inside) {
    const changed = await statusOf(host, joinPath(root, path))
    if (typeof changed !== 'string') return changed
    changes.push(...readStatus(root, changed).changes.map((change) => joinPath(path, change)))
  }
  return { kind: 'repository', repository: { ...repository, changes: changes.slice(0, MAX_CHANGES) } }
}

/** Each takes a git call of its own. */
const MAX_SUBMODULES = 20

/** What `git status` says of one work tree. Into submodules it would run what they configure. */
async function statusOf(
  host: Host,
  root: string,
  ...more: readonly string[]
): Promise<string | Extract<RepositoryState, { readonly kind: 'none' }>> {
  const args = ['status', '--porcelain=v2', '-z', '--untracked-files=normal', '--ignore-submodules=dirty']
  const status = await gitComparing(host, root, [...args, ...more], { timeoutMs: DEADLINE_MS })
  if (status.ended === 'exited' && status.code === 0) return status.stdout
  const why = status.ended === 'timeout' ? 'it took too long' : lastLine(status.problem ?? status.stderr)
  const failed = { found: `git status failed: ${why}`, remedy: 'run `git status` and see' }
  return { kind: 'none', ...(withoutTrust(root, status) ?? failed) }
}

interface WhyNone {
  readonly found: string
  readonly remedy: string
}

/** Why git says nothing of any repository here. */
function withoutTrust(cwd: string, { ended, stderr }: RunResult): WhyNone | undefined {
  if (ended === 'missing') {
    return { found: 'git was not found in PATH, so nothing is known of the branch', remedy: 'install git' }
  }
  if (/dubious ownership|unsafe repository/.test(stderr)) {
    // git names the folder that has to be trusted, which is the root.
    const folder = /safe\.directory (.+)$/m.exec(stderr)?.[1]?.trim() ?? cwd
    return {
      found: `git does not trust ${cwd}, which belongs to another user, so nothing is known of the branch`,
      remedy: `if the repository is to be trusted, a person runs: git config --global --add safe.directory ${folder}`,
    }
  }
  return undefined
}

/** Why git knows no work tree here, by what it says. */
function whyNone(cwd: string, stderr: string): WhyNone {
  if (/must be run in a work tree/.test(stderr)) {
    return {
      found: `${cwd} is in a git folder, not in a work tree, so nothing is known of the branch`,
      remedy: 'run it from the work tree that is deployed',
    }
  }
  return {
    found: `${cwd} is in no git repository, so nothing is known of the branch`,
    remedy: 'run it from the repository that is deployed',
  }
}

/** The folder itself or the nearest one above it that is there: the text may make it first. */
function existing(host: Host, directory: string): string {
  let folder = directory
  while (host.stat(folder)?.kind !== 'directory') {
    const parent = parentOf(folder)
    if (parent === undefined) break
    folder = parent
  }
  return folder
}

const MAX_CHANGES = 200

/** Reads `git status --porcelain=v2 --branch -z`. */
export function readStatus(root: string, output: string): Repository {
  const changes: string[] = []
  const head = new Map<string, string>()
  const entries = output.split('\0')
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index] ?? ''
    const header = /^# branch\.(\w+) (.*)$/s.exec(entry)
    if (header?.[1] !== undefined) head.set(header[1], header[2] ?? '')
    else if (entry !== '' && !entry.startsWith('#')) {
      if (changes.length < MAX_CHANGES) changes.push(pathOf(entry))
      if (entry.startsWith('2 ')) index++ // a rename brings its old path along
    }
  }
  const [, ahead, behind] = /^\+(\d+) -(\d+)$/.exec(head.get('ab') ?? '') ?? []
  const commit = head.get('oid')
  const branch = head.get('head')
  return {
    root,
    commit: commit === '(initial)' ? undefined : commit,
    branch: branch === '(detached)' ? undefined : branch,
    upstream: head.get('upstream'),
    ahead: ahead === undefined ? undefined : Number(ahead),
    behind: behind === undefined ? undefined : Number(behind),
    changes,
  }
}

/** Fields in front of the path, by the kind of entry. */
const FIELDS: Readonly<Record<string, number>> = { '1': 8, '2': 9, u: 10, '?': 1, '!': 1 }

function pathOf(entry: string): string {
  const fields = FIELDS[entry[0] ?? ''] ?? 0
  return entry.split(' ').slice(fields).join(' ')
}
