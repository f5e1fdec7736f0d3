import type { Event, ToolCall } from '../../src/event.ts'
import { type Context, PASS, type Verdict } from '../../src/hook.ts'
import { quoted } from './aliases.ts'
import type { Options } from './options.ts'
import { mayLose } from './quick.ts'

/** Tools of MCP servers that run shell text, and those that are a git command (`git_reset`). */
export async function checkMcp(event: Event, ctx: Context<Options>): Promise<Verdict> {
  const { tool } = event
  if (!tool) return PASS
  const name = tool.name.replace(/^mcp__.*__/, '')
  const text = shellOf(name, tool) ?? gitOf(name, tool)
  if (text === undefined || !mayLose(text, ctx.options.wrappers, () => undefined)) return PASS
  ctx.note(`the tool ${tool.name} as a command: ${text}`)
  const cwd = ['cwd', 'working_directory', 'repo_path', 'path', 'repository']
    .map((field) => tool.input[field])
    .find((value) => typeof value === 'string' && /^(?:\/|[A-Za-z]:[\\/])/.test(value))
  const input = { command: text, ...(cwd === undefined ? {} : { cwd }) }
  const shell: Event = { ...event, tool: { ...tool, name: 'Bash', kind: 'shell', input } }
  return (await import('./decide.ts')).decide(shell, ctx)
}

function shellOf(name: string, tool: ToolCall): string | undefined {
  if (!/exec|run|shell|bash|command|terminal|process|ssh/i.test(name)) return undefined
  const { command, cmd, script, shell_command: text, args } = tool.input
  const found = [command, cmd, script, text].find((value) => typeof value === 'string')
  if (typeof found !== 'string') return undefined
  const more = Array.isArray(args) ? args.filter((one) => typeof one === 'string').map(quoted) : []
  return [found, ...more].join(' ')
}

/** Flags as options: what servers call them. */
const FLAGS: readonly (readonly [RegExp, string])[] = [
  [/^force$/i, '--force'],
  [/^hard$/i, '--hard'],
  [/^force_?with_?lease$/i, '--force-with-lease'],
  [/^(?:delete|remove)$/i, '--delete'],
  [/^mirror$/i, '--mirror'],
  [/^prune$/i, '--prune'],
  [/^directories$/i, '-d'],
  [/^(?:ignored|include_?ignored)$/i, '-x'],
  [/^dry_?run$/i, '--dry-run'],
  [/^staged$/i, '--staged'],
  [/^worktree$/i, '--worktree'],
]
const MODE = /^(?:mode|operation|action|sub_?command|type)$/i
const NAMES =
  /^(?:remote|target|commit|ref|revision|branch|branch_?name|tag|tag_?name|name|stash_?ref|worktree_?path|branch_?or_?path|refspecs?)$/i
const PATHS = /^(?:files?|paths|pathspecs?|file_?paths?)$/i

/** `git_reset { mode: "hard", target: "HEAD~1" }` as `git reset --hard HEAD~1`. */
function gitOf(name: string, tool: ToolCall): string | undefined {
  const sub = /^git[_-]?([a-z]+(?:[_-][a-z]+)*)$/i.exec(name.replace(/(?<=git)(?=[A-Z])/, '_'))?.[1]
  if (sub === undefined) return undefined
  const options: string[] = []
  const names: string[] = []
  const paths: string[] = []
  let action: string | undefined
  for (const [key, value] of Object.entries(tool.input)) {
    if (value === true)
      options.push(...FLAGS.flatMap(([names_, option]) => (names_.test(key) ? [option] : [])))
    else if (typeof value === 'string' && MODE.test(key)) action = value.toLowerCase()
    else if (PATHS.test(key)) paths.push(...texts(value))
    else if (NAMES.test(key)) names.push(...texts(value))
    else if (/^(?:args|arguments|options|flags)$/i.test(key)) options.push(...texts(value))
  }
  const [first = '', ...more] = sub.toLowerCase().replaceAll('_', '-').split('-')
  const words = first === 'stash' || first === 'worktree' || first === 'reflog' ? more : []
  if (action !== undefined) {
    const asOption = /^(?:reset|branch|tag|push)$/.test(first)
    words.push(asOption ? `--${action}` : action)
  }
  if (/^(?:delete|remove)$/.test(more[0] ?? '') && /^(?:branch|tag)$/.test(first)) words.push('--delete')
  const tail = paths.length > 0 ? ['--', ...paths] : []
  return ['git', ...[first, ...words, ...options, ...names, ...tail].map(quoted)].join(' ')
}

function texts(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value]
  return list.filter((one) => typeof one === 'string' && one !== '')
}
