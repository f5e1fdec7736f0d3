import type { Event, ToolCall } from '../../src/event.ts'
import { type Context, PASS, type Verdict } from '../../src/hook.ts'
import { type Deletion, knownWord } from './deletion.ts'
import { losesRows } from './forms/sql.ts'
import type { Options } from './options.ts'
import { mayDelete } from './quick.ts'

/**
 * Tools of MCP servers: those that delete by a path (`delete_directory`), that run shell text
 * and that run code. Others pass.
 */
export async function checkMcp(event: Event, ctx: Context<Options>): Promise<Verdict> {
  const { tool } = event
  if (!tool) return PASS
  const name = tool.name.replace(/^mcp__.*__/, '')
  const deletion = byPath(name, tool, event.cwd)
  if (deletion) return (await load()).decideOn([deletion], event, ctx)
  for (const field of ['command', 'cmd', 'script', 'shell_command']) {
    const text = tool.input[field]
    const cwd = tool.input['cwd'] ?? tool.input['working_directory']
    if (typeof text !== 'string' || !RUNS_SHELL.test(name) || !mayDelete(text, ctx.options.wrappers)) continue
    return (await load()).decide(
      { command: text, cwd: typeof cwd === 'string' ? cwd : event.cwd, shell: 'posix' },
      event,
      ctx,
    )
  }
  const lost = bySql(name, tool)
  if (lost) return (await load()).decideOn([lost], event, ctx)
  const code = tool.input['code'] ?? tool.input['source'] ?? tool.input['script']
  if (typeof code === 'string' && RUNS_CODE.test(name) && mayDelete(code, [])) {
    return (await load()).decideOn({ language: languageOf(tool, code), code }, event, ctx)
  }
  return PASS
}

const load = () => import('./decide.ts')

const DELETES = /(?:^|[_-])(?:delete|remove|rm|rmdir|unlink|rmtree|trash)(?:$|[_-])|^(?:delete|remove)[A-Z]/
const OF_FILES = /file|dir|folder|path|tree|^(?:delete|remove|rm|rmdir|unlink)$/i
const RUNS_SHELL = /exec|run|shell|bash|command|terminal|process|ssh/i
const RUNS_CODE = /exec|run|eval|code|python|node|script|repl/i

function byPath(name: string, tool: ToolCall, cwd: string): Deletion | undefined {
  if (!DELETES.test(name) || !OF_FILES.test(name)) return undefined
  const paths = [
    'path',
    'paths',
    'file_path',
    'directory',
    'dir',
    'folder',
    'target',
    'source',
    'uri',
  ].flatMap((field) => {
    const value = tool.input[field]
    return Array.isArray(value) ? value : [value]
  })
  const targets = paths
    .filter((path) => typeof path === 'string')
    .map((path) => ({ word: knownWord(path.replace(/^file:\/\//, ''), path), cwd }))
  const file = /file/i.test(name) && tool.input['recursive'] !== true
  return { how: tool.name, effect: file ? 'files' : 'tree', targets, source: tool.name }
}

/** A statement for a database (`execute_sql`, `query`). */
function bySql(name: string, tool: ToolCall): Deletion | undefined {
  if (!/sql|query|execute|database|db/i.test(name)) return undefined
  const { sql, query, statement } = tool.input
  const text = [sql, query, statement].find((value) => typeof value === 'string')
  const lost = typeof text === 'string' ? losesRows(text) : undefined
  if (lost === undefined) return undefined
  return {
    how: `${lost} by ${tool.name}`,
    effect: 'database',
    targets: [{ word: knownWord(tool.name, tool.name), cwd: '/' }],
    source: tool.name,
  }
}

function languageOf(tool: ToolCall, code: string): string {
  const named = tool.input['language']
  if (typeof named === 'string')
    return /^(?:js|ts|node|javascript|typescript)/i.test(named) ? 'javascript' : named.toLowerCase()
  return /\b(?:const|let|require\(|=>|await import)/.test(code) ? 'javascript' : 'python'
}
