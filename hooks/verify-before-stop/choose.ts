import type { Host } from '../../src/host/host.ts'
import { openFolder } from '../../src/paths/folder.ts'
import { ignoresCase } from '../../src/paths/project.ts'
import { isAbsolute, isWithin, joinPath, parentOf, resolvePath } from '../../src/paths/written.ts'
import { shellArgv, shownArgv } from '../../src/process/shell.ts'
import { suitesIn } from './detect.ts'
import type { Command, CommandSettings } from './options.ts'
import type { Suite } from './suite.ts'

/** A mistake in `commands` that only the disk shows. */
class CommandError extends Error {
  override readonly name = 'ConfigError'
}

/** The configured commands as suites. Their folders are taken from `root` and stay in it. */
export function configuredSuites(host: Host, commands: readonly Command[], root: string): Suite[] {
  return commands.map((command) => {
    const settings = settingsOf(command)
    const { run } = settings
    const folder = folderOf(host, settings.cwd, root)
    return {
      name: settings.name ?? (typeof run === 'string' ? run : shownArgv(run)),
      argv: typeof run === 'string' ? shellArgv(host, run) : run,
      folder,
      timeoutMs: settings.timeoutMs,
    }
  })
}

function settingsOf(command: Command): CommandSettings {
  if (typeof command === 'string' || Array.isArray(command)) return { run: command }
  return command as CommandSettings
}

function folderOf(host: Host, cwd: string | undefined, root: string): string {
  if (cwd === undefined) return root
  const windows = host.platform === 'win32'
  const folder = resolvePath(root, cwd, windows)
  if (isAbsolute(cwd, windows) || !isWithin(folder, root, ignoresCase(host))) {
    throw new CommandError(
      `verify-before-stop.commands: the cwd ${JSON.stringify(cwd)} is not a folder below the repository root ${root}`,
    )
  }
  if (host.stat(folder)?.kind !== 'directory') {
    throw new CommandError(
      `verify-before-stop.commands: the cwd ${JSON.stringify(cwd)} does not exist in ${root}`,
    )
  }
  return folder
}

/**
 * The detected suites: those of the packages that hold a changed file, or, when nothing is
 * known to have changed or no package holds it, those of the nearest folder at or above
 * `cwd` that has any; with `here` those are always among them. `changed` are paths from `root`.
 */
export function detectedSuites(
  host: Host,
  { cwd, root, here }: { readonly cwd: string; readonly root: string; readonly here?: boolean },
  changed: readonly string[],
): Suite[] {
  const known = new Map<string, readonly Suite[]>()
  const nearestSuites = (from: string): readonly Suite[] => {
    const passed: string[] = []
    let suites: readonly Suite[] = []
    for (
      let at: string | undefined = from;
      at !== undefined && isWithin(at, root, false);
      at = parentOf(at)
    ) {
      const before = known.get(at)
      suites = before ?? suitesIn(openFolder(host, at, root))
      passed.push(at)
      if (before || suites.length > 0) break
    }
    for (const folder of passed) known.set(folder, suites)
    return suites
  }
  const found = new Set<Suite>()
  for (const file of changed) {
    for (const suite of nearestSuites(parentOf(joinPath(root, file)) ?? root)) found.add(suite)
  }
  if (here || found.size === 0) for (const suite of nearestSuites(cwd)) found.add(suite)
  return [...found]
}
