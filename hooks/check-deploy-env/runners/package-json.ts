import type { Host } from '../../../src/host/host.ts'
import { joinPath, parentOf } from '../../../src/paths/written.ts'

/** The scripts of the nearest package.json, and where it is. */
export interface PackageScripts {
  readonly directory: string
  readonly scripts: Readonly<Record<string, string>>
}

const MAX_BYTES = 1024 * 1024

export function nearestScripts(
  host: Host,
  from: string,
  file: 'package.json' | 'composer.json' | 'deno.json' = 'package.json',
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

function scriptsIn(text: string, file: string): Record<string, string> {
  const scripts: Record<string, string> = {}
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return scripts // The package manager can't read it either.
  }
  const section = (parsed as Record<string, unknown> | null)?.[file === 'deno.json' ? 'tasks' : 'scripts']
  if (typeof section !== 'object' || section === null) return scripts
  for (const [name, value] of Object.entries(section)) {
    if (typeof value === 'string') scripts[name] = value
    else if (Array.isArray(value)) scripts[name] = value.filter((line) => typeof line === 'string').join('\n')
  }
  return scripts
}

/** What running a script runs: with what goes before and after it. */
export function scriptText({ scripts }: PackageScripts, name: string, args: string): string | undefined {
  const own = scripts[name]
  if (own === undefined) return undefined
  return [scripts[`pre${name}`], args === '' ? own : `${own} ${args}`, scripts[`post${name}`]]
    .filter((line) => line !== undefined)
    .join('\n')
}
