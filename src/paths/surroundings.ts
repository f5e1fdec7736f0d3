import type { Host } from '../host/host.ts'
import { SYSTEM_PARENTS, SYSTEM_TREES, TEMP_ROOTS, TEMP_VARIABLES, TOP_FOLDERS } from './known.ts'
import { placeOf, type Surroundings } from './place.ts'
import { declaredRoot, ignoresCase, normalPath, repositoryRoot } from './project.ts'
import { realOf } from './real.ts'
import { isWithin, resolvePath } from './written.ts'

export interface Viewpoint {
  /** Where the harness works. */
  readonly cwd: string
  /** Where the tool call works, when it says so itself. */
  readonly toolCwd?: string
  /** A folder that the harness gave the agent for temporary files. */
  readonly scratchpad?: string
  /** The command is meant for Windows, wherever we run. */
  readonly windows?: boolean
}

/**
 * The surroundings of a call. The project is the harness's own folder, the repository of the
 * working directory, or the working directory itself; never a home, a system folder or a
 * folder for temporary files. A session in a temporary folder that declares no project has
 * that folder for its project: what the user works on is not rubbish because of its place.
 */
export function surroundingsOf(host: Host, view: Viewpoint): Surroundings {
  const windows = view.windows ?? host.platform === 'win32'
  const both = (path: string) => bothForms(host, path, windows)
  const homes = both(host.home() ?? '')
  const cwd = resolvePath(host.cwd() ?? '/', view.cwd, windows)
  const known = { windows, ignoreCase: windows || ignoresCase(host), homes }
  const tempRoots = [...TEMP_ROOTS.flatMap(both), ...both(view.scratchpad ?? '')]
  const named = TEMP_VARIABLES.map((name) => host.env(name) ?? '')
    .filter((value) => /^(?:[A-Za-z]:)?[\\/]/.test(value))
    .flatMap(both)
  const candidates = projectCandidates(host, cwd, [...tempRoots, ...named], known.ignoreCase)
  if (view.toolCwd !== undefined && view.toolCwd !== view.cwd) {
    const toolCwd = resolvePath(cwd, view.toolCwd, windows)
    if (!candidates.some((folder) => isWithin(toolCwd, folder, known.ignoreCase))) {
      candidates.push(repositoryRoot(host, toolCwd) ?? toolCwd)
    }
  }
  const without: Surroundings = { ...known, projects: [], tempRoots }
  const projects = candidates.flatMap(both).filter((folder) => mayBeProject(folder, without))
  for (const root of named) {
    const place = placeOf(root, { ...without, projects })
    if (place === 'temp' || place === 'outside') tempRoots.push(root)
  }
  return { ...known, projects, tempRoots }
}

function mayBeProject(folder: string, around: Surroundings): boolean {
  const place = placeOf(folder, around)
  if (place === 'outside' || place === 'temp') return true
  // Containers keep the project in a folder of its own: /app, /workspace, /mnt/project.
  return (
    place === 'system' &&
    !TOP_FOLDERS.has(folder) &&
    !SYSTEM_PARENTS.includes(folder) &&
    !SYSTEM_TREES.some((tree) => isWithin(folder, tree, around.ignoreCase)) &&
    /^\/(?:mnt\/|media\/)?[^/]+$/.test(folder)
  )
}

function projectCandidates(
  host: Host,
  cwd: string,
  tempRoots: readonly string[],
  ignoreCase: boolean,
): string[] {
  const declared = declaredRoot(host, cwd)
  if (declared !== undefined) return [declared]
  const own = repositoryRoot(host, cwd) ?? cwd
  const elsewhere = host.env('CLAUDE_PROJECT_DIR')
  if (!elsewhere) return [own]
  // The agent went out of its project: into another one, or into a scratch folder.
  const project = normalPath(host, elsewhere)
  const scratch = tempRoots.some(
    (root) => isWithin(own, root, ignoreCase) && !isWithin(project, root, ignoreCase),
  )
  return scratch ? [project] : [project, own]
}

function bothForms(host: Host, path: string, windows: boolean): string[] {
  if (path === '') return []
  const written = resolvePath('/', path, windows)
  const real = realOf(host, written, windows)
  return real === written ? [written] : [written, real]
}
