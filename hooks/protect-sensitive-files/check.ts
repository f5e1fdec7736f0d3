import type { ToolCall } from '../../src/event.ts'
import { ask, type Context, deny, PASS, ruledBy, type Verdict } from '../../src/hook.ts'
import type { Doubt } from '../../src/shell/command.ts'
import type { ShellText } from '../../src/tool.ts'
import { formsOf } from './forms.ts'
import { isModel, judge, withoutAllowed } from './judge.ts'
import type { Options } from './options.ts'
import { reasonFor } from './reason.ts'
import type { Finding, Touch } from './touch.ts'

/** The verdict on a call of a tool that names its files. `cwd` has to be normalised. */
export async function checkFiles(
  touches: readonly Touch[],
  tool: ToolCall,
  cwd: string,
  ctx: Context<Options>,
): Promise<Verdict> {
  const findings = await judge(touches, cwd, ctx)
  return verdictOf(findings.length > 0 ? findings : await liveValues(touches, tool, cwd, ctx), cwd, ctx)
}

/** The verdict on shell text. `cwd` has to be normalised. */
export async function checkShell(text: ShellText, cwd: string, ctx: Context<Options>): Promise<Verdict> {
  return verdictOf(await inShell(text, cwd, ctx), cwd, ctx)
}

function verdictOf(findings: readonly Finding[], cwd: string, ctx: Context<Options>): Verdict {
  if (findings.length === 0) return PASS
  const denied = findings.filter(({ verdict }) => verdict === 'deny')
  const by = ruledBy([...denied, ...findings].map(({ rule }) => rule))
  return denied.length > 0
    ? deny(reasonFor(denied, cwd, ctx.host), by)
    : ask(reasonFor(findings, cwd, ctx.host), by)
}

/** Values in use that a write puts into an example file. */
async function liveValues(
  touches: readonly Touch[],
  tool: ToolCall,
  cwd: string,
  ctx: Context<Options>,
): Promise<readonly Finding[]> {
  const model = touches.find((touch) => touch.access === 'write' && isModel(touch, ctx))
  if (!model) return []
  const value = (await import('./live-values.ts')).liveValueIn(textsIn(tool.input).join('\n'))
  if (value === undefined) return []
  const because = `What ${model.by} would put into ${model.path} looks like ${value} in use, and an example file goes wherever the repository goes`
  const [form] = formsOf(ctx.host, model)
  const about = { touch: model, path: form?.path ?? model.path, linked: false, because }
  return withoutAllowed([{ ...about, rule: 'live-value', kind: 'secret', verdict: 'ask' }], cwd, ctx)
}

/** Every text below a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

async function inShell(text: ShellText, cwd: string, ctx: Context<Options>): Promise<readonly Finding[]> {
  const { touchesInShell } = await import('./shell/shell.ts')
  const { touches, doubts, scripts, shown } = await touchesInShell(text, ctx, false)
  const environment = shown.flatMap(({ what, source }) => ofEnvironment(what, source, cwd, ctx.options))
  const findings = [...(await judge(touches, cwd, ctx)), ...environment]
  // A rule that only observes must not hide what could not be read.
  if (findings.length + doubts.length > 0) return [...findings, ...doubts.map((doubt) => unread(doubt, cwd))]
  if (scripts.length === 0) return []
  const inside = await touchesInShell(text, ctx, true)
  const found = await judge(inside.touches, cwd, ctx)
  if (found.length === 0) return []
  const { areCommitted } = await import('./shell/own-script.ts')
  // A file that is sourced is read as a script too; it is what the finding is about.
  const scriptsOnly = inside.scripts.filter((script) => !found.some(({ path }) => path === script))
  return (await areCommitted(ctx.host, scriptsOnly)) ? [] : found
}

function ofEnvironment(what: string, source: string, cwd: string, options: Options): Finding[] {
  const verdict = options.readEnvironment
  if (verdict === 'pass') return []
  const touch: Touch = { path: source, base: cwd, access: 'read', by: `"${source}"` }
  const because = `${touch.by} would bring up ${what}. \`env | cut -d= -f1\` lists the names, \`printenv HOME\` shows one that is no secret. If it is meant to be possible, the user can put {"protect-sensitive-files":{"readEnvironment":"pass"}} into ~/.config/hookbox/hookbox.json`
  return [{ touch, path: source, linked: false, rule: 'environment', kind: 'secret', verdict, because }]
}

/** Text that names something protected and can't be read for sure is for a person to judge. */
function unread({ what, source }: Doubt, cwd: string): Finding {
  const touch: Touch = { path: source, base: cwd, access: 'read', by: 'This command' }
  const because = `It names a protected file, and what it does can't be told for sure: ${what}. Write it as separate plain commands, or ask the user to run it`
  return { touch, path: source, linked: false, rule: 'unread', kind: 'secret', verdict: 'ask', because }
}
