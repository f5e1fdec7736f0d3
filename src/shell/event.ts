import type { Event } from '../event.ts'
import type { Host } from '../host/host.ts'
import { expandGlob } from '../paths/expand.ts'
import { normalPath, repositoryRoot } from '../paths/project.ts'
import { resolvePath } from '../paths/written.ts'
import { type ShellText, shellText } from '../tool.ts'
import type { ShellReading, ShellWorld, WordPart } from './command.ts'
import type { ReadOptions } from './read.ts'

/** The commands of a shell tool's call. */
export interface EventCommands extends ShellReading {
  readonly text: ShellText
  readonly world: ShellWorld
}

/** Script files that a command would run are read up to this size. */
const MAX_SCRIPT = 16 * 1024

/**
 * Reads the command of a shell tool's call; undefined when the event has none. The parser is
 * loaded here, so a guard asks `plainWords` first. Throws a PayloadError (see `shellText`).
 */
export async function readEventCommands(
  event: Event,
  host: Host,
  options: ReadOptions = {},
): Promise<EventCommands | undefined> {
  const text = shellText(event)
  if (!text) return undefined
  const world = shellWorld(host, text.cwd)
  if (text.shell === 'powershell') {
    const { readPowerShell } = await import('./powershell.ts')
    const { readShell } = await import('./read.ts')
    return { text, world, ...readPowerShell(text.command, world, { ...options, posix: readShell }) }
  }
  const { readShellOnce } = await import('./read.ts')
  return { text, world, ...readShellOnce(host, text.command, world, options) }
}

/** The world as the host sees it, for a shell that starts in `cwd`. */
export function shellWorld(host: Host, cwd: string): ShellWorld {
  const windows = host.platform === 'win32'
  const base = normalPath(host, cwd)
  const home = host.home()
  return {
    cwd: base,
    home: home === undefined ? undefined : resolvePath(base, home, windows),
    windows,
    env: (name) => host.env(name),
    script: (path) => scriptText(host, path),
    directory: (path) => host.stat(path)?.kind === 'directory',
    glob: (parts, from) => found(host, parts, from),
    repository: (path) => repositoryRoot(host, path),
  }
}

const MAX_FOUND = 200

function found(host: Host, parts: readonly WordPart[], from: string): readonly string[] | undefined {
  const pieces = parts.flatMap((part) =>
    part.kind === 'unknown' ? [] : [{ glob: part.kind === 'glob', text: part.text }],
  )
  const { paths, tooMany } = expandGlob(host, from, pieces, MAX_FOUND, host.platform === 'win32')
  return tooMany ? undefined : paths
}

function scriptText(host: Host, path: string): string | undefined {
  const info = host.stat(path)
  if (info?.kind !== 'file' || info.size > MAX_SCRIPT) return undefined
  try {
    const text = new TextDecoder().decode(host.readFile(path, MAX_SCRIPT))
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
