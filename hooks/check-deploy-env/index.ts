import type { Event } from '../../src/event.ts'
import { type Context, defineHook, MODES, PASS, type Verdict } from '../../src/hook.ts'
import { shellText } from '../../src/tool.ts'
import { DEFAULTS, type Options } from './options.ts'
import { maySpeakOfDeploying } from './words.ts'

export const hook = defineHook<Options>({
  name: 'check-deploy-env',
  summary:
    'Denies a deploy to production unless branch, tree, upstream, kube context, tests and user are right.',
  kind: 'gate',
  events: ['tool-before', 'permission'],
  tools: ['shell', 'mcp'],
  options: {
    defaults: DEFAULTS,
    merge: {
      mode: MODES,
      environments: 'fixed',
      unprotected: 'fixed',
      deploys: 'union',
      readOnly: 'fixed',
    },
    schema: async () => (await import('./schema.ts')).schema,
  },
  rules: async () => (await import('./rules.ts')).rules,
  check,
  canary: { tool: 'Bash', input: { command: 'kubectl --context production apply -f service.yaml' } },
  explain: (subject, cwd) => ({
    name: 'tool-before',
    dialect: 'unknown',
    harnessEvent: 'PreToolUse',
    cwd,
    tool: { name: 'Bash', kind: 'shell', input: { command: subject } },
    payload: {},
  }),
})

async function check(event: Event, ctx: Context<Options>): Promise<Verdict> {
  const text = shellText(event)
  if (event.tool?.kind === 'shell' && (!text || !maySpeakOfDeploying(text.command, ctx.options))) {
    ctx.note('no word of a deploy tool, script or task in it')
    return PASS
  }
  return (await import('./gate.ts')).judge(event, ctx)
}
