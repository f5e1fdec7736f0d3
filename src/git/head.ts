import type { Host } from '../host/host.ts'
import { repositoryRoot } from '../paths/project.ts'
import { joinPath, resolvePath } from '../paths/written.ts'

/** What HEAD points at: a branch, or a commit when it is detached. */
export type Head = { readonly branch: string } | { readonly commit: string }

/** More than any HEAD file or `.git` file holds. */
const MAX_BYTES = 4096

/**
 * HEAD of the git folder (of a worktree: the worktree's own), read without starting git.
 * Undefined when it can't be read or is of a kind that only git reads (reftable).
 */
export function readHead(host: Host, gitFolder: string): Head | undefined {
  const text = firstLine(host, joinPath(gitFolder, 'HEAD'))
  if (text === undefined) return undefined
  const branch = /^ref: refs\/heads\/(.+)$/.exec(text)?.[1]
  if (branch !== undefined) return branch === '.invalid' ? undefined : { branch }
  return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(text) ? { commit: text } : undefined
}

/**
 * The git folder of the repository or worktree at `root`: `root/.git`, or where the file of
 * that name points (worktrees, submodules). Undefined when there is none.
 */
export function gitFolderOf(host: Host, root: string): string | undefined {
  const path = joinPath(root, '.git')
  const info = host.stat(path)
  if (info?.kind === 'directory') return path
  if (info?.kind !== 'file') return undefined
  const written = /^gitdir: (.+)$/.exec(firstLine(host, path) ?? '')?.[1]
  return written === undefined ? undefined : resolvePath(root, written, host.platform === 'win32')
}

/** The git folder of the repository or worktree that `cwd` is in. */
export function gitFolderAt(host: Host, cwd: string): string | undefined {
  const root = repositoryRoot(host, cwd)
  return root === undefined ? undefined : gitFolderOf(host, root)
}

/** The branch that is checked out around `cwd`, by the files of git: starting git costs far more. */
export function branchAt(host: Host, cwd: string): string | undefined {
  const folder = gitFolderAt(host, cwd)
  const head = folder === undefined ? undefined : readHead(host, folder)
  return head !== undefined && 'branch' in head ? head.branch : undefined
}

/** The first line of a small file; undefined when it can't be read. */
export function firstLine(host: Host, path: string): string | undefined {
  try {
    return new TextDecoder().decode(host.readFile(path, MAX_BYTES)).split('\n', 1)[0]?.trim()
  } catch {
    return undefined
  }
}
