import type { Host } from '../../../src/host/host.ts'
import { joinPath, parentOf } from '../../../src/paths/written.ts'
import { type ScriptFile, scriptsIn } from '../../../src/tasks/package-json.ts'

/** The scripts of the nearest package.json, and where it is. */
export interface PackageScripts {
  readonly directory: string
  readonly scripts: Readonly<Record<string, string>>
}

const MAX_BYTES = 1024 * 1024

export function nearestScripts(
  host: Host,
  from: string,
  file: ScriptFile = 'package.json',
): PackageScripts | undefined {
  for (let folder: string | undefined = from; folder !== undefined; folder = parentOf(folder)) {
    const path = joinPath(folder, file)
    if (host.stat(path)?.kind !== 'file') continue
    return {
      directory: folder,
      scripts: scriptsIn(new TextDecoder().decode(host.readFile(path, MAX_BYTES)), file),
    }
  }
  return undefined
}
