import type { Host } from '../host/host.ts'
import { readText } from '../host/read-text.ts'
import { joinPath, resolvePath } from '../paths/written.ts'
import { firstLine, gitFolderAt } from './head.ts'

/** A repository on a server: `github.com`, `acme/shop`. */
export interface RemoteRepository {
  /** In small letters, without a port. */
  readonly host: string
  readonly path: string
}

/** What the remote `origin` of the repository around `cwd` points at; see `readOrigin`. */
export function originAt(host: Host, cwd: string): RemoteRepository | undefined {
  const folder = gitFolderAt(host, cwd)
  return folder === undefined ? undefined : readOrigin(host, folder)
}

/**
 * What the remote `origin` of the git folder points at, read without starting git. Undefined when
 * there is none, when it is on this machine, or is set somewhere else than in the repository's
 * own configuration.
 */
function readOrigin(host: Host, gitFolder: string): RemoteRepository | undefined {
  const common = firstLine(host, joinPath(gitFolder, 'commondir'))
  const folder = common === undefined ? gitFolder : resolvePath(gitFolder, common, host.platform === 'win32')
  const text = readText(host, joinPath(folder, 'config'), 256 * 1024)
  const url = text === undefined ? undefined : originUrl(text)
  return url === undefined ? undefined : parseRemote(url)
}

function originUrl(config: string): string | undefined {
  let inside = false
  for (const line of config.split(/\r\n|\r|\n/)) {
    const section = /^\s*\[([^\]]*)\]/.exec(line)?.[1]
    if (section !== undefined) inside = /^remote\s+"origin"\s*$/i.test(section)
    const url = inside ? /^\s*url\s*=(.*)$/i.exec(line)?.[1]?.trim() : undefined
    if (url) return url.replace(/^"(.*)"$/, '$1')
  }
  return undefined
}

/** A remote's address, of whatever kind git takes; user names and passwords in it are dropped. */
export function parseRemote(url: string): RemoteRepository | undefined {
  const [, written, rest] =
    /^(?:https?|ssh|git(?:\+ssh)?):\/\/(?:[^@/\s]*@)?([\w.-]+)(?::\d+)?\/+(\S+)$/i.exec(url) ??
    /^(?:[^@/\s:]+@)?([\w.-]{2,}):(?!\/\/)\/*(\S+)$/.exec(url) ??
    []
  const path = rest?.replace(/\/+$/, '').replace(/\.git$/i, '')
  if (written === undefined || path === undefined || !/^[\w.-]+(?:\/[\w.-]+)+$/.test(path)) return undefined
  return path.split('/').some((part) => /^\.+$/.test(part))
    ? undefined
    : { host: written.toLowerCase(), path }
}
