import { gitComparing } from '../../src/git/compare.ts'
import { git } from '../../src/git/git.ts'
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
   * Changes whenever the commit or a changed file does. Undefined when that can't be told:
   * changes inside a submodule or inside another repository that lies here.
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
  const result = await gitComparing(
    host,
    root,
    ['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=all', '--no-renames'],
    { timeoutMs: STATUS_TIMEOUT_MS, maxOutputBytes: MAX_STATUS_BYTES },
  )
  if (result.ended !== 'exited' || result.code !== 0 || result.omitted > 0) return undefined
  let head: string | undefined
  let certain = true
  const changed: string[] = []
  const facts: string[] = []
  for (const entry of result.stdout.split('\0')) {
    if (entry.startsWith('# ')) {
      const oid = /^# branch\.oid ([0-9a-f]+)$/.exec(entry)
      if (oid) head = oid[1]
      continue
    }
    const found = readEntry(entry)
    if (!found || ignore(joinPath(root, found.path))) continue
    changed.push(found.path)
    if (!found.certain) certain = false
    facts.push(`${found.path} ${found.before} ${stateOf(host, joinPath(root, found.path))}`)
  }
  return {
    root,
    head,
    changed,
    fingerprint: certain ? shortHash([head ?? '', ...facts].join('\0')) : undefined,
  }
}

interface Entry {
  readonly path: string
  /** The file's mode and content in the commit. */
  readonly before: string
  readonly certain: boolean
}

/** One entry of `git status --porcelain=v2` (git-status(1), "Porcelain Format Version 2"). */
function readEntry(entry: string): Entry | undefined {
  if (entry.startsWith('? ')) {
    const path = entry.slice(2)
    // A trailing slash is another repository: its inside is not listed.
    return { path, before: '', certain: !path.endsWith('/') }
  }
  const fields = entry.split(' ')
  const submodule = fields[2] ?? ''
  const certain = !/^S.*[MU]/.test(submodule)
  if (entry.startsWith('1 ')) {
    return { path: fields.slice(8).join(' '), before: `${fields[3]} ${fields[6]}`, certain }
  }
  if (entry.startsWith('u ')) {
    return { path: fields.slice(10).join(' '), before: fields.slice(1, 10).join(' '), certain }
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
