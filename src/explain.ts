import { type Arguments, UsageError } from './arguments.ts'
import { optionsFor } from './config/options.ts'
import type { Event } from './event.ts'
import { type Explanation, shown } from './explain-shown.ts'
import { describeFailure } from './failure.ts'
import { detectDialect, harnessOf } from './harness/index.ts'
import { failsClosed, type Hook, PASS, type Verdict } from './hook.ts'
import type { Host } from './host/host.ts'
import { contextOf, modeOf, type Part, serves, verdictOf } from './judge.ts'
import { mergeVerdicts } from './merge-verdicts.ts'
import { type PayloadText, parsePayload, readPayload } from './payload.ts'
import { readEvent } from './read-event.ts'
import type { Group } from './run.ts'
import { settle } from './settle.ts'

/**
 * `--explain [COMMAND|FILE]`: what the hooks make of a payload, a command or a file, and why;
 * as JSON with `--json`. Changes nothing. The exit code is 0 when it could explain, 64 when it
 * could not.
 */
export async function explain(
  { args, parts }: Group,
  realHost: Host,
): Promise<{ text: string; exit: number }> {
  const host = readOnly(realHost)
  // Read here, since standard input can be read once only.
  const text = isSubject(args) ? undefined : await readPayload(host, args.payload)
  const told: { explanation: Explanation; verdict: Verdict }[] = []
  for (const part of parts) told.push(await explainOne(part, text, host))
  const explanations = told.map(({ explanation }) => explanation)
  const failed = explanations.some(({ problem }) => problem !== undefined)
  const said = told
    .map(({ explanation, verdict }) => ({ name: explanation.hook, verdict }))
    .filter(({ verdict }) => verdict.kind !== 'pass')
  const together = failed || parts.length === 1 ? undefined : mergeVerdicts(said)
  return { text: shown(explanations, { json: args.json, together, host }), exit: failed ? 64 : 0 }
}

async function explainOne(
  { hook, args }: Part,
  text: PayloadText | undefined,
  host: Host,
): Promise<{ explanation: Explanation; verdict: Verdict }> {
  const about = { hook: hook.name, kind: hook.kind, fails: failsClosed(hook) ? 'closed' : 'open' } as const
  const found: string[] = []
  try {
    if (args.problems.length > 0) throw new UsageError(args.problems.join('; '))
    const event = await subject(hook, args, text, host)
    const seen = { ...about, ...seenOf(event) }
    if (!serves(hook, event)) {
      const reason = `${hook.name} looks at ${hook.events.join(', ')}${hook.tools ? ` of ${hook.tools.join(', ')} tools` : ''} only`
      return { explanation: { ...seen, ignored: [], found, verdict: 'pass', reason }, verdict: PASS }
    }
    const loaded = await optionsFor(hook, args, event, host)
    const note = (line: string) => {
      if (!found.includes(line)) found.push(line)
    }
    const decided = await verdictOf(hook, event, contextOf(loaded.options, host, note, loaded.from))
    // What was not taken of the configuration is told apart; no approval is looked for or offered.
    const settings = { ...loaded, ignored: [] }
    const settled =
      'reason' in decided ? await settle(hook, decided, settings, event, host, false) : undefined
    const verdict = settled?.verdict ?? decided
    const mode = settled?.mode ?? modeOf(loaded.options)
    const reason = words(verdict)
    const rules = settled === undefined || settled.rules.length === 0 ? {} : { rules: settled.rules }
    const rest = { found, ...rules, verdict: verdict.kind, ...(reason === '' ? {} : { reason }) }
    const { ignored } = loaded
    return { explanation: { ...seen, ...(mode === undefined ? {} : { mode }), ignored, ...rest }, verdict }
  } catch (error) {
    const { problem, said, trace } = describeFailure(error, host)
    const all = error instanceof UsageError ? `${problem}; ${hook.name} --help says more` : said
    const failure = { problem: all, ...(trace === undefined ? {} : { trace }) }
    return { explanation: { ...about, ignored: [], found, ...failure }, verdict: PASS }
  }
}

function seenOf({ name, harnessEvent, dialect, cwd }: Event) {
  const harness = harnessEvent === '' ? {} : { harnessEvent, harness: harnessOf(dialect).title }
  return { event: name, ...harness, cwd }
}

/** A command or a file, and not a payload. */
function isSubject({ payload }: Arguments): boolean {
  return payload !== undefined && !payload.trimStart().startsWith('{')
}

async function subject(
  hook: Hook,
  args: Arguments,
  text: PayloadText | undefined,
  host: Host,
): Promise<Event> {
  const given = args.payload
  const cwd = host.cwd() ?? '/'
  if (given !== undefined && isSubject(args)) {
    if (hook.explain) return hook.explain(given, cwd)
    throw new UsageError(
      `${hook.name} explains payloads only; ${JSON.stringify(given.slice(0, 40))} is not a JSON object`,
    )
  }
  if (text === undefined)
    throw new UsageError('there is nothing to explain: give it a payload, a command or a file')
  const payload = await parsePayload(text)
  return readEvent(payload, args.dialect ?? detectDialect(payload), args, host)
}

/** The same world, in which nothing can be changed. Programs still run: hooks only ask with them. */
export function readOnly(host: Host): Host {
  const nothing = () => {}
  return {
    ...host,
    append: nothing,
    rename: nothing,
    replace: nothing,
    makeDirectory: nothing,
    create: () => true,
    remove: () => false,
    startOwn: async () => false,
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
