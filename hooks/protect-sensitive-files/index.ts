import type { Event } from '../../src/event.ts'
import { ask, type Context, defineHook, deny, MODES, PASS, type Verdict } from '../../src/hook.ts'
import { normalPath } from '../../src/paths/project.ts'
import { filesOf } from './file-tools.ts'
import { judge } from './judge.ts'
import { DEFAULTS, type Options, type Reading } from './options.ts'
import type { Finding } from './touch.ts'

const READING: readonly Reading[] = ['pass', 'ask', 'deny']

export const hook = defineHook<Options>({
  name: 'protect-sensitive-files',
  summary:
    'Keeps secrets (.env, keys, credentials) from being read or changed, and the files that keep the agent in check from being changed',
  kind: 'guard',
  events: ['tool-before', 'permission'],
  options: {
    defaults: DEFAULTS,
    merge: {
      mode: MODES,
      readSecrets: READING,
      readControls: READING,
      protect: 'union',
      allow: 'fixed',
      allowEverywhere: 'trusted',
      ask: 'trusted',
      mcpFields: 'union',
    },
    schema: async () => (await import('./schema.ts')).schema,
  },
  check,
  explain: (subject, cwd) => ({
    name: 'tool-before',
    dialect: 'unknown',
    harnessEvent: '',
    cwd,
    tool: /[\s;&|<>$`'"*(){}]/.test(subject)
      ? { name: 'Bash', kind: 'shell', input: { command: subject } }
      : { name: 'Edit', kind: 'edit', input: { file_path: subject } },
    payload: {},
  }),
})

async function check(event: Event, ctx: Context<Options>): Promise<Verdict> {
  const { tool } = event
  if (!tool) return PASS
  if (tool.kind === 'shell') return PASS
  const cwd = normalPath(ctx.host, event.cwd)
  return verdictOf(await judge(filesOf(event, tool, ctx.options), cwd, ctx), cwd, ctx)
}

async function verdictOf(findings: readonly Finding[], cwd: string, ctx: Context<Options>): Promise<Verdict> {
  if (findings.length === 0) return PASS
  const { reasonFor } = await import('./reason.ts')
  const denied = findings.filter(({ verdict }) => verdict === 'deny')
  return denied.length > 0 ? deny(reasonFor(denied, cwd, ctx.host)) : ask(reasonFor(findings, cwd, ctx.host))
}
