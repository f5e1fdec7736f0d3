import type { Host } from '../host/host.ts'
import { resolvePath } from '../paths/written.ts'
import { git } from './git.ts'
import { gitProblem } from './problem.ts'

export interface Repository {
  readonly bare: boolean
  /** False inside a bare repository or a `.git` folder: there `git status` has nothing to say. */
  readonly workTree: boolean
  readonly shallow: boolean
  /** The git folder of this worktree; absolute. */
  readonly gitFolder: string
  /** The git folder that all worktrees share; the same as `gitFolder` in the main one. */
  readonly commonFolder: string
  /** The root of the work tree. */
  readonly top?: string
}

/** What `cwd` is in, by one git call. Never throws; a string says why there is no answer. */
export async function readRepository(
  host: Host,
  cwd: string,
  timeoutMs: number,
): Promise<Repository | string> {
  const result = await git(
    host,
    cwd,
    [
      'rev-parse',
      '--is-bare-repository',
      '--is-inside-work-tree',
      '--is-shallow-repository',
      '--absolute-git-dir',
      '--git-common-dir',
      // Last, since without a work tree git ends here with an error.
      '--show-toplevel',
    ],
    { timeoutMs },
  )
  const lines = result.stdout.split('\n').filter((line) => line !== '')
  const [bare, workTree, shallow, gitFolder, commonFolder, top] = lines
  if (gitFolder === undefined || commonFolder === undefined) {
    return gitProblem(result) ?? 'not known: git gave an answer of another kind'
  }
  if (lines.length > 6) return "not known: a line break in the repository's path"
  const windows = host.platform === 'win32'
  const absolute = (path: string) => resolvePath(cwd, path, windows)
  return {
    bare: bare === 'true',
    workTree: workTree === 'true',
    shallow: shallow === 'true',
    gitFolder: absolute(gitFolder),
    commonFolder: absolute(commonFolder),
    ...(top === undefined ? {} : { top: absolute(top) }),
  }
}
