import type { Event } from '../../src/event.ts'
import { type Context, defineHook, MODES, PASS, type Verdict } from '../../src/hook.ts'
import type { Host } from '../../src/host/host.ts'
import { normalPath } from '../../src/paths/project.ts'
import { shellText } from '../../src/tool.ts'
import { filesOf } from './file-tools.ts'
import { formsOf } from './forms.ts'
import { bitsOf } from './keys.ts'
import { DEFAULTS, type Options, type Reading } from './options.ts'
import { mayTouch } from './shell/mention.ts'
import type { Touch } from './touch.ts'

const READING: readonly Reading[] = ['pass', 'ask', 'deny']

export const hook = defineHook<Options>({
  name: 'protect-sensitive-files',
  summary:
    'Keeps secrets (.env, keys, credentials) from being read or changed, and the files that keep the agent in check from being changed.',
  kind: 'guard',
  events: ['tool-before', 'permission'],
  options: {
    defaults: DEFAULTS,
    merge: {
      mode: MODES,
      // A cloned repository must not open the secrets of the whole machine.
      readSecrets: 'trusted',
      readControls: READING,
      readEnvironment: 'trusted',
      protect: 'union',
      allow: 'fixed',
      allowEverywhere: 'trusted',
      ask: 'trusted',
      mcpFields: 'union',
    },
    schema: async () => (await import('./schema.ts')).schema,
  },
  rules: async () => (await import('./rules.ts')).rules,
  check,
  canary: { tool: 'Write', input: { file_path: '/etc/hookbox/hookbox.json', content: '{}' } },
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

/**
 * Almost every call ends here: what judges and explains is loaded only when a path or a command
 * may be about something protected.
 */
async function check(event: Event, ctx: Context<Options>): Promise<Verdict> {
  const { tool } = event
  if (!tool) return PASS
  const configured = ctx.options.protect.length > 0
  const cwd = normalPath(ctx.host, event.cwd)
  if (tool.kind === 'shell') {
    const text = shellText(event)
    if (!text) return PASS
    if (!configured && !mayTouch(text, ctx.host)) {
      ctx.note('no word of it can be about a protected file')
      return PASS
    }
    return (await import('./check.ts')).checkShell(text, cwd, ctx)
  }
  const touches = filesOf(event, tool, ctx.options)
  if (!configured && !touches.some((touch) => mayBeProtected(touch, ctx.host))) {
    ctx.note('no path of it can be a protected file')
    return PASS
  }
  return (await import('./check.ts')).checkFiles(touches, tool, cwd, ctx)
}

function mayBeProtected(touch: Touch, host: Host): boolean {
  return formsOf(host, touch).some(({ subject }) => bitsOf(subject) !== 0)
}
