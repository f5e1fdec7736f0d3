import * as fs from 'node:fs'
import * as path from 'node:path'
import { failsClosed, type Hook, judgesCalls } from '../../hook.ts'
import { toolKind } from '../../tool.ts'
import { CLAUDE_PLAY, claudeMatches } from '../play/claude-events.ts'
import { neverRuns } from '../play/claude-prompt.ts'
import { type Around, foreignVariable } from '../play/handler-run.ts'
import { openHarnessMatches } from '../play/openharness-outcome.ts'
import { onPath } from '../settings/places.ts'
import type { Handler, Settings } from '../settings/read.ts'
import { type Own, ownHandler } from '../setup/own.ts'
import { type Finding, findingAt } from './finding.ts'
import { namesOf, wordsOf } from './handler-words.ts'
import { nameFindings } from './name-checks.ts'
import { namedHooks } from './probe.ts'

export interface Surroundings extends Around {
  readonly hooks: readonly Hook[]
}

/** What is wrong with one handler without running it. */
export function handlerFindings(settings: Settings, handler: Handler, around: Surroundings): Finding[] {
  const own = ownHandler(handler, namesOf(around))
  const at: At = (rest, key) => {
    const { fixable, ...kept } = rest
    // Only settings files are ours to write.
    const mine = handler.place.bearer && fixable ? { ...kept, remedy: REMEDY_ELSEWHERE } : rest
    return findingAt(settings, key === undefined ? handler.path : [...handler.path, key], mine)
  }
  return [
    ...programFindings(handler, own, around, at),
    ...nameFindings(handler, own, around, at),
    ...timeoutFindings(handler, own, at),
    ...matcherFindings(settings, handler, own, around, at),
    ...(handler.place.harness === 'claude-code'
      ? claudeFindings(handler, own, around, at)
      : openHarnessFindings(handler, own, around, at)),
  ]
}

const REMEDY_ELSEWHERE = 'Correct it where it comes from; hookbox writes settings files alone.'

export type At = (rest: Omit<Finding, 'harness' | 'file' | 'line'>, key?: string) => Finding

const isClosed = (handler: Handler, around: Surroundings) => namedHooks(handler, around).some(failsClosed)

/** The program has to be there, and the script that an interpreter is given. */
function programFindings(handler: Handler, own: Own | undefined, around: Surroundings, at: At): Finding[] {
  const words = wordsOf(handler, around)
  if (!words) return []
  const isExec = Array.isArray(handler.fields['args'])
  const [program = '', script = ''] = words
  const found: Finding[] = []
  if (program.includes('\\') && process.platform !== 'win32') {
    found.push(
      at({
        level: 'error',
        id: 'backslash-path',
        text: `the path ${program} has backslashes, which separate nothing here`,
        remedy: 'Write it with slashes.',
      }),
    )
  }
  if (/^~\//.test(program) && isExec) {
    found.push(
      at({
        level: 'error',
        id: 'tilde',
        text: `${program}: with args no shell runs it, so ~ stays a letter`,
        remedy: 'Write the whole path.',
      }),
    )
    return found
  }
  const problem = missing(expandHome(program), around)
  // What is written for everybody who has the project says `node`, and would again.
  const remedy = own ? 'hookbox update writes the path of this installation.' : 'Correct the path.'
  const fixable = own ? { fixable: true } : {}
  if (problem && own && program === 'node') {
    const advice = 'Put node on the PATH that the harness has, or register with --scope local.'
    found.push(at({ level: 'error', id: problem.id, text: `${program} ${problem.text}`, remedy: advice }))
  } else if (problem && !isBuiltin(program)) {
    found.push(at({ level: 'error', id: problem.id, text: `${program} ${problem.text}`, remedy, ...fixable }))
  } else if (isInterpreter(program) && /^[./~]|[\\/]/.test(script) && !script.startsWith('-')) {
    const gone = !fs.existsSync(path.resolve(around.cwd, expandHome(script)))
    if (gone) {
      found.push(
        at({ level: 'error', id: 'missing-script', text: `${script} does not exist`, remedy, ...fixable }),
      )
    }
  }
  return found
}

function missing(program: string, { cwd, env }: Surroundings): { id: string; text: string } | undefined {
  if (program === '' || /[$`]/.test(program)) return undefined
  if (!/[\\/]/.test(program)) {
    return onPath(program, { ...process.env, ...env })
      ? undefined
      : { id: 'missing-program', text: 'is not on PATH, so the harness can not start it' }
  }
  const file = path.resolve(cwd, program)
  if (!fs.existsSync(file)) return { id: 'missing-program', text: 'does not exist' }
  try {
    fs.accessSync(file, fs.constants.X_OK)
  } catch {
    return { id: 'not-executable', text: 'may not be executed (chmod +x)' }
  }
  return fs.statSync(file).isDirectory() ? { id: 'not-executable', text: 'is a folder' } : undefined
}

/** Words that a POSIX shell knows by itself, with no file on PATH. */
const BUILTINS =
  '! . : [ alias bg break cd command continue echo eval exec exit export false fg getopts hash jobs kill printf pwd read readonly return set shift test times trap true type ulimit umask unalias unset wait'.split(
    ' ',
  )
const isBuiltin = (program: string) => BUILTINS.includes(program) || /^\w+=/.test(program)
const isInterpreter = (program: string) =>
  /^(?:node|nodejs|bun|deno|tsx|python[\d.]*|ruby|perl|php|bash|sh|zsh|pwsh)$/.test(path.basename(program))

function expandHome(file: string): string {
  return file.startsWith('~/') ? path.join(process.env['HOME'] ?? '~', file.slice(2)) : file
}

function timeoutFindings(handler: Handler, own: Own | undefined, at: At): Finding[] {
  const key = handler.place.harness === 'claude-code' ? 'timeout' : 'timeout_seconds'
  const value = handler.fields[key]
  if (typeof value !== 'number' || value < 1000) return []
  // Half an hour or an hour, as somebody writes it in seconds.
  if (value <= 7200 && value % 60 === 0 && value % 1000 !== 0) return []
  return [
    at(
      {
        level: 'warning',
        id: 'timeout-in-ms',
        text: `${key} is ${value}: it counts seconds, so that is ${Math.round(value / 60)} minutes`,
        remedy: `Write ${Math.max(1, Math.round(value / 1000))} if milliseconds were meant.`,
        ...(own ? { fixable: true } : {}),
      },
      key,
    ),
  ]
}

/** The tools of Claude Code 2.1.332, as its bundle lists them; then older names, which harm nothing. */
const CLAUDE_TOOLS =
  'Agent Artifact AskUserQuestion Bash ClaudeDesign CronCreate CronDelete CronList Edit EndConversation EnterPlanMode EnterWorktree ExitPlanMode ExitWorktree Glob Grep ListAgents ListMcpResourcesTool LSP Monitor NotebookEdit OfferChromeSetup PowerShell Projects propose_skills PushNotification Read ReadMcpResourceDirTool ReadMcpResourceTool ReadNotifications RemoteTrigger ReportFindings ScheduleWakeup SendFeedback SendMessage SendUserFile SendUserMessage SetGoal ShareOnboardingGuide ShowOnboardingRolePicker Skill StructuredOutput SubagentHandback TaskCreate TaskGet TaskList TaskStop TaskUpdate TodoWrite ToolSearch WaitForMcpServers WebFetch WebSearch Workflow Write Task MultiEdit BashOutput KillBash KillShell TaskOutput AgentOutputTool SlashCommand NotebookRead LS ListPeers Brief ListMcpResources ReadMcpResource ReadMcpResourceDir ProposeGoal mcp__server__tool'.split(
    ' ',
  )

const OPENHARNESS_TOOLS =
  'bash ask_user_question read_file write_file edit_file notebook_edit lsp glob grep image_to_text image_generation skill tool_search web_fetch web_search config brief sleep enter_worktree exit_worktree todo_write enter_plan_mode exit_plan_mode cron_create cron_list cron_delete cron_toggle remote_trigger task_create task_get task_list task_stop task_output task_update agent send_message team_create team_delete list_mcp_resources read_mcp_resource mcp_auth mcp__server__tool'.split(
    ' ',
  )

/** Values of the other events' matchers (section 2). */
const SUBJECTS: Readonly<Record<string, readonly string[]>> = {
  SessionStart: ['startup', 'resume', 'clear', 'compact', 'fork'],
  SessionEnd: ['clear', 'resume', 'logout', 'prompt_input_exit', 'other'],
  PreCompact: ['manual', 'auto'],
  PostCompact: ['manual', 'auto'],
  Setup: ['init', 'maintenance'],
}

function matcherFindings(
  settings: Settings,
  handler: Handler,
  own: Own | undefined,
  around: Surroundings,
  at: At,
): Finding[] {
  const { matcher, event, place } = handler
  if (matcher === undefined || matcher === '' || matcher === '*') return []
  const isClaude = place.harness === 'claude-code'
  if (isClaude && CLAUDE_PLAY[event] && CLAUDE_PLAY[event].subject === undefined) {
    return [
      at({
        level: 'note',
        id: 'matcher-ignored',
        text: `${event} has no matcher: ${JSON.stringify(matcher)} is ignored and the hook always runs`,
      }),
    ]
  }
  const isTool = isClaude ? CLAUDE_PLAY[event]?.subject === 'tool_name' : /tool_use|notification/.test(event)
  const known = isTool ? (isClaude ? CLAUDE_TOOLS : OPENHARNESS_TOOLS) : SUBJECTS[event]
  if (!known) return []
  const takes = (subject: string) =>
    isClaude ? claudeMatches(matcher, subject) : openHarnessMatches(matcher, subject)
  if (!known.some(takes) && !mayBeMcp(matcher)) {
    return [
      at({
        level: 'error',
        id: 'matcher-matches-nothing',
        text: `the matcher ${JSON.stringify(matcher)} matches ${isTool ? 'no tool' : `no ${event}`}${matcherHint(matcher, known, isClaude)}`,
        remedy: own ? 'hookbox update writes the right one.' : 'Correct it.',
        ...(own ? { fixable: true } : {}),
      }),
    ]
  }
  if (/^mcp__[\w-]+$/.test(matcher) && matcher.split('__').length === 2 && isClaude) {
    return [
      at({
        level: 'error',
        id: 'matcher-matches-nothing',
        text: `the matcher ${JSON.stringify(matcher)} is an exact name, and no tool is called so`,
        remedy: `For all tools of that server: ${matcher}__.*`,
      }),
    ]
  }
  const beside = settings.handlers.filter((one) => one !== handler && one.event === event)
  const matches = isClaude ? claudeMatches : openHarnessMatches
  const elsewhere = (name: string, subject: string) =>
    beside.some(
      (one) =>
        matches(one.matcher, subject) && ownHandler(one, namesOf(around))?.hooks.includes(name) === true,
    )
  return uncovered(own, around, (name, subject) => takes(subject) || elsewhere(name, subject), handler, at)
}

const mayBeMcp = (matcher: string) => /mcp/.test(matcher)

function matcherHint(matcher: string, known: readonly string[], isClaude: boolean): string {
  const other = known.find((name) => name.toLowerCase() === matcher.toLowerCase())
  if (other) return `; its name is ${other}`
  if (!isClaude && matcher.includes('|')) return '; OpenHarness knows no |, only * and ?'
  if (isClaude && /^[A-Z]\w*\(/.test(matcher)) return '; a permission rule is no matcher'
  return ''
}

/** A guard that is not asked about a tool it judges. */
function uncovered(
  own: Own | undefined,
  { hooks }: Surroundings,
  isAsked: (name: string, subject: string) => boolean,
  { event, place }: Handler,
  at: At,
): Finding[] {
  if (!own || !/^(?:PreToolUse|pre_tool_use)$/.test(event)) return []
  const isClaude = place.harness === 'claude-code'
  const tools = isClaude
    ? ['Bash', 'Edit', 'Write', 'NotebookEdit', 'Read']
    : ['bash', 'task_create', 'cron_create', 'agent', 'write_file', 'edit_file', 'read_file']
  return own.hooks.flatMap((name) => {
    const hook = hooks.find((one) => one.name === name)
    if (!hook || !judgesCalls(hook)) return []
    const lost = tools.filter(
      (tool) => (hook.tools === undefined || hook.tools.includes(toolKind(tool))) && !isAsked(name, tool),
    )
    if (lost.length === 0) return []
    return [
      at({
        level: 'warning',
        id: 'matcher-too-narrow',
        text: `${name} is not asked about ${lost.join(', ')}, which it would judge`,
        remedy: 'hookbox update writes a matcher for all of its tools.',
        fixable: true,
      }),
    ]
  })
}

function claudeFindings(handler: Handler, own: Own | undefined, around: Surroundings, at: At): Finding[] {
  const { fields, event } = handler
  const found: Finding[] = []
  const closed = isClosed(handler, around)
  const foreign = foreignVariable(handler)
  if (foreign !== undefined) {
    found.push(
      at({
        level: 'error',
        id: 'foreign-variable',
        text: `${foreign}: the hook fails without being started`,
        remedy: 'Write the path, or register the hook in the plugin.',
      }),
    )
  }
  const never = neverRuns(handler, event)
  if (never !== undefined) {
    found.push(at({ level: 'error', id: 'type-never-runs', text: never, remedy: 'Use a command.' }, 'type'))
  }
  if (typeof fields['if'] === 'string') {
    if (CLAUDE_PLAY[event]?.subject !== 'tool_name') {
      found.push(
        at(
          {
            level: 'error',
            id: 'if-never-runs',
            text: `if on ${event}: the hook never runs`,
            remedy: 'Take it out.',
          },
          'if',
        ),
      )
    } else if (closed || event === 'PreToolUse') {
      found.push(
        at(
          {
            level: closed ? 'error' : 'warning',
            id: 'if-on-a-guard',
            text: `if is best effort: ${JSON.stringify(fields['if'])} does not see what stands behind bash -c, env or a path`,
            remedy: 'Take it out; the hook itself decides what concerns it.',
            ...(own ? { fixable: true } : {}),
          },
          'if',
        ),
      )
    }
  }
  const background = ['async', 'asyncRewake'].find((key) => fields[key] === true)
  if (closed && background !== undefined) {
    found.push(
      at(
        {
          level: 'error',
          id: 'async-guard',
          text: `${background}: it runs in the background and can not refuse anything`,
          remedy: 'Take it out.',
        },
        background,
      ),
    )
  }
  if (closed && event === 'PreToolUse' && fields['onFailure'] !== 'block') {
    found.push(
      at({
        level: 'error',
        id: 'fails-open',
        text: 'onFailure is not "block": when the guard can not start or runs into its timeout, every call passes',
        ...(own
          ? { remedy: 'hookbox update adds it.', fixable: true }
          : { remedy: 'Add "onFailure": "block".' }),
      }),
    )
  }
  if (typeof fields['command'] === 'string' && !Array.isArray(fields['args'])) {
    const rules = CLAUDE_PLAY[event]
    const counts = rules !== undefined && (rules.block !== undefined || rules.onFailure !== undefined)
    if (counts && /\|\|\s*(?:true|:|exit 0)|[;\n]\s*(?:true|:|exit 0)\s*$/.test(fields['command'])) {
      found.push(
        at({
          // Of others it may be meant: what only writes a log is to stop nothing.
          level: namesOf(around).some((name) => String(fields['command']).includes(name)) ? 'error' : 'note',
          id: 'exit-code-lost',
          text: `the exit code is lost: ${fields['command'].slice(0, 80)}`,
          remedy: 'Let the hook be the whole command.',
        }),
      )
    }
  }
  return found
}

function openHarnessFindings(
  handler: Handler,
  own: Own | undefined,
  around: Surroundings,
  at: At,
): Finding[] {
  const { fields, event } = handler
  const command = typeof fields['command'] === 'string' ? fields['command'] : ''
  const found: Finding[] = []
  if (/\$\{?CLAUDE_(?:PLUGIN_ROOT|PROJECT_DIR)\b/.test(command)) {
    found.push(
      at({
        level: 'error',
        id: 'foreign-variable',
        text: 'OpenHarness sets no CLAUDE_PLUGIN_ROOT and no CLAUDE_PROJECT_DIR: the path begins with nothing',
        remedy: 'Write the path itself.',
      }),
    )
  }
  if (/["'][^"']*\$ARGUMENTS|<<.*\$ARGUMENTS|-c\s+\S*\$ARGUMENTS/s.test(command)) {
    found.push(
      at({
        level: 'error',
        id: 'quoted-arguments',
        text: 'the command quotes $ARGUMENTS: what the model writes into a tool call runs as a command',
        remedy:
          'Take $ARGUMENTS out: the payload is in OPENHARNESS_HOOK_PAYLOAD, and hookbox reads it there.',
      }),
    )
  }
  if (isClosed(handler, around) && event === 'pre_tool_use' && fields['block_on_failure'] !== true) {
    found.push(
      at({
        level: 'error',
        id: 'fails-open',
        text: 'block_on_failure is not true: what the guard refuses runs all the same',
        ...(own
          ? { remedy: 'hookbox update adds it.', fixable: true }
          : { remedy: 'Add "block_on_failure": true.' }),
      }),
    )
  }
  if (event === 'pre_compact' || event === 'post_compact') {
    found.push(
      at({
        level: 'error',
        id: 'breaks-compaction',
        text: `${event}: a command or prompt hook there makes every compaction fail in OpenHarness 0.1.9`,
        remedy: 'Take it out.',
      }),
    )
  }
  if (own && ['stop', 'user_prompt_submit', 'session_start'].includes(event) && isClosed(handler, around)) {
    found.push(
      at({
        level: 'note',
        id: 'not-consumed',
        text: `OpenHarness does nothing with what a hook says on ${event}`,
        remedy: 'It can only leave what it writes elsewhere, such as the record that the tests passed.',
      }),
    )
  }
  return found
}
