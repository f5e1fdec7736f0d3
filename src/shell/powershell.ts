import type { ShellReading, ShellWorld } from './command.ts'
import type { ReadOptions } from './read.ts'

/** The commands of a PowerShell text. */
export function readPowerShell(text: string, _world: ShellWorld, _options: ReadOptions = {}): ShellReading {
  return {
    commands: [],
    doubts: [{ kind: 'unreadable', what: 'PowerShell is not read yet', source: text.slice(0, 200) }],
  }
}
