import { recordOf } from '../settings/value.ts'
import { CLAUDE_PLAY, type ClaudeEvent, type OnExit2 } from './claude-events.ts'
import type { Played } from './handler-run.ts'

/** What the caller makes of one handler's run. */
export interface Outcome {
  readonly effect: OnExit2 | 'passes' | 'asks' | 'allows' | 'defers' | 'failed'
  /** The text that goes with it, as the reader of it gets it. */
  readonly text?: string
  /** The command line that comes with a text for the model. */
  readonly line?: string
  /** Text for the model besides. */
  readonly context?: string
  /** True: the context is plain text and no JSON, which the client introduces with other words. */
  readonly isPlain?: true
  /** A message for the user. */
  readonly message?: string
  /** A rewrite of the tool's input or output, the end of the turn, and the like. */
  readonly further: readonly string[]
  /** What was printed and counts for nothing, and why. */
  readonly ignored: readonly string[]
}

/** True when what was about to happen does not. */
export function stops({ effect }: Outcome): boolean {
  return effect === 'blocks' || effect === 'blocks-for-user'
}

const NO_STDERR = 'No stderr output'

/** Reads a run as Claude Code 2.1.332 does (docs/contracts/claude-code.md sections 8 and 9). */
export function claudeOutcome(event: string, onFailure: unknown, played: Played): Outcome {
  const outcome = outcomeOf(event, onFailure, played)
  if (event === 'PreToolUse' && played.result.leftOpen && gives(outcome)) {
    return {
      effect: 'blocks',
      text: `[${played.line}]: ${STAYED_OPEN}`,
      further: [],
      ignored: outcome.ignored,
    }
  }
  return outcome.effect === 'tells-model' ? { ...outcome, line: played.line } : outcome
}

/** What the client says of a child in the background that keeps the output open (section 4). */
const STAYED_OPEN =
  'hook output parsed as a document that grants, rewrites or injects, but its stdio went quiet before end-of-stream and a dropped later document could have changed it; refusing to honor the suspect capture'

/** A refusal and silence count all the same. */
function gives({ effect, context, further }: Outcome): boolean {
  return effect === 'allows' || (effect === 'passes' && (context !== undefined || further.length > 0))
}

function outcomeOf(event: string, onFailure: unknown, { line, result }: Played): Outcome {
  const rules: ClaudeEvent = CLAUDE_PLAY[event] ?? { exit2: 'nothing', plain: 'log' }
  const ignored: string[] = []
  const failure = (why: string, detail?: string): Outcome => {
    if (rules.failure) return { effect: rules.failure, text: detail ?? why, further: [], ignored }
    if (onFailure === 'block' && rules.onFailure) {
      const more = detail === undefined ? '' : `\n${detail}`
      const text = `[${line}]: ${why}; blocking because onFailure is "block"${more}`
      return { effect: rules.onFailure, text, further: [], ignored }
    }
    if (onFailure === 'block') ignored.push(`onFailure has no effect on ${event}`)
    return { effect: 'failed', text: detail ?? why, further: [], ignored }
  }
  if (result.ended === 'timeout') {
    if (result.stdout.trim() !== '') ignored.push('what was printed before the timeout')
    return failure('timed out')
  }
  if (result.ended === 'missing' || result.ended === 'failed') {
    return failure('failed', `could not be started (${result.problem ?? result.ended})`)
  }
  const exit = result.ended === 'signal' ? 1 : result.code
  const stderr = result.stderr.trim() === '' ? NO_STDERR : result.stderr
  const read = readStdout(result.stdout, event)
  if (read.ignored !== undefined) ignored.push(read.ignored)
  const json = read.json === undefined ? undefined : fromJson(event, rules, read.json, ignored)
  if (exit === 2) return withExit2(event, rules, json, line, stderr, result.stdout, ignored)
  if (
    json &&
    json.effect !== 'passes' &&
    !(json.effect === 'allows' && exit !== 0 && onFailure === 'block')
  ) {
    return json
  }
  if (exit !== 0) return { ...failure('failed', stderr.trim()), ...(json ? besides(json) : {}) }
  if (read.error !== undefined) return failure('failed', read.error)
  if (json) return json
  return plainOutcome(rules, read.plain, ignored)
}

function besides({ context, message }: Outcome): Partial<Outcome> {
  return { ...(context === undefined ? {} : { context }), ...(message === undefined ? {} : { message }) }
}

function withExit2(
  event: string,
  rules: ClaudeEvent,
  json: Outcome | undefined,
  line: string,
  stderr: string,
  stdout: string,
  ignored: string[],
): Outcome {
  const isStop = ['Stop', 'SubagentStop', 'TaskCompleted', 'TeammateIdle'].includes(event)
  if (isStop && stdout.trim() === '' && /no such file|can't open/i.test(stderr)) {
    ignored.push('exit 2: stderr reads like a missing script, and stdout is empty')
    return { effect: 'failed', text: stderr, further: [], ignored }
  }
  const refusal = json && json.effect !== 'passes' && json.effect !== 'allows' ? json : undefined
  if (refusal && refusal.effect === rules.exit2) return refusal
  if (rules.exit2 === 'nothing') {
    ignored.push(`exit 2 has no effect on ${event}`)
    return json ?? { effect: 'passes', further: [], ignored }
  }
  return {
    effect: rules.exit2,
    text: `[${line}]: ${stderr}`,
    ...(json ? besides(json) : {}),
    further: [],
    ignored,
  }
}

function plainOutcome(rules: ClaudeEvent, plain: string | undefined, ignored: string[]): Outcome {
  if (plain === undefined) return { effect: 'passes', further: [], ignored }
  if (rules.plain === 'context') {
    return { effect: 'passes', context: plain, isPlain: true, further: [], ignored }
  }
  if (rules.plain === 'path') {
    const path = plain.trim().split('\n').at(-1)
    return { effect: 'passes', further: [`the worktree is ${path}`], ignored }
  }
  if (rules.plain === 'user') return { effect: 'passes', message: plain, further: [], ignored }
  ignored.push(`text on stdout goes to the debug log only: ${JSON.stringify(plain.slice(0, 80))}`)
  return { effect: 'passes', further: [], ignored }
}

interface Stdout {
  readonly json?: Readonly<Record<string, unknown>>
  readonly plain?: string
  /** A failure, which onFailure sees. */
  readonly error?: string
  readonly ignored?: string
}

/** Section 8, steps 1 to 5. */
function readStdout(stdout: string, event: string): Stdout {
  const text = stdout.replace(/^\ufeff/, '').trim()
  if (text === '') return {}
  if (!text.startsWith('{')) return { plain: text }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return text.endsWith('}')
      ? { error: 'printed what is no JSON' }
      : { plain: text, ignored: 'JSON that is cut off or has text behind it is taken for plain text' }
  }
  const json = recordOf(value) ?? {}
  const wrong = schemaProblem(json)
  if (wrong !== undefined) return { error: `printed JSON that the schema refuses: ${wrong}` }
  const specific = recordOf(json['hookSpecificOutput'])
  if (specific && specific['hookEventName'] !== event) {
    const error = `hookEventName is ${String(specific['hookEventName'])}, not ${event}`
    return json['decision'] === 'block'
      ? { json: { decision: json['decision'], reason: json['reason'] }, ignored: error }
      : { error }
  }
  return { json }
}

const TYPES: Readonly<Record<string, string>> = {
  continue: 'boolean',
  suppressOutput: 'boolean',
  stopReason: 'string',
  systemMessage: 'string',
  terminalSequence: 'string',
  reason: 'string',
}

const SPECIFIC_TYPES: Readonly<Record<string, string>> = {
  permissionDecisionReason: 'string',
  additionalContext: 'string',
  sessionTitle: 'string',
  initialUserMessage: 'string',
  displayContent: 'string',
  suppressOriginalPrompt: 'boolean',
  updatedInput: 'object',
}

/** A wrong type anywhere loses the whole document (section 8, step 3). */
function schemaProblem(json: Readonly<Record<string, unknown>>): string | undefined {
  const { decision, hookSpecificOutput } = json
  if (decision !== undefined && decision !== 'block' && decision !== 'approve') {
    return `decision is ${JSON.stringify(decision)}`
  }
  const wrong = wrongType(json, TYPES)
  if (wrong !== undefined) return wrong
  if (hookSpecificOutput === undefined) return undefined
  const specific = recordOf(hookSpecificOutput)
  if (!specific) return 'hookSpecificOutput is no object'
  if (typeof specific['hookEventName'] !== 'string') return 'hookSpecificOutput has no hookEventName'
  const permission = specific['permissionDecision']
  if (permission !== undefined && !['allow', 'deny', 'ask', 'defer'].includes(String(permission))) {
    return `permissionDecision is ${JSON.stringify(permission)}`
  }
  return wrongType(specific, SPECIFIC_TYPES)
}

function wrongType(
  record: Readonly<Record<string, unknown>>,
  types: Readonly<Record<string, string>>,
): string | undefined {
  for (const [key, type] of Object.entries(types)) {
    const value = record[key]
    if (value === undefined || (typeof value === type && value !== null)) continue
    return `${key} is ${value === null ? 'null' : `a ${typeof value}`}, not a ${type}`
  }
  return undefined
}

/** The limit of one text (section 13). */
const MAX_TEXT = 10_000

function fromJson(
  event: string,
  rules: ClaudeEvent,
  json: Readonly<Record<string, unknown>>,
  ignored: string[],
): Outcome {
  const specific = recordOf(json['hookSpecificOutput']) ?? {}
  const further: string[] = []
  if (json['continue'] === false) further.push('the turn ends (continue: false)')
  if (specific['updatedInput'] !== undefined) further.push('the input of the tool is replaced')
  if (specific['updatedToolOutput'] !== undefined) further.push('the output of the tool is replaced')
  if (json['permissionDecision'] !== undefined) {
    ignored.push('permissionDecision at the top level does nothing; it belongs into hookSpecificOutput')
  }
  const message = typeof json['systemMessage'] === 'string' ? json['systemMessage'] : undefined
  const base = {
    ...contextOf(rules, specific, event, ignored),
    ...(message === undefined ? {} : { message }),
    further,
    ignored,
  }
  // The end of the turn goes over a block (section 12).
  const isStop = event === 'Stop' || event === 'SubagentStop'
  if (isStop && json['continue'] === false) return { ...base, effect: 'passes' }
  const permission = permissionOf(event, specific)
  if (permission) return { ...base, ...permission }
  if (json['decision'] === 'block') {
    if (!rules.block) ignored.push(`decision has no effect on ${event}`)
    else return { ...base, effect: rules.block, text: String(json['reason'] ?? 'Blocked by hook') }
  }
  // A context keeps it going as well.
  if (isStop && base.context !== undefined) return { ...base, effect: 'keeps-going' }
  return { ...base, effect: 'passes' }
}

function contextOf(
  rules: ClaudeEvent,
  specific: Readonly<Record<string, unknown>>,
  event: string,
  ignored: string[],
): { context?: string } {
  const context = specific['additionalContext']
  if (typeof context !== 'string') return {}
  if (!rules.context) {
    ignored.push(`additionalContext has no effect on ${event}`)
    return {}
  }
  if (context.length > MAX_TEXT) {
    ignored.push(`additionalContext has ${context.length} characters: the model gets a preview of 2 kB`)
  }
  return { context }
}

function permissionOf(
  event: string,
  specific: Readonly<Record<string, unknown>>,
): Pick<Outcome, 'effect' | 'text'> | undefined {
  if (event === 'PermissionRequest') {
    const decision = recordOf(specific['decision'])
    if (decision?.['behavior'] === 'allow') return { effect: 'allows' }
    if (decision?.['behavior'] !== 'deny') return undefined
    return { effect: 'blocks', text: String(decision['message'] ?? '') }
  }
  const reason = specific['permissionDecisionReason']
  const text = typeof reason === 'string' ? { text: reason } : {}
  switch (specific['permissionDecision']) {
    case 'deny':
      return { effect: 'blocks', text: String(reason ?? 'Blocked by hook') }
    case 'ask':
      return { effect: event === 'PreSkillShellCommand' ? 'blocks' : 'asks', ...text }
    case 'defer':
      return { effect: event === 'PreSkillShellCommand' ? 'blocks' : 'defers', ...text }
    case 'allow':
      return { effect: 'allows', ...text }
    default:
      return undefined
  }
}
