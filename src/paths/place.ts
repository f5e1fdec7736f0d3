import type { Host } from '../host/host.ts'
import {
  CREDENTIALS,
  ESSENTIAL_FILES,
  ESSENTIAL_TREES,
  HOME_FOLDERS,
  HOME_PARENTS,
  SYSTEM_PARENTS,
  SYSTEM_TREES,
  TEMP_ROOTS,
  TEMP_VARIABLES,
  TOP_FOLDERS,
  WINDOWS_TREES,
} from './known.ts'
import { declaredRoot, ignoresCase, normalPath, repositoryRoot } from './project.ts'
import { realOf } from './real.ts'
import { isWithin, parentOf, relativeTo, resolvePath } from './written.ts'

/** What a path is, for somebody who is about to delete it. */
export type Place =
  /** `/`, a drive, a share. */
  | 'root'
  /** A part of the operating system, or a mount point. */
  | 'system'
  /** A user's home, or a folder that holds homes. */
  | 'home'
  /** A well-known folder of the home: Documents, .ssh, .config ... */
  | 'home-known'
  | 'project-root'
  /** A folder that holds the project. */
  | 'above-project'
  /** `.git` of any repository, or something in it. */
  | 'git-internals'
  /** Inside the project. */
  | 'project'
  /** A folder for temporary files itself, or one that holds such a folder. */
  | 'temp-root'
  /** Below a folder for temporary files. */
  | 'temp'
  | 'outside'

/** What the places are judged from. All paths are without links and also as written. */
export interface Surroundings {
  readonly windows: boolean
  readonly ignoreCase: boolean
  readonly homes: readonly string[]
  readonly projects: readonly string[]
  readonly tempRoots: readonly string[]
}

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

/** What a normalised absolute path is. Looks at no disk; judge a real path and its written form. */
export function placeOf(path: string, around: Surroundings): Place {
  const { ignoreCase, homes, projects, tempRoots } = around
  const holds = (folder: string) => isWithin(folder, path, ignoreCase)
  const inside = (folder: string) => isWithin(path, folder, ignoreCase)
  if (parentOf(path) === undefined || (around.windows && /^\/\/[^/]+\/[^/]+\/?$/.test(path))) return 'root'
  if (tempRoots.some((root) => holds(root) && inside(root))) return 'temp-root'
  if (homes.some(holds)) return 'home'
  if (projects.some((project) => holds(project) && inside(project))) return 'project-root'
  if (projects.some(holds)) return 'above-project'
  if (projects.some(inside)) return hasGitPart(path, projects, ignoreCase) ? 'git-internals' : 'project'
  if (isBelowTemp(path, around)) return 'temp'
  const home = homes.find(inside)
  if (home !== undefined) return inHome(path, home, ignoreCase)
  if (tempRoots.some(holds)) return 'temp-root'
  if (isSomeHome(path, ignoreCase)) return 'home'
  if (isSystem(path, around)) return 'system'
  return hasGitPart(path, [], ignoreCase) ? 'git-internals' : 'outside'
}

/** Places that nothing makes disposable, no configuration either. */
export const NEVER: ReadonlySet<Place> = new Set([
  'root',
  'system',
  'home',
  'home-known',
  'project-root',
  'above-project',
  'git-internals',
  'temp-root',
])

/** True for a single file that the system can't do without. */
export function isEssential(path: string): boolean {
  const plain = path.replace(/^\/private\/etc\//, '/etc/')
  if (ESSENTIAL_FILES.includes(plain)) return true
  return ESSENTIAL_TREES.some((tree) => isWithin(plain, tree, false)) || /^[A-Z]:\/Windows\//i.test(path)
}

/** The project that holds the path; undefined outside of all. The innermost one. */
export function projectOf(path: string, around: Surroundings): string | undefined {
  let best: string | undefined
  for (const project of around.projects) {
    if (isWithin(path, project, around.ignoreCase) && project.length > (best?.length ?? 0)) best = project
  }
  return best
}

function hasGitPart(path: string, below: readonly string[], ignoreCase: boolean): boolean {
  const folder = below.find((one) => isWithin(path, one, ignoreCase))
  const rest = folder === undefined ? path : (relativeTo(path, folder, ignoreCase) ?? path)
  return rest.split('/').some((part) => part === '.git' || (ignoreCase && part.toLowerCase() === '.git'))
}

function isBelowTemp(path: string, around: Surroundings): boolean {
  const { tempRoots, homes, ignoreCase } = around
  // macOS gives each user /var/folders/xx/yyyy/T; Windows has AppData/Local/Temp in the home.
  if (/^(?:\/private)?\/var\/folders\/[^/]+\/[^/]+\/T\/./.test(path)) return true
  if (/^(?:[A-Za-z]:|(?:\/mnt)?\/[a-z])\/Users\/[^/]+\/AppData\/Local\/Temp\/./i.test(path)) return true
  // A home in a temporary folder is still a home, unless the temporary folder is inside it.
  return tempRoots.some(
    (root) =>
      isWithin(path, root, ignoreCase) &&
      !homes.some((home) => isWithin(home, root, ignoreCase) && isWithin(path, home, ignoreCase)),
  )
}

function inHome(path: string, home: string, ignoreCase: boolean): Place {
  const rest = relativeTo(path, home, ignoreCase) ?? ''
  const known = HOME_FOLDERS.some(
    (folder) => folder === rest || (ignoreCase && folder.toLowerCase() === rest.toLowerCase()),
  )
  if (hasGitPart(path, [home], ignoreCase)) return 'git-internals'
  if (CREDENTIALS.some((folder) => isWithin(rest, folder, ignoreCase))) return 'home-known'
  return known ? 'home-known' : 'outside'
}

function isSomeHome(path: string, ignoreCase: boolean): boolean {
  const parent = parentOf(path) ?? ''
  if (path === '/root' || /^[A-Za-z]:\/Users(?:\/[^/]+)?$/i.test(path)) return true
  // WSL and Git Bash see the Windows home below a mount point.
  if (/^(?:\/mnt)?\/[a-z]\/Users(?:\/[^/]+)?$/i.test(path)) return true
  return HOME_PARENTS.some(
    (folder) =>
      path === folder || parent === folder || (ignoreCase && parent.toLowerCase() === folder.toLowerCase()),
  )
}

function isSystem(path: string, around: Surroundings): boolean {
  const inside = (folder: string) => isWithin(path, folder, around.ignoreCase)
  const drive = /^[A-Za-z]:\/(.*)$/.exec(path)
  if (drive) return WINDOWS_TREES.some((tree) => isWithin(drive[1] ?? '', tree, true))
  const mounted = /^(?:\/mnt)?\/[a-z]\/(.+)$/.exec(path)
  if (mounted && WINDOWS_TREES.some((tree) => isWithin(mounted[1] ?? '', tree, true))) return true
  // Every folder at the top of the disk was put there by the system or for all its users.
  const parent = parentOf(path) ?? '/'
  if (parent === '/') return true
  return SYSTEM_TREES.some(inside) || SYSTEM_PARENTS.includes(path) || SYSTEM_PARENTS.includes(parent)
}
