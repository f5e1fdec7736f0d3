import type { Host } from '../host/host.ts'
import { ignoresCase } from '../paths/project.ts'
import { isWithin, joinPath, parentOf, relativeTo, resolvePath } from '../paths/written.ts'
import { isFileName } from './ids.ts'

/** The folder of the ticket files, proven to lie in the project. */
export interface TicketFolder {
  readonly path: string
  /** Without links. */
  readonly real: string
  /** As seen from the project root, for people. */
  readonly shown: string
}

export interface TicketFile {
  readonly format: 'json' | 'markdown' | 'yaml'
  /** Without links. */
  readonly path: string
  readonly shown: string
  /** Milliseconds since the epoch. */
  readonly modified: number
}

/** Why something is not read, in words for the user. */
export interface Refused {
  readonly problem: string
}

const FORMATS = [
  ['json', 'json'],
  ['yaml', 'yaml'],
  ['yml', 'yaml'],
  ['md', 'markdown'],
] as const

const MAX_BYTES = 256 * 1024

/**
 * The tickets folder nearest to `cwd`, in it or above it up to the project root. Undefined
 * when there is none; refused when it leads out of the project.
 */
export function ticketFolder(
  host: Host,
  folder: string,
  { cwd, projectRoot }: { readonly cwd: string; readonly projectRoot: string },
): TicketFolder | Refused | undefined {
  const ignoreCase = ignoresCase(host)
  for (let from: string | undefined = cwd; from !== undefined; from = parentOf(from)) {
    if (!isWithin(from, projectRoot, ignoreCase)) return undefined
    const path = resolvePath(from, folder, host.platform === 'win32')
    const shown = relativeTo(path, projectRoot, ignoreCase)
    if (shown === undefined) return { problem: `the tickets folder ${folder} is outside the project` }
    if (host.stat(path)?.kind !== 'directory') continue
    const real = host.realpath(path)
    const realRoot = host.realpath(projectRoot)
    if (real === undefined || realRoot === undefined || !isWithin(real, realRoot, ignoreCase)) {
      return { problem: `the tickets folder ${shown} is a link that leads out of the project` }
    }
    return { path, real, shown }
  }
  return undefined
}

/** The file of a ticket. Undefined when there is none; refused when it must not be read. */
export function ticketFile(host: Host, folder: TicketFolder, id: string): TicketFile | Refused | undefined {
  if (!isFileName(id)) return undefined
  for (const [extension, format] of FORMATS) {
    const name = `${id}.${extension}`
    const info = host.stat(joinPath(folder.path, name))
    if (!info) continue
    const shown = folder.shown === '' ? name : joinPath(folder.shown, name)
    const path = host.realpath(joinPath(folder.path, name))
    if (path === undefined || !isWithin(path, folder.real, ignoresCase(host))) {
      return { problem: `${shown} is a link that leads out of the tickets folder` }
    }
    if (info.kind !== 'file') return { problem: `${shown} is not a file` }
    if (info.size > MAX_BYTES) return { problem: `${shown} is larger than ${MAX_BYTES >> 10} KB` }
    return { format, path, shown, modified: info.modified }
  }
  return undefined
}

/** The text of a ticket file. Throws a HostError. */
export function ticketText(host: Host, file: TicketFile): string {
  return new TextDecoder().decode(host.readFile(file.path, MAX_BYTES))
}
