import { readText } from '../../src/host/read-text.ts'
import { isWithin, resolvePath } from '../../src/paths/written.ts'
import type { Work } from './work.ts'

/** A small file of the project; undefined when it is not there or leads out of it. */
export function fileInProject(
  file: string,
  { host, projectRoot }: Work,
  maxBytes = 4096,
): string | undefined {
  const path = host.realpath(resolvePath(projectRoot, file, host.platform === 'win32'))
  const root = host.realpath(projectRoot)
  if (path === undefined || root === undefined) return undefined
  if (!isWithin(path, root, false) || host.stat(path)?.kind !== 'file') return undefined
  return readText(host, path, maxBytes)
}
