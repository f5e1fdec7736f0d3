import type { Event, ToolCall } from '../event.ts'
import { deny, type Rule, type Verdict } from '../hook.ts'
import type { Host } from '../host/host.ts'
import type { Command, Doubt, Word } from '../shell/command.ts'
import { readEventCommands } from '../shell/event.ts'
import { readCode } from './call.ts'
import { textsOf } from './mention.ts'

/** A rule of every guard. */
export const OWN_APPROVAL: Rule = {
  id: 'hookbox-approve',
  what: 'the agent giving itself an approval, by `hookbox approve`',
  critical: true,
}

const REASON =
  '`hookbox approve` is for a person at a terminal, not for the agent. ' +
  'Tell the user the code, what it would allow and why it is needed, and go on with something else.'

/** The refusal of a shell command in which the agent would approve its own call. */
export async function ownApproval(event: Event, host: Host): Promise<Verdict | undefined> {
  if (event.tool?.kind === 'mcp') return inMcp(event.tool)
  const read = await readEventCommands(event, host)
  if (!read) return undefined
  const says = letters(read.text.command).includes('approve')
  const approves =
    read.commands.some(
      (command) => isApproval(command) || (says && (isRenamed(command) || isUnderName(command))),
    ) || read.doubts.some((doubt) => speaksOfIt(doubt, read.text.command))
  return approves ? deny(REASON, { rule: OWN_APPROVAL.id }) : undefined
}

/** What an MCP server is to run is not read as a shell does: the letters are enough. */
function inMcp(tool: ToolCall): Verdict | undefined {
  if (!/exec|run|shell|bash|command|terminal|process|ssh/i.test(tool.name.replace(/^mcp__.*__/, ''))) {
    return undefined
  }
  const text = letters(textsOf(tool).join(' '))
  return WRITTEN.test(text) ? deny(REASON, { rule: OWN_APPROVAL.id }) : undefined
}

/** `hookbox`, `./bin/hookbox`, `dist/hookbox.cjs`, `hookbox@1.2.0`; the native program as it may be called. */
const HOOKBOX = /(?:^|[\\/])hookbox(?:[-_.@][\w.^~@-]*)?$/i
/** The same as a program, not a folder of that name. */
const PROGRAM = /(?:^|[\\/])(?:\.?bin[\\/]hookbox|dist[\\/]hookbox\.cjs)$|^hookbox$/
/** Programs that run a script file or a package by its name. */
const RUNNERS = /^(?:node|nodejs|bun|bunx|deno|tsx|ts-node|npx|npm|pnpm|pnpx|yarn)(?:\.exe|\.cmd)?$/i
/** Programs that make a terminal for another one and may answer it. */
const TERMINALS = /^(?:expect|autoexpect|unbuffer|socat|script|screen|tmux|dtach|pexpect|at|batch|crontab)$/i
/** With these a program gets a name that nobody looks for. */
const RENAMES = /^(?:ln|cp|mv|install|hash)$/
const WRITTEN = /\bhookbox\S*[\s,]+approve\b/i
const STARTS = /\b(?:spawn|exec|system|popen|run|call|subprocess|pty|fork|send)/i

function isApproval({ argv, code, input }: Command): boolean {
  const values = argv.map((word) => word.value)
  const [program = ''] = values
  if (HOOKBOX.test(program)) return isFirstOperand(values.slice(1))
  const name = program.slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1)
  if (RUNNERS.test(name)) {
    const at = values.findIndex((value, index) => index > 0 && value !== undefined && HOOKBOX.test(value))
    if (at > 0 && isFirstOperand(values.slice(at + 1))) return true
  }
  if (TERMINALS.test(name)) {
    const words = argv.map((word) => word.value ?? word.source).join(' ')
    if (WRITTEN.test(letters(`${words}\n${input ?? ''}`))) return true
  }
  const text = code?.text
  return text !== undefined && STARTS.test(text) && WRITTEN.test(letters(text))
}

/**
 * Another program is called as `hookbox` would be. A hook is the same native program, which goes by
 * the name that it is told (`exec -a`).
 */
function isUnderName({ argv }: Command): boolean {
  const [first, second = ''] = argv
    .slice(1)
    .flatMap(({ value = '' }) => (value.startsWith('-') ? [] : [value]))
  return first === 'approve' && (second === 'deploy' || readCode(second) !== undefined)
}

/** It gives the program another name. */
function isRenamed({ argv: [program, ...words] }: Command): boolean {
  return RENAMES.test(program?.value ?? '') && words.some(standsForIt)
}

/** Its path, also as `$(which hookbox)`. */
function standsForIt({ value, parts }: Word): boolean {
  const [only] = parts
  const likely = only?.kind === 'unknown' && parts.length === 1 ? (only.maybe ?? []) : []
  return [...(value === undefined ? [] : [value]), ...likely].some((path) => PROGRAM.test(path))
}

/** Also where the word is not known before it runs. */
function isFirstOperand(values: readonly (string | undefined)[]): boolean {
  const operand = values.findIndex((value) => value === undefined || !value.startsWith('-'))
  if (operand < 0) return false
  const value = values[operand]
  return value === undefined || value === 'approve'
}

function speaksOfIt({ kind, source }: Doubt, text: string): boolean {
  return WRITTEN.test(letters(kind === 'unknown-code' ? source : text))
}

function letters(text: string): string {
  return text.replace(/["'\\[\]()]/g, '')
}
