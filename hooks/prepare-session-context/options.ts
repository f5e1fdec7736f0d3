import type { OptionsOf } from '../../src/hook.ts'
import type { ConfiguredCommand } from './commands.ts'
import type { ExportName } from './exports.ts'
import type { Service } from './health.ts'
import { SECTIONS, type SectionName } from './section-names.ts'

export interface Options {
  readonly sections: readonly SectionName[]
  readonly onResume: 'short' | 'full' | 'nothing'
  readonly recentCommits: number
  readonly maxPaths: number
  readonly ticket: string
  readonly ticketFile: string
  readonly health: readonly Service[]
  readonly commands: readonly ConfiguredCommand[]
  readonly projectCommands: boolean
  readonly keep: readonly string[]
  readonly exports: readonly ExportName[]
  readonly sessionTitle: boolean
  readonly deadlineMs: number
  readonly maxCharacters: number
}

export const options: OptionsOf<Options> = {
  defaults: {
    sections: SECTIONS,
    onResume: 'short',
    recentCommits: 5,
    maxPaths: 20,
    ticket: '',
    ticketFile: '',
    health: [],
    commands: [],
    projectCommands: false,
    keep: [],
    exports: [],
    sessionTitle: false,
    deadlineMs: 2000,
    maxCharacters: 6000,
  },
  merge: {
    sections: 'nearest',
    onResume: 'nearest',
    recentCommits: 'nearest',
    maxPaths: 'nearest',
    ticket: 'nearest',
    ticketFile: 'nearest',
    // A repository that was only cloned must not run programs, or have addresses asked, when a
    // session starts in it.
    health: { optIn: 'projectCommands' },
    commands: { optIn: 'projectCommands' },
    projectCommands: 'trusted',
    keep: 'union',
    exports: 'nearest',
    sessionTitle: 'nearest',
    deadlineMs: 'nearest',
    maxCharacters: 'nearest',
  },
  schema: async () => (await import('./schema.ts')).schema,
}
