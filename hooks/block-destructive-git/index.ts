import type { Event } from '../../src/event.ts'
import { defineHook, MODES, PASS } from '../../src/hook.ts'
import { normalPath } from '../../src/paths/project.ts'
import { scriptTexts } from '../../src/tasks/quick.ts'
import { shellText } from '../../src/tool.ts'
import { DEFAULTS, type Options } from './options.ts'
import { mayLose } from './quick.ts'

export const hook = defineHook<Options>({
  name: 'block-destructive-git',
  summary: 'Denies git commands that lose uncommitted or unpushed work, unless nothing would be lost.',
  kind: 'guard',
  events: ['tool-before', 'permission'],
  tools: ['shell', 'mcp'],
  options: {
    defaults: DEFAULTS,
    merge: {
      mode: MODES,
      protectedBranches: 'union',
      allow: { optIn: 'projectExceptions' },
      projectExceptions: 'trusted',
      wrappers: 'union',
    },
    schema: async () => (await import('./schema.ts')).schema,
  },
  rules: async () => (await import('./rules.ts')).rules,
  check: async (event, ctx) => {
    if (event.tool?.kind === 'mcp') return (await import('./mcp.ts')).checkMcp(event, ctx)
    const text = shellText(event)
    if (!text) return PASS
    const tasks = (command: readonly string[]) =>
      scriptTexts(command, normalPath(ctx.host, text.cwd), ctx.host)
    if (text.shell === 'posix' && !mayLose(text.command, ctx.options.wrappers, tasks)) {
      ctx.note('no git command in it can lose work')
      return PASS
    }
    return (await import('./decide.ts')).decide(event, ctx)
  },
  canary: { tool: 'Bash', input: { command: 'git push --force origin main' } },
  explain: (subject, cwd): Event => ({
    name: 'tool-before',
    dialect: 'unknown',
    harnessEvent: '',
    cwd,
    tool: { name: 'Bash', kind: 'shell', input: { command: subject } },
    payload: {},
  }),
})
