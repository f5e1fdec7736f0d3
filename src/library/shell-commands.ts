import type { Event } from '../event.ts'
import { readEventCommands } from '../shell/event.ts'
import type { OwnContext } from './define-hook.ts'

/** One command that a shell tool's call would run. */
export interface ShellCommand {
  /** Each word as the shell would have it; undefined where it can't be known beforehand. */
  readonly argv: readonly (string | undefined)[]
  /** Where it would run; undefined when that can't be known. */
  readonly cwd: string | undefined
  /** What it came through, outermost first: `sudo`, `xargs`, `sh` ... */
  readonly via: readonly string[]
  /** As it is written. */
  readonly source: string
}

export interface ShellCommands {
  readonly commands: readonly ShellCommand[]
  /** Why the list may be incomplete, in words. A guard asks or denies on them. */
  readonly doubts: readonly string[]
}

/**
 * The commands that the shell text of a call would run, behind quotes, wrappers, loops and
 * substitutions. Empty for a call without shell text. Throws for a malformed one.
 */
export async function shellCommands(event: Event, { host }: OwnContext): Promise<ShellCommands> {
  const read = await readEventCommands(event, host)
  if (!read) return { commands: [], doubts: [] }
  return {
    commands: read.commands.map(({ argv, cwd, via, source }) => ({
      argv: argv.map(({ value }) => value),
      cwd,
      via: via.map(({ name }) => name),
      source,
    })),
    doubts: read.doubts.map(({ what, source }) => `${what}: ${source}`),
  }
}
