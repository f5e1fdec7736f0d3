import type { Event } from '../../src/event.ts'
import {
  type Context,
  defineHook,
  deny,
  MODES,
  type Mode,
  PASS,
  ruledBy,
  type Verdict,
} from '../../src/hook.ts'
import { plainWords } from '../../src/shell/plain.ts'
import { shellText } from '../../src/tool.ts'
import { mayBePrivileged } from './names.ts'

export interface Options {
  readonly mode: Mode
  /** Commands that may be run, word for word; a last ` *` allows further words. */
  readonly allow: readonly string[]
  /** Privileges on another machine or in a container (`ssh host sudo ...`). */
  readonly elsewhere: 'deny' | 'allow'
  /** Programs of one's own that run the command in their words. */
  readonly wrappers: readonly string[]
}

export const hook = defineHook<Options>({
  name: 'block-sudo',
  summary: 'Denies commands that raise privileges: sudo, doas, su, pkexec, run0, runas and their kind.',
  kind: 'guard',
  events: ['tool-before', 'permission'],
  tools: ['shell'],
  options: {
    defaults: { mode: 'enforce', allow: [], elsewhere: 'deny', wrappers: [] },
    merge: { mode: MODES, allow: 'fixed', elsewhere: ['allow', 'deny'], wrappers: 'union' },
    schema: async () => (await import('./schema.ts')).schema,
  },
  rules: async () => (await import('./rules.ts')).rules,
  check,
  canary: { tool: 'Bash', input: { command: 'sudo -n true' } },
  explain: (subject, cwd) => ({
    name: 'tool-before',
    dialect: 'unknown',
    harnessEvent: '',
    cwd,
    tool: { name: 'Bash', kind: 'shell', input: { command: subject } },
    payload: {},
  }),
})

async function check(event: Event, ctx: Context<Options>): Promise<Verdict> {
  const text = shellText(event)
  if (!text) return PASS
  if (text.shell === 'posix' && isHarmless(text.command, ctx)) return PASS
  const { judge } = await import('./judge.ts')
  const found = await judge(event, ctx)
  return found ? deny(found.reason, ruledBy(found.rules)) : PASS
}

/** Certain without the parser: literal words, and no program that could raise privileges. */
function isHarmless(command: string, ctx: Context<Options>): boolean {
  const plain = plainWords(command, ctx.options.wrappers)
  if (!plain || plain.some(([name = '']) => mayBePrivileged(name))) return false
  for (const words of plain) ctx.note(words.join(' '))
  return true
}
