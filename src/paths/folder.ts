import type { Host } from '../host/host.ts'
import { readText } from '../host/read-text.ts'
import { joinPath } from './written.ts'

/** A folder that is looked at for the project files it holds. */
export interface Folder {
  readonly host: Host
  readonly path: string
  readonly names: ReadonlySet<string>
  /** The repository's or project's root: nothing above it counts. */
  readonly root: string
  /** A file of the folder as text, '' when it is not there or can't be read. */
  read(name: string): string
}

/** Lists the folder once; one that can't be listed is empty. */
export function openFolder(host: Host, path: string, root: string): Folder {
  const names = new Set(host.list(path) ?? [])
  return {
    host,
    path,
    root,
    names,
    read: (name) => (names.has(name) ? (readText(host, joinPath(path, name)) ?? '') : ''),
  }
}
