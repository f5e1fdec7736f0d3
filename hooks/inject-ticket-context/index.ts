import type { Event } from '../../src/event.ts'
import { type Context, defineHook, PASS, type Verdict } from '../../src/hook.ts'
import { normalPath, projectRoot } from '../../src/paths/project.ts'
import { promptKind } from './prompt-kind.ts'
import { ticketFolder } from './ticket-files.ts'

export interface Options {
  readonly folder: string
  readonly projects: readonly string[]
  readonly patterns: readonly string[]
  readonly branch: boolean
  readonly slashCommands: boolean
  readonly repeat: boolean
  readonly fields: readonly string[]
  readonly maxTickets: number
  readonly maxDescription: number
  readonly maxCharacters: number
}

export const hook = defineHook<Options>({
  name: 'inject-ticket-context',
  summary: 'Gives the model the ticket behind an id in the prompt, or in the name of the branch.',
  kind: 'context',
  events: ['prompt', 'session-start'],
  options: {
    defaults: {
      folder: 'tickets',
      projects: [],
      patterns: [],
      branch: true,
      slashCommands: false,
      repeat: false,
      fields: ['title', 'status', 'priority', 'owner', 'description'],
      maxTickets: 3,
      maxDescription: 3000,
      maxCharacters: 6000,
    },
    merge: {
      folder: 'nearest',
      projects: 'nearest',
      patterns: 'nearest',
      branch: 'nearest',
      slashCommands: 'nearest',
      repeat: 'nearest',
      fields: 'nearest',
      maxTickets: 'nearest',
      maxDescription: 'nearest',
      maxCharacters: 'nearest',
    },
    schema: async () => (await import('./schema.ts')).schema,
  },
  check,
  explain: (subject, cwd) => ({
    name: 'prompt',
    dialect: 'claude-code',
    harnessEvent: 'UserPromptSubmit',
    cwd,
    prompt: subject,
    payload: {},
  }),
})

async function check(event: Event, ctx: Context<Options>): Promise<Verdict> {
  const { host, options } = ctx
  if (event.name === 'session-start') return await sessionStart(event, ctx)
  const prompt = event.prompt ?? ''
  const kind = promptKind(prompt)
  if (kind === 'empty' || kind === 'machine' || (kind === 'command' && !options.slashCommands)) {
    ctx.note(`the prompt is ${SAID[kind]}, which is not looked at`)
    return PASS
  }
  const cwd = normalPath(host, event.cwd)
  const root = projectRoot(host, cwd)
  const folder = ticketFolder(host, options.folder, { cwd, projectRoot: root })
  if (folder === undefined) {
    ctx.note(`there is no folder ${options.folder} in ${root}`)
    return PASS
  }
  // Loaded only in projects that have tickets.
  const { ticketVerdict } = await import('./tickets.ts')
  return ticketVerdict(event, { prompt, cwd, folder }, ctx)
}

const SAID = {
  empty: 'empty',
  machine: 'a message of the harness itself',
  command: 'a slash command',
} as const

/** A compaction takes the tickets from the model, so they may be given again. */
async function sessionStart(event: Event, ctx: Context<Options>): Promise<Verdict> {
  if (event.source === 'compact') (await import('./given.ts')).forgetGiven(ctx.host, event.sessionId)
  ctx.note('at a session start only the memory of what was given is cleared, after a compaction')
  return PASS
}
