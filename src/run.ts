import { type Arguments, readArguments } from './arguments.ts'
import { type Dialect, type Event, PayloadError } from './event.ts'
import { detectDialect, harnessOf, type Reply } from './harness/index.ts'
import { type Hook, PASS, type Verdict } from './hook.ts'
import type { Host } from './host/host.ts'
import { rememberingLooks } from './host/looks.ts'
import { type Answer, type Call, failed, judge, type Part } from './judge.ts'
import { dialectFromEnvironment, type PayloadText, parsePayload, readPayload } from './payload.ts'
import { readEvent } from './read-event.ts'
import { visible } from './text/visible.ts'

/** Exit code of a usage error when a hook is tried by hand (sysexits.h, EX_USAGE). */
const EX_USAGE = 64

/** The hooks that one process answers for. */
export interface Group {
  /** How it was called: `block-sudo`, `hookbox run block-sudo check-quality`. */
  readonly name: string
  readonly args: Arguments
  readonly parts: readonly Part[]
}

/**
 * One call of one hook: payload in, verdict out. This file is the only place that writes to
 * stdout and decides the exit code, which is returned. Never throws: a guard that fails
 * denies, an observer that fails passes and says so on stderr.
 */
export async function run<Options extends object>(
  hook: Hook<Options>,
  argv: readonly string[],
  host: Host,
): Promise<number> {
  const args = readArguments(argv)
  return answer({ name: hook.name, args, parts: [{ hook, args }] }, host)
}

/**
 * One call of several hooks: the payload is read once, each hook decides as it would alone, and
 * one answer goes out, the strictest (src/merge-verdicts.ts). `argv`: what follows the names.
 */
export async function runSeveral(
  hooks: readonly Hook[],
  argv: readonly string[],
  host: Host,
): Promise<number> {
  const args = readArguments(argv)
  const shared = args.set.length === 0 && args.mode === undefined
  const parts = shared
    ? hooks.map((hook) => ({ hook, args }))
    : (await import('./own-arguments.ts')).ownArguments(hooks, args)
  return answer({ name: `hookbox run ${hooks.map(({ name }) => name).join(' ')}`, args, parts }, host)
}

async function answer(group: Group, host: Host): Promise<number> {
  const { args, parts } = group
  if (args.help || args.version || args.explain) return byHand(group, host)
  const call: Call = {}
  try {
    const text = await readPayload(host, args.payload)
    if (text === undefined && (host.stdinIsTerminal() || args.problems.length > 0)) {
      return await usage(group, host)
    }
    if (text === undefined) {
      throw new PayloadError(
        'no payload came: stdin is empty and there is no argument',
        `A harness pipes it in; by hand, pipe it in or give it as the argument (${group.name} --help); docs/troubleshooting.md says more`,
      )
    }
    call.text = text
    const answers = await decide(group, text, call, host)
    call.checked = true
    return await give(answers, group, call, host)
  } catch (error) {
    const answers = await Promise.all(parts.map((part) => failed(part, error, call, host)))
    return give(answers, group, call, host)
  }
}

async function decide(
  { args, parts }: Group,
  text: PayloadText,
  call: Call,
  host: Host,
): Promise<readonly Answer[]> {
  const payload = await parsePayload(text)
  call.dialect = args.dialect ?? detectDialect(payload)
  const event = readEvent(payload, call.dialect, args, host)
  call.event = event
  const looking = rememberingLooks(host)
  return Promise.all(parts.map((part) => judge(part, event, call, host, looking)))
}

/** Writes the one answer to all of it; returns the exit code. */
async function give(
  answers: readonly Answer[],
  { args, parts }: Group,
  call: Call,
  host: Host,
): Promise<number> {
  const dialect = call.dialect ?? args.dialect ?? dialectFromEnvironment(host)
  const reply = await replyTo(answers, parts.length > 1, dialect, call.event)
  for (const { trace } of answers) if (trace !== undefined) host.write('stderr', trace)
  const exit = emit(reply, host)
  await keepRefusals(answers, call, host)
  return exit
}

/** The one answer to all of it in the caller's dialect. */
export async function replyTo(
  answers: readonly Answer[],
  several: boolean,
  dialect: Dialect,
  event: Event | undefined,
): Promise<Reply> {
  const verdict = visibleVerdict(await together(answers, several))
  return harnessOf(dialect).reply(verdict, event)
}

async function together(answers: readonly Answer[], several: boolean): Promise<Verdict> {
  const said = answers.filter(({ verdict }) => verdict.kind !== 'pass')
  const [first] = said
  if (first === undefined) return PASS
  if (!several) return first.verdict
  return (await import('./merge-verdicts.ts')).mergeVerdicts(said)
}

/** A verdict quotes what the model wrote, and ends in somebody's terminal. */
function visibleVerdict(verdict: Verdict): Verdict {
  switch (verdict.kind) {
    case 'pass':
      return verdict
    case 'context':
      return {
        ...verdict,
        text: visible(verdict.text),
        ...(verdict.title === undefined ? {} : { title: visible(verdict.title) }),
        ...(verdict.message === undefined ? {} : { message: visible(verdict.message) }),
      }
    case 'report':
      return { ...verdict, message: visible(verdict.message) }
    default:
      return { ...verdict, reason: visible(verdict.reason) }
  }
}

function emit(reply: Reply, host: Host): number {
  if (reply.stdout !== '')
    host.write('stdout', reply.stdout.endsWith('\n') ? reply.stdout : `${reply.stdout}\n`)
  if (reply.stderr !== '') host.write('stderr', reply.stderr)
  return reply.exit
}

/** Puts refusals into the audit trail, if one is kept. The harness has its answer already. */
async function keepRefusals(answers: readonly Answer[], { event }: Call, host: Host): Promise<void> {
  if (!event || !answers.some(({ refusal }) => refusal)) return
  try {
    const { recordVerdict } = await import('./audit/verdict.ts')
    for (const { name, refusal, mode, approved, recorded } of answers) {
      if (refusal && !recorded) await recordVerdict(name, refusal, { mode, approved }, event, host)
    }
  } catch {
    // Nothing that happens now may lead to a second answer.
  }
}

/** What a person asked for; a harness never does. */
async function byHand(group: Group, host: Host): Promise<number> {
  if (group.args.help || group.args.version) {
    const { helpText, versionText } = await import('./by-hand.ts')
    host.write('stdout', group.args.help ? helpText(group) : versionText(group))
    return 0
  }
  const { explain } = await import('./explain.ts')
  const show = host.isTerminal('stderr') ? (line: string) => host.write('stderr', line) : undefined
  const { text, exit } = await explain(group, host, show)
  host.write('stdout', text)
  return exit
}

async function usage(group: Group, host: Host): Promise<number> {
  const { usageLine } = await import('./by-hand.ts')
  const problems = group.args.problems.map((problem) => `${group.name}: ${problem}\n`).join('')
  host.write('stderr', `${problems}${usageLine(group)}\n`)
  return EX_USAGE
}
