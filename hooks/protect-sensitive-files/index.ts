import type { Event } from '../../src/event.ts'
import { ask, type Context, defineHook, deny, MODES, PASS, type Verdict } from '../../src/hook.ts'
import { normalPath } from '../../src/paths/project.ts'
import type { Doubt } from '../../src/shell/command.ts'
import { shellText } from '../../src/tool.ts'
import { filesOf } from './file-tools.ts'
import { judge } from './judge.ts'
import { DEFAULTS, type Options, type Reading } from './options.ts'
import { mayTouch } from './shell/mention.ts'
import type { Finding, Touch } from './touch.ts'

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
  const cwd = normalPath(ctx.host, event.cwd)
  if (tool.kind === 'shell') return verdictOf(await inShell(event, cwd, ctx), cwd, ctx)
  return verdictOf(await judge(filesOf(event, tool, ctx.options), cwd, ctx), cwd, ctx)
}

async function inShell(event: Event, cwd: string, ctx: Context<Options>): Promise<readonly Finding[]> {
  const text = shellText(event)
  if (!text || (ctx.options.protect.length === 0 && !mayTouch(text.command))) return []
  const { touchesInShell } = await import('./shell/shell.ts')
  const { touches, doubts } = touchesInShell(text, ctx)
  const findings = await judge(touches, cwd, ctx)
  return findings.length > 0 ? findings : doubts.map((doubt) => unread(doubt, cwd))
}

/** Text that names something protected and can't be read for sure is for a person to judge. */
function unread({ what, source }: Doubt, cwd: string): Finding {
  const touch: Touch = { path: source, base: cwd, access: 'read', by: 'This command' }
  const because = `It names a protected file, and what it does can't be told for sure: ${what}`
  return { touch, path: source, linked: false, rule: 'unread', kind: 'secret', verdict: 'ask', because }
}

async function verdictOf(findings: readonly Finding[], cwd: string, ctx: Context<Options>): Promise<Verdict> {
  if (findings.length === 0) return PASS
  const { reasonFor } = await import('./reason.ts')
  const denied = findings.filter(({ verdict }) => verdict === 'deny')
  return denied.length > 0 ? deny(reasonFor(denied, cwd, ctx.host)) : ask(reasonFor(findings, cwd, ctx.host))
}
