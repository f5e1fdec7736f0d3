import type { Context } from '../../src/hook.ts'
import { ignoresCase } from '../../src/paths/project.ts'
import { relativeTo } from '../../src/paths/written.ts'
import { writeCacheText } from '../../src/store/cache.ts'
import { cutMiddle } from '../../src/text/cut.ts'
import { fence } from '../../src/text/fence.ts'
import { shortHash } from '../../src/text/hash.ts'
import { plainLine } from '../../src/text/plain.ts'
import { excerpt } from './excerpt.ts'
import type { Outcome } from './outcome.ts'

type Ctx = Pick<Context<unknown>, 'host' | 'onlyLooks'>

/** Characters of output that go into a reason, for all suites together and for one. */
const ALL_OUTPUT = 7500
const ONE_OUTPUT = 3000
/** In a message to the user, who can open the log. */
const SHORT_OUTPUT = 500

/** The gate was set off: what failed, with the failing part of each output. */
export function redReason(ctx: Ctx, root: string, bad: readonly Outcome[], round: Round): string {
  const room = Math.min(ONE_OUTPUT, Math.floor(ALL_OUTPUT / bad.length))
  const what = bad.some((outcome) => outcome.kind === 'red') ? 'the tests fail' : 'the tests could not run'
  return [
    `verify-before-stop: ${what}, so this is not finished (${round.count} of at most ${round.cap} reminders).`,
    ...bad.map((outcome) => section(ctx, root, outcome, { room, fenced: true })),
    round.next,
  ].join('\n\n')
}

export interface Round {
  readonly count: number
  readonly cap: number
  /** What to do now. */
  readonly next: string
}

export const FIX_RED =
  'Fix the cause, not the test. If it is not yours to fix, or can not be fixed here, stop again and tell the user what still fails. A person can switch this off with "verify-before-stop": { "mode": "observe" } in ~/.config/hookbox/hookbox.json.'

export const FIX_STUCK =
  'That is no verdict on your work. If it is quick to put right (a missing install, a test that hangs), do so; else stop again and tell the user that the tests did not run. This is said once.'

/** The agent is let go although something is not green: a message for the user. */
export function letGoReport(ctx: Ctx, root: string, bad: readonly Outcome[], why: string): string {
  return [
    `verify-before-stop: the agent stopped ${why}.`,
    ...bad.map((outcome) => section(ctx, root, outcome, { room: SHORT_OUTPUT, fenced: false })),
  ].join('\n\n')
}

export function flakyReport(ctx: Ctx, root: string, flaky: readonly Outcome[]): string {
  return [
    'verify-before-stop: flaky tests: they failed and then passed with nothing changed.',
    ...flaky.map((outcome) => section(ctx, root, outcome, { room: SHORT_OUTPUT, fenced: false })),
  ].join('\n\n')
}

interface Quotation {
  readonly room: number
  /** For the model: it must be able to tell the output from our own words. */
  readonly fenced: boolean
}

function section(ctx: Ctx, root: string, outcome: Outcome, { room, fenced }: Quotation): string {
  const { suite, kind, late, ended, output } = outcome
  const folder = relativeTo(suite.folder, root, ignoresCase(ctx.host))
  const where = folder === '' || folder === undefined ? '' : ` (in ${folder})`
  const head = `${plainLine(suite.name, 200)}${where} ${ended}`
  if (output === '') return kind === 'red' || late ? `${head}. It printed nothing.` : `${head}.`
  const log = writeLog(ctx, outcome)
  const all = log === undefined ? '' : `\nWhole output: ${log}`
  return `${head}:\n${fenced ? quoted(outcome, room) : part(outcome, room)}${all}`
}

function part({ kind, output }: Outcome, room: number): string {
  return kind === 'stuck' ? cutMiddle(output.slice(-room * 4), room) : excerpt(output, room)
}

/** The lines around a quotation. */
const FRAME = 100

/** The same behind bars, which take room too: two characters a line. */
function quoted(outcome: Outcome, room: number): string {
  const whole = part(outcome, room)
  const share = whole.length / (whole.length + 2 * whole.split('\n').length)
  return fence('output', part(outcome, Math.floor((room - FRAME) * share)), room).text
}

/** One log for each suite, replaced by its next run; undefined when it can't be written. */
function writeLog({ host, onlyLooks }: Ctx, { suite, output, ended }: Outcome): string | undefined {
  if (onlyLooks) return undefined
  const name = shortHash([suite.folder, ...suite.argv].join('\0'))
  const text = `${suite.name} in ${suite.folder} ${ended}\n\n${output}\n`
  return writeCacheText(host, `verify/logs/${name}.log`, text)
}
