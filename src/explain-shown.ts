import type { Detail, Hook, Mode, Rule, Verdict } from './hook.ts'
import type { Host } from './host/host.ts'
import { BOLD, DIM, painter } from './text/paint.ts'
import { visible } from './text/visible.ts'

/** What `--explain --json` prints of one hook. */
export interface Explanation {
  readonly hook: string
  readonly kind: Hook['kind']
  readonly fails: 'closed' | 'open'
  /** The event as hookbox calls it, and as the harness does, where there is one. */
  readonly event?: string
  readonly harnessEvent?: string
  readonly harness?: string
  readonly cwd?: string
  readonly mode?: Mode
  /** Settings that were not taken, in words. */
  readonly ignored: readonly string[]
  /** What was understood, and which rules decided. */
  readonly found: readonly string[]
  /** The same in parts, as far as a hook gives them: commands, targets ... */
  readonly details: readonly Detail[]
  /** The rules that refuse it, as their hook describes them. */
  readonly rules?: readonly Rule[]
  readonly verdict?: Verdict['kind']
  /** What the model, or the user, would be told. */
  readonly reason?: string
  /** Why it could not be explained. */
  readonly problem?: string
  readonly trace?: string
}

interface How {
  readonly json: boolean
  /** The verdict of all of them as one, when there are several and each has one. */
  readonly together: Verdict | undefined
  readonly host: Host
}

/** The explanations as text for a terminal, or as one JSON object. */
export function shown(explanations: readonly Explanation[], { json, together, host }: How): string {
  const [only] = explanations
  const one = explanations.length === 1
  if (json) {
    const all = {
      hooks: explanations,
      ...(together ? { verdict: together.kind, ...reasonOf(together) } : {}),
    }
    return `${JSON.stringify(one ? only : all, null, 2)}\n`
  }
  const paint = explanationPainter(host)
  const before = new Set<string>()
  const blocks = explanations.map((explanation) => wrapped(block(explanation, before, paint), host))
  if (together) blocks.push(`${paint.dim('together ')} ${paint.verdict(together.kind)}\n`)
  return blocks.join('\n')
}

function reasonOf(verdict: Verdict): { reason?: string } {
  return 'reason' in verdict ? { reason: verdict.reason } : {}
}

const INDENT = 10

/** On a terminal, lines that are too long go on below their text, broken at blanks. */
function wrapped(text: string, host: Host): string {
  if (!host.isTerminal('stdout')) return text
  const width = Math.max(40, Number(host.env('COLUMNS')) || 80)
  return text
    .split('\n')
    .map((line) => brokenLine(line, width))
    .join('\n')
}

function brokenLine(line: string, width: number): string {
  let column = 0
  let result = ''
  for (const piece of line.match(/ *[^ ]+/g) ?? []) {
    // Colours take no room.
    const length = piece.replace(COLOURS, '').length
    const breaks = column > INDENT && column + length > width
    result += breaks ? `\n${' '.repeat(INDENT)}${piece.trimStart()}` : piece
    column = breaks ? INDENT + length - (piece.length - piece.trimStart().length) : column + length
  }
  return result
}

const COLOURS = /\u001b\[\d+m/g

/** `before`: what blocks above have found already, which is not said again. */
function block(explanation: Explanation, before: Set<string>, paint: Paint): string {
  const rows: string[] = []
  const row = (label: string, text: string | undefined) => painted(label, text && visible(text))
  const painted = (label: string, text: string | undefined) => {
    if (text === undefined) return
    const [first = '', ...rest] = text.split('\n')
    rows.push(`${paint.dim(label.padEnd(9))} ${first}`, ...rest.map((more) => `${' '.repeat(10)}${more}`))
  }
  const { hook, kind, fails, event, harnessEvent, harness, verdict } = explanation
  painted('hook', `${paint.bold(hook)} (${kind}, fails ${fails})`)
  row('event', harnessEvent === undefined ? event : `${event} (${harnessEvent}, ${harness})`)
  row('cwd', explanation.cwd)
  for (const setting of explanation.ignored) row('config', setting)
  const fresh = explanation.found.filter((note) => !before.has(note))
  if (fresh.length < explanation.found.length) {
    painted('found', paint.dim(`${explanation.found.length - fresh.length} lines as above`))
  }
  for (const note of fresh) {
    before.add(note)
    painted('found', paint.note(visible(note)))
  }
  if (explanation.mode !== 'enforce') row('mode', explanation.mode)
  for (const { id, what, critical } of explanation.rules ?? []) {
    row('rule', `${id}: ${what}${critical ? '; critical' : ''}`)
  }
  painted('verdict', verdict && paint.verdict(verdict))
  row(verdict === 'context' ? 'context' : 'reason', explanation.reason)
  row('problem', explanation.problem)
  row('trace', explanation.trace)
  return `${rows.join('\n')}\n`
}

type Paint = ReturnType<typeof explanationPainter>

function explanationPainter(host: Host) {
  const paint = painter(host, 'stdout')
  const byVerdict: Readonly<Record<Verdict['kind'], (text: string) => string>> = {
    pass: paint(32),
    deny: paint(31),
    block: paint(31),
    ask: paint(33),
    context: paint(36),
    report: paint(36),
  }
  return {
    bold: paint(BOLD),
    dim: paint(DIM),
    verdict: (kind: Verdict['kind']) => byVerdict[kind](kind),
    /** What a rule decided about a target stands behind a colon. */
    note: (text: string) =>
      text.replace(/(?<=: )(?:pass|deny|ask)(?=,|$)/gm, (kind) =>
        byVerdict[kind as 'pass' | 'deny' | 'ask'](kind),
      ),
  }
}
