import chalk from 'chalk'
import type { LogRecord } from '../../store/read-log.ts'
import { plainLine } from '../../text/plain.ts'
import type { CallSummary, Decision } from './calls.ts'
import { durationShown, fitted, localTime } from './columns.ts'
import { subjectOf } from './subject.ts'

const SESSION = 6
const TOOL = 12
const OUTCOME = 8
const DURATION = 7

const PAINT: ReadonlyMap<string, (text: string) => string> = new Map([
  ['ok', chalk.green],
  ['success', chalk.green],
  ['failed', chalk.yellow],
  ['failure', chalk.yellow],
  ['invalid', chalk.yellow],
  ['unreadable', chalk.yellow],
  ['denied', chalk.red],
  ['deny', chalk.red],
  ['block', chalk.red],
  ['verdict', chalk.red],
  ['seam', chalk.magenta],
  ['asked', chalk.cyan],
  ['ask', chalk.cyan],
  ['permission', chalk.cyan],
])

/** The word, or a text that says more, in the colour of the word. Both are plain already. */
export function painted(word: string, text: string = word): string {
  return PAINT.get(word)?.(text) ?? text
}

/** Rows for a terminal, with a line of its own where a new day begins. */
export class Rows {
  readonly #width: number
  #day = ''

  constructor(width: number) {
    this.#width = width
  }

  call(call: CallSummary): string {
    const { outcome, durationMs, decisions } = call
    const end = `${painted(outcome, fitted(outcome, OUTCOME))}${fitted(durationShown(durationMs), DURATION, true)}`
    const rules = decisions.map((decision) => `\n${' '.repeat(9)}${this.#decision(decision)}`).join('')
    return this.#row(call.time, call.session, call.tool, call.subject, end, OUTCOME + DURATION) + rules
  }

  record(record: LogRecord): string {
    const stage = String(record['stage'])
    const label = plainLine(String(stage === 'verdict' ? record['verdict'] : stage), 100)
    const end = `${painted(label, fitted(label, OUTCOME + 5))}${fitted(durationShown(numberOf(record['duration_ms'])), DURATION, true)}`
    const what =
      stage === 'verdict'
        ? `${plainLine(String(record['hook']), 100)}: ${subjectOf(record)}`
        : subjectOf(record)
    const tool = String(record['tool_name'] ?? '')
    return this.#row(
      record['timestamp'],
      String(record['session_id'] ?? ''),
      tool,
      what,
      end,
      OUTCOME + 5 + DURATION,
    )
  }

  #row(
    timestamp: unknown,
    session: string,
    tool: string,
    what: string,
    end: string,
    endWidth: number,
  ): string {
    const { day, time } = localTime(timestamp)
    const head = day === this.#day ? '' : `${chalk.dim(`-- ${day} --`)}\n`
    this.#day = day
    // Wide lines are not filled up, so that their end is not far away.
    const room = this.#width - 9 - (SESSION + 1) - (TOOL + 1) - 1 - endWidth
    const subject = room > 10_000 ? `${plainLine(what, 10_000)} ` : `${fitted(what, Math.max(room, 8))} `
    const known = `${time} ${chalk.dim(fitted(plainLine(session, SESSION * 4).slice(0, SESSION), SESSION))} `
    return `${head}${known}${chalk.bold(fitted(plainLine(tool, 200), TOOL))} ${subject}${end}`.trimEnd()
  }

  #decision({ hook, verdict: decided, rule, mode, approved, reason }: Decision): string {
    const verdict = plainLine(decided, 100)
    const by = rule === undefined ? hook : `${hook} (${rule})`
    const seen = mode === 'observe' ? ', only observed' : ''
    const how = approved === undefined ? seen : `, allowed by ${plainLine(approved, 100)}`
    const said = `${plainLine(by, 100)}${how}: ${plainLine(reason, 2000)}`
    const room = Math.max(this.#width - 9 - verdict.length - 1, 20)
    return `${painted(verdict)} ${chalk.dim(room > 10_000 ? said : fitted(said, room).trimEnd())}`
  }
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
