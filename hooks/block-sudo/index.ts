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
import { normalPath } from '../../src/paths/project.ts'
import type { AllowedCommand } from '../../src/shell/allowed.ts'
import { plainWords } from '../../src/shell/plain.ts'
import { runsTasks } from '../../src/shell/plain-marks.ts'
import { scriptTexts } from '../../src/tasks/quick.ts'
import { shellText } from '../../src/tool.ts'
import { mayBePrivileged } from './names.ts'

export interface Options {
  readonly mode: Mode
  /** Commands that may be run, word for word; a last ` *` allows further words. */
  readonly allow: readonly AllowedCommand[]
  /** Such commands of a project's file count too. */
  readonly projectExceptions: boolean
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
    defaults: { mode: 'enforce', allow: [], projectExceptions: false, elsewhere: 'deny', wrappers: [] },
    merge: {
      mode: MODES,
      allow: { optIn: 'projectExceptions' },
      projectExceptions: 'trusted',
      elsewhere: ['allow', 'deny'],
      wrappers: 'union',
    },
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
  if (text.shell === 'posix' && isHarmless(text.command, normalPath(ctx.host, text.cwd), ctx)) return PASS
  const { judge } = await import('./judge.ts')
  const found = await judge(event, ctx)
  return found ? deny(found.reason, ruledBy(found.rules)) : PASS
}

const MAX_DEPTH = 4
const MOVES: ReadonlySet<string> = new Set(['cd', 'chdir', 'pushd', 'popd'])

/** Certain without the parser: literal words, and no program that could raise privileges. */
function isHarmless(command: string, cwd: string, ctx: Context<Options>, depth = 0): boolean {
  const plain = plainWords(command, ctx.options.wrappers)
  if (!plain || plain.some(([name = '']) => mayBePrivileged(name))) return false
  for (const words of plain) {
    const [name = '', next] = words
    if (!runsTasks(name, next)) continue
    // Scripts run where their package is: nothing may have changed the folder.
    const moved = depth >= MAX_DEPTH || plain.some(([other = '']) => MOVES.has(other))
    const texts = moved ? undefined : scriptTexts(words, cwd, ctx.host)
    if (!texts?.every((text) => isHarmless(text, cwd, ctx, depth + 1))) return false
  }
  for (const words of plain) ctx.note(words.join(' '))
  return true
}
