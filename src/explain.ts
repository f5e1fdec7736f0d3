import type { Arguments } from './arguments.ts'
import { optionsFor } from './config/options.ts'
import type { Event } from './event.ts'
import { describeFailure } from './failure.ts'
import { detectDialect, harnessOf } from './harness/index.ts'
import { failsClosed, type Hook, type Verdict } from './hook.ts'
import type { Host } from './host/host.ts'
import { parsePayload, readPayload } from './payload.ts'
import { contextOf, modeOf, serves, verdictOf } from './run.ts'
import { settle } from './settle.ts'

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
  const row = (label: string, text: string) => {
    const [first = '', ...rest] = text.split('\n')
    rows.push(`${paint.dim(label.padEnd(9))} ${first}`, ...rest.map((more) => `${' '.repeat(10)}${more}`))
  }
  let exit = 0
  try {
    if (args.problems.length > 0) throw new Error(args.problems.join('; '))
    const event = await subject(hook, args, host)
    row('hook', `${paint.bold(hook.name)} (${hook.kind}, fails ${failsClosed(hook) ? 'closed' : 'open'})`)
    row(
      'event',
      `${event.name}${event.harnessEvent ? ` (${event.harnessEvent}, ${harnessOf(event.dialect).title})` : ''}`,
    )
    row('cwd', event.cwd)
    if (!serves(hook, event)) {
      row('verdict', paint.verdict('pass'))
      row(
        'reason',
        `${hook.name} looks at ${hook.events.join(', ')}${hook.tools ? ` of ${hook.tools.join(', ')} tools` : ''} only`,
      )
    } else {
      const loaded = await optionsFor(hook, args, event, host)
      for (const setting of loaded.ignored) row('config', setting)
      const ctx = contextOf(loaded.options, readOnly(host), (note) => row('found', note), loaded.from)
      const decided = await verdictOf(hook, event, ctx)
      // What was not taken of the configuration has its own rows.
      const settings = { ...loaded, ignored: [] }
      const settled =
        'reason' in decided ? await settle(hook, decided, settings, event, host, false) : undefined
      const verdict = settled?.verdict ?? decided
      const mode = settled?.mode ?? modeOf(loaded.options)
      if (mode !== undefined && mode !== 'enforce') row('mode', mode)
      for (const rule of settled?.rules ?? []) {
        row(
          'rule',
          rule.critical === true ? `${rule.id}: ${rule.what}; critical` : `${rule.id}: ${rule.what}`,
        )
      }
      row('verdict', paint.verdict(verdict.kind))
      const said = words(verdict)
      if (said !== '') row(verdict.kind === 'context' ? 'context' : 'reason', said)
    }
  } catch (error) {
    const { problem, remedy, trace } = describeFailure(error, host)
    row('problem', `${problem}. ${remedy}`)
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
    throw new Error(
      `${hook.name} explains payloads only; ${JSON.stringify(given.slice(0, 40))} is not a JSON object`,
    )
  }
  const text = await readPayload(host, given)
  if (!text) throw new Error('nothing to explain: give a payload, or a command or file')
  const payload = await parsePayload(text)
  return harnessOf(args.dialect ?? detectDialect(payload)).read(payload, {
    cwd,
    ...(args.event === undefined ? {} : { event: args.event }),
  })
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
