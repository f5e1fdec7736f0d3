import type { Host } from '../host/host.ts'
import { ignoresCase, repositoryRoot } from '../paths/project.ts'
import { isWithin, joinPath, parentOf } from '../paths/written.ts'

/** Who wrote a configuration file: the order is the order of trust. */
export type Trust = 'managed' | 'user' | 'project'

export interface ConfigFile {
  readonly path: string
  readonly trust: Trust
}

const NAME = 'hookbox.json'

/**
 * The configuration files that hold for something in `directory`, most trusted first: the
 * managed one, the user's, then the project's from the repository root down to `directory`.
 * `projectRoot` holds `directory`. Without a repository only the folders up to it count, so that
 * a file in a shared parent folder decides nothing.
 *
 * Whatever has the file's name counts, be it a folder or a link to nothing: reading it says what
 * is wrong. To pass over it would drop the protection that somebody wrote down.
 */
export function findConfigFiles(host: Host, directory: string, projectRoot: string): ConfigFile[] {
  const found: ConfigFile[] = []
  const add = (path: string, trust: Trust) => {
    const isThere = host.lstat(path) !== undefined || (trust !== 'project' && isHidden(host, path))
    if (isThere && !found.some((file) => file.path === path)) found.push({ path, trust })
  }
  add(managedConfigPath(host), 'managed')
  const user = userConfigPath(host)
  if (user !== undefined) add(user, 'user')
  for (const folder of projectFolders(host, directory, projectRoot)) add(joinPath(folder, NAME), 'project')
  return found
}

/** The file of whoever administers the machine. */
function managedConfigPath(host: Host): string {
  return host.platform === 'win32' ? `C:/ProgramData/hookbox/${NAME}` : `/etc/hookbox/${NAME}`
}

/** The user's own file. Undefined without a home. */
export function userConfigPath(host: Host): string | undefined {
  const home = host.home()
  return home === undefined ? undefined : joinPath(home, `.config/hookbox/${NAME}`)
}

/** True when the file's folder is there and may not be looked into. */
function isHidden(host: Host, path: string): boolean {
  const folder = parentOf(path)
  return folder !== undefined && host.stat(folder) !== undefined && !host.stat(joinPath(folder, '.'))
}

/**
 * Folders whose hookbox.json counts, outermost first. The repository is the one that holds the
 * project: another one inside it (a submodule, a worktree, a `.git` that somebody made) does not
 * hide the project's own files.
 */
function projectFolders(host: Host, directory: string, projectRoot: string): string[] {
  const top = repositoryRoot(host, projectRoot) ?? projectRoot
  const folders = [directory]
  if (!isWithin(directory, top, ignoresCase(host))) return folders
  for (let folder = directory; !isWithin(top, folder, ignoresCase(host)); ) {
    folder = parentOf(folder) ?? top
    folders.unshift(folder)
  }
  return folders
}
