import type { Event } from '../../src/event.ts'
import { type Context, defineHook, PASS, type Verdict } from '../../src/hook.ts'
import { normalPath, projectRoot } from '../../src/paths/project.ts'
import { ticketFolder } from '../../src/tickets/files.ts'
import { type Options, options, SECTION } from '../../src/tickets/options.ts'
import { promptKind } from './prompt-kind.ts'

export const hook = defineHook<Options>({
  name: SECTION,
  summary: 'Gives the model the ticket behind an id in the prompt, or in the name of the branch.',
  kind: 'context',
  events: ['prompt', 'session-start'],
  options,
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
  const { host } = ctx
  if (event.name === 'session-start') return await sessionStart(event, ctx)
  const prompt = event.prompt ?? ''
  const kind = promptKind(prompt)
  if (kind === 'empty' || kind === 'machine' || (kind === 'command' && !ctx.options.slashCommands)) {
    ctx.note(`the prompt is ${SAID[kind]}, which is not looked at`)
    return PASS
  }
  const cwd = normalPath(host, event.cwd)
  const root = projectRoot(host, cwd)
  const folder = ticketFolder(host, ctx.options.folder, { cwd, projectRoot: root })
  if (folder === undefined && ctx.options.providers.length === 0) {
    ctx.note(`there is no folder ${ctx.options.folder} in ${root}, and no tracker is configured (providers)`)
    return PASS
  }
  // Loaded only where there are tickets.
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
