import type { Host } from '../host/host.ts'
import { isWithin, joinPath, parentOf, resolvePath } from './written.ts'

/** The absolute, normalised form of a path that the harness or the system gave us. */
export function normalPath(host: Host, path: string): string {
  return resolvePath(host.cwd() ?? '/', path, host.platform === 'win32')
}

export function ignoresCase(host: Host): boolean {
  return host.platform === 'win32' || host.platform === 'darwin'
}

/**
 * The project that `cwd` belongs to: the harness's own project folder when `cwd` is inside
 * it, else the folder that holds `.git`, else `cwd`. `cwd` has to be normalised.
 */
export function projectRoot(host: Host, cwd: string): string {
  return declaredRoot(host, cwd) ?? repositoryRoot(host, cwd) ?? cwd
}

/** CLAUDE_PROJECT_DIR, when it is there and holds `cwd` (several harnesses set it). */
export function declaredRoot(host: Host, cwd: string): string | undefined {
  const root = declared(host)
  return root !== undefined && isWithin(cwd, root, ignoresCase(host)) ? root : undefined
}

/** The same when the agent has left it: undefined while `cwd` is inside, or where it is not there. */
export function projectLeft(host: Host, cwd: string): string | undefined {
  const root = declared(host)
  if (root === undefined || isWithin(normalPath(host, cwd), root, ignoresCase(host))) return undefined
  return host.stat(root)?.kind === 'directory' ? root : undefined
}

function declared(host: Host): string | undefined {
  const written = host.env('CLAUDE_PROJECT_DIR')
  return written ? normalPath(host, written) : undefined
}

/** The nearest folder upward that holds `.git` (a file in worktrees and submodules). */
export function repositoryRoot(host: Host, from: string): string | undefined {
  for (let folder: string | undefined = from; folder !== undefined; folder = parentOf(folder)) {
    if (host.stat(joinPath(folder, '.git'))) return folder
  }
  return undefined
}
