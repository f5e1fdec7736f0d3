import type { Event } from '../../src/event.ts'
import { defineHook, MODES, PASS } from '../../src/hook.ts'
import { shellText } from '../../src/tool.ts'
import { DEFAULTS, type Options } from './options.ts'
import { mayDelete } from './quick.ts'

export const hook = defineHook<Options>({
  name: 'block-dangerous-rm',
  summary: 'Denies recursive deletes, unless every target is proven disposable.',
  kind: 'guard',
  events: ['tool-before', 'permission'],
  tools: ['shell', 'mcp'],
  options: {
    defaults: DEFAULTS,
    merge: {
      mode: MODES,
      preset: ['balanced', 'strict'],
      allow: 'fixed',
      disposable: 'fixed',
      wrappers: 'union',
    },
    schema: async () => (await import('./schema.ts')).schema,
  },
  rules: async () => (await import('./rules.ts')).rules,
  check: async (event, ctx) => {
    if (event.tool?.kind === 'mcp') return (await import('./mcp.ts')).checkMcp(event, ctx)
    const shell = shellText(event)
    if (!shell) return PASS
    if (!mayDelete(shell.command, ctx.options.wrappers)) {
      ctx.note('no word of it can delete anything')
      return PASS
    }
    return (await import('./decide.ts')).decide(shell, event, ctx)
  },
  canary: { tool: 'Bash', input: { command: 'rm -rf /' } },
  explain: (subject, cwd): Event => ({
    name: 'tool-before',
    dialect: 'unknown',
    harnessEvent: '',
    cwd,
    tool: { name: 'Bash', kind: 'shell', input: { command: subject } },
    payload: {},
  }),
})
