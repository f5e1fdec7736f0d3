import {
  CREDENTIALS,
  ESSENTIAL_FILES,
  ESSENTIAL_TREES,
  HOME_FOLDERS,
  HOME_PARENTS,
  SYSTEM_PARENTS,
  SYSTEM_TREES,
  WINDOWS_TREES,
} from './known.ts'
import { isWithin, parentOf, relativeTo } from './written.ts'

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
