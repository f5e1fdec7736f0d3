import { type Arguments, UsageError } from './arguments.ts'
import { optionsFor } from './config/options.ts'
import type { Event } from './event.ts'
import { describeFailure } from './failure.ts'
import { detectDialect, harnessOf } from './harness/index.ts'
import { failsClosed, type Hook, type Mode, type Verdict } from './hook.ts'
import type { Host } from './host/host.ts'
import { parsePayload, readPayload } from './payload.ts'
import { contextOf, inMode, readEvent, serves } from './run.ts'
import { visible } from './text/visible.ts'

/**
 * `--explain [COMMAND|FILE]`: what the hook makes of a payload, a command or a file, and
 * why. Changes nothing. The exit code is 0 when it could explain, 64 when it could not.
 */
export async function explain<Options extends object>(
  hook: Hook<Options>,
  args: Arguments,
  host: Host,
): Promise<{ text: string; exit: number }> {
  const paint = painter(host)
  const rows: string[] = []
  const row = (label: string, text: string) => painted(label, visible(text))
  const painted = (label: string, text: string) => {
    const [first = '', ...rest] = text.split('\n')
    rows.push(`${paint.dim(label.padEnd(9))} ${first}`, ...rest.map((more) => `${' '.repeat(10)}${more}`))
  }
  let exit = 0
  try {
    if (args.problems.length > 0) throw new UsageError(args.problems.join('; '))
    const event = await subject(hook, args, host)
    painted('hook', `${paint.bold(hook.name)} (${hook.kind}, fails ${failsClosed(hook) ? 'closed' : 'open'})`)
    row(
      'event',
      `${event.name}${event.harnessEvent ? ` (${event.harnessEvent}, ${harnessOf(event.dialect).title})` : ''}`,
    )
    row('cwd', event.cwd)
    if (!serves(hook, event)) {
      painted('verdict', paint.verdict('pass'))
      row(
        'reason',
        `${hook.name} looks at ${hook.events.join(', ')}${hook.tools ? ` of ${hook.tools.join(', ')} tools` : ''} only`,
      )
    } else {
      const { options, ignored, from } = await optionsFor(hook, args, event, host)
      for (const setting of ignored) row('config', setting)
      const ctx = contextOf(options, readOnly(host), (note) => row('found', note), from)
      const mode = (options as { mode?: Mode }).mode
      const decided = await hook.check(event, ctx)
      const verdict = inMode(decided, mode, hook.name)
      if (mode !== undefined && mode !== 'enforce') row('mode', mode)
      painted('verdict', paint.verdict(verdict.kind))
      const said = words(verdict)
      if (said !== '') row(verdict.kind === 'context' ? 'context' : 'reason', said)
    }
  } catch (error) {
    const { problem, said, trace } = describeFailure(error, host)
    row('problem', error instanceof UsageError ? `${problem}; ${hook.name} --help says more` : said)
    if (trace) row('trace', trace)
    exit = 64
  }
  return { text: `${rows.join('\n')}\n`, exit }
}

async function subject<Options extends object>(
  hook: Hook<Options>,
  args: Arguments,
  host: Host,
): Promise<Event> {
  const given = args.payload
  const cwd = host.cwd() ?? '/'
  const isPayload = given === undefined || given.trimStart().startsWith('{')
  if (!isPayload) {
    if (hook.explain) return hook.explain(given, cwd)
    throw new UsageError(
      `${hook.name} explains payloads only; ${JSON.stringify(given.slice(0, 40))} is not a JSON object`,
    )
  }
  const text = await readPayload(host, given)
  if (!text) throw new UsageError('there is nothing to explain: give it a payload, a command or a file')
  const payload = await parsePayload(text)
  return readEvent(payload, args.dialect ?? detectDialect(payload), args, host)
}

/** The same world, in which nothing can be changed. Programs still run: hooks only ask with them. */
function readOnly(host: Host): Host {
  const nothing = () => {}
  return {
    ...host,
    append: nothing,
    rename: nothing,
    replace: nothing,
    makeDirectory: nothing,
    create: () => true,
    remove: () => false,
  }
}

function words(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'pass':
      return ''
    case 'context':
      return verdict.text
    case 'report':
      return verdict.message
    default:
      return verdict.reason
  }
}

function painter(host: Host) {
  const colours = host.isTerminal('stdout') && !host.env('NO_COLOR')
  const paint = (code: number) => (text: string) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text)
  const byVerdict: Readonly<Record<Verdict['kind'], (text: string) => string>> = {
    pass: paint(32),
    deny: paint(31),
    block: paint(31),
    ask: paint(33),
    context: paint(36),
    report: paint(36),
  }
  return {
    bold: paint(1),
    dim: paint(2),
    verdict: (kind: Verdict['kind']) => byVerdict[kind](kind),
  }
}
