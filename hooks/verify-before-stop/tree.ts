import { gitComparing } from '../../src/git/compare.ts'
import { git } from '../../src/git/git.ts'
import { submodules } from '../../src/git/submodules.ts'
import type { Host } from '../../src/host/host.ts'
import { joinPath } from '../../src/paths/written.ts'
import { shortHash } from '../../src/text/hash.ts'

/** The state of a repository's working tree. */
export interface Tree {
  readonly root: string
  /** The commit; undefined before the first one. */
  readonly head: string | undefined
  /** Files that differ from the commit or are untracked, ignored ones left out; from `root`. */
  readonly changed: readonly string[]
  /**
   * Changes whenever the commit or a changed file does, or what is installed here. Undefined
   * when that can't be told: too many changed submodules or repositories inside this one.
   */
  readonly fingerprint: string | undefined
}

export type Ignore = (path: string) => boolean

/** A first `git status` in a large repository may have to read every file. */
const STATUS_TIMEOUT_MS = 20_000
const MAX_STATUS_BYTES = 8 * 1024 * 1024

/**
 * Reads the tree with one `git status`. Undefined without git or when git fails. A changed
 * file counts by its size, time of change and inode, as git's own index does it, so that
 * large files cost nothing; staging a file changes nothing.
 */
export async function readTree(host: Host, root: string, ignore: Ignore): Promise<Tree | undefined> {
  return readTreeWithin(host, root, ignore, { left: MAX_INNER })
}

/** Repositories inside the repository (changed submodules, worktrees) that are looked into. */
const MAX_INNER = 8

async function readTreeWithin(
  host: Host,
  root: string,
  ignore: Ignore,
  inner: { left: number },
): Promise<Tree | undefined> {
  // Submodules are looked into below: git would run the filters that their configuration names.
  const result = await gitComparing(
    host,
    root,
    [...STATUS, '--untracked-files=all', '--no-renames', '--ignore-submodules=dirty'],
    { timeoutMs: STATUS_TIMEOUT_MS, maxOutputBytes: MAX_STATUS_BYTES },
  )
  if (result.ended !== 'exited' || result.code !== 0 || result.omitted > 0) return undefined
  let head: string | undefined
  let certain = true
  const changed: string[] = []
  const facts: string[] = installed(host, root)
  const repositories = new Set(submodules(host, root))
  for (const entry of result.stdout.split('\0')) {
    if (entry.startsWith('# ')) {
      const oid = /^# branch\.oid ([0-9a-f]+)$/.exec(entry)
      if (oid) head = oid[1]
      continue
    }
    const found = readEntry(entry)
    if (!found || ignore(joinPath(root, found.path))) continue
    changed.push(found.path)
    // A name that is not UTF-8 can't be looked up.
    if (found.path.includes('\uFFFD')) certain = false
    if (found.repository) repositories.add(found.path)
    else facts.push(`${found.path} ${found.before} ${stateOf(host, joinPath(root, found.path))}`)
  }
  for (const path of repositories) {
    const within = joinPath(root, path)
    const tree = inner.left-- > 0 ? await readTreeWithin(host, within, ignore, inner) : undefined
    if (tree?.fingerprint === undefined) certain = false
    changed.push(...(tree?.changed ?? []).map((file) => joinPath(path, file)))
    facts.push(`${path} ${tree?.fingerprint}`)
  }
  return {
    root,
    head,
    changed,
    fingerprint: certain ? shortHash([head ?? '', ...facts].join('\0')) : undefined,
  }
}

const STATUS = ['status', '--porcelain=v2', '--branch', '-z'] as const

/**
 * What package managers leave behind an installation. git ignores it, and with other packages
 * the same tests may end differently.
 */
const INSTALLED = [
  'node_modules/.package-lock.json',
  'node_modules/.modules.yaml',
  'node_modules/.yarn-state.yml',
  'node_modules/.yarn-integrity',
  '.pnp.cjs',
  '.venv/pyvenv.cfg',
  'vendor/composer/installed.json',
  // Lock files count here too, since some projects keep them out of git.
  'package-lock.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
  'uv.lock',
  'poetry.lock',
  'Cargo.lock',
  'composer.lock',
  'Gemfile.lock',
] as const

function installed(host: Host, root: string): string[] {
  return INSTALLED.map((name) => `${name} ${stateOf(host, joinPath(root, name))}`)
}

interface Entry {
  readonly path: string
  /** The file's mode and content in the commit. */
  readonly before: string
  /** Another repository with changes of its own, whose files are not listed. */
  readonly repository: boolean
}

/** One entry of `git status --porcelain=v2` (git-status(1), "Porcelain Format Version 2"). */
function readEntry(entry: string): Entry | undefined {
  if (entry.startsWith('? ')) {
    const path = entry.slice(2)
    return { path: path.replace(/\/$/, ''), before: '', repository: path.endsWith('/') }
  }
  const fields = entry.split(' ')
  const submodule = fields[2] ?? ''
  const repository = /^S.*[CMU]/.test(submodule)
  if (entry.startsWith('1 ')) {
    return { path: fields.slice(8).join(' '), before: `${fields[3]} ${fields[6]}`, repository }
  }
  if (entry.startsWith('u ')) {
    return { path: fields.slice(10).join(' '), before: fields.slice(1, 10).join(' '), repository }
  }
  return undefined
}

function stateOf(host: Host, path: string): string {
  const info = host.lstat(path)
  return info ? `${info.kind} ${info.mode} ${info.size} ${info.modified} ${info.inode}` : 'gone'
}

/** Files that differ between two commits, from the root; none when git can't tell. */
export async function changedBetween(
  host: Host,
  root: string,
  before: string,
  after: string,
): Promise<readonly string[]> {
  const result = await git(host, root, ['diff', '--name-only', '-z', '--no-renames', before, after, '--'])
  if (result.ended !== 'exited' || result.code !== 0) return []
  return result.stdout.split('\0').filter((path) => path !== '')
}
