import type { OptionsOf } from '../hook.ts'
import type { ProviderSettings } from './settings.ts'

/** The section of `hookbox.json`, which is named after the hook. */
export const SECTION = 'inject-ticket-context'

export interface Options {
  readonly folder: string
  readonly providers: readonly ProviderSettings[]
  readonly projectProviders: boolean
  readonly projects: readonly string[]
  readonly patterns: readonly string[]
  readonly branch: boolean
  readonly slashCommands: boolean
  readonly codeBlocks: boolean
  readonly repeat: boolean
  readonly fields: readonly string[]
  readonly comments: number
  readonly template: string
  readonly sessionTitle: boolean
  readonly maxTickets: number
  readonly maxDescription: number
  readonly maxCharacters: number
  readonly deadlineMs: number
  readonly cacheMinutes: number
}

export const options: OptionsOf<Options> = {
  defaults: {
    folder: 'tickets',
    providers: [],
    projectProviders: false,
    projects: [],
    patterns: [],
    branch: true,
    slashCommands: false,
    codeBlocks: false,
    repeat: false,
    fields: ['title', 'type', 'status', 'priority', 'owner', 'labels', 'description'],
    comments: 0,
    template: '',
    sessionTitle: false,
    maxTickets: 3,
    maxDescription: 3000,
    maxCharacters: 6000,
    deadlineMs: 3000,
    cacheMinutes: 5,
  },
  merge: {
    folder: 'nearest',
    // A repository that was only cloned must not send a token somewhere, nor run programs.
    providers: { optIn: 'projectProviders' },
    projectProviders: 'trusted',
    projects: 'nearest',
    patterns: 'nearest',
    branch: 'nearest',
    slashCommands: 'nearest',
    codeBlocks: 'nearest',
    repeat: 'nearest',
    fields: 'nearest',
    comments: 'nearest',
    template: 'nearest',
    sessionTitle: 'nearest',
    maxTickets: 'nearest',
    maxDescription: 'nearest',
    maxCharacters: 'nearest',
    deadlineMs: 'nearest',
    cacheMinutes: 'nearest',
  },
  schema: async () => (await import('./schema.ts')).schema,
}
