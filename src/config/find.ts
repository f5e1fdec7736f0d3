import type { Host } from '../host/host.ts'
import { joinPath, parentOf } from '../paths/written.ts'

/** Who wrote a configuration file: the order is the order of trust. */
export type Trust = 'managed' | 'user' | 'project'

export interface ConfigFile {
  readonly path: string
  readonly trust: Trust
}

const NAME = 'hookbox.json'

/**
 * The configuration files that hold for something in `directory`, most trusted first:
 * the managed one, the user's, then the project's from the repository root down to
 * `directory`. Without a repository only `directory` itself and `projectRoot` count, so
 * that a file in a shared parent folder decides nothing.
 */
export function findConfigFiles(
  host: Host,
  directory: string,
  projectRoot: string | undefined,
): ConfigFile[] {
  const found: ConfigFile[] = []
  const add = (path: string, trust: Trust) => {
    const info = host.stat(path)
    if (info && info.kind !== 'directory' && !found.some((file) => file.path === path)) {
      found.push({ path, trust })
    }
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

/** Folders whose hookbox.json counts, outermost first. */
function projectFolders(host: Host, directory: string, projectRoot: string | undefined): string[] {
  const folders: string[] = []
  for (let folder: string | undefined = directory; folder !== undefined; folder = parentOf(folder)) {
    folders.unshift(folder)
    if (host.stat(joinPath(folder, '.git')) || folder === projectRoot) return folders
  }
  return [directory]
}
