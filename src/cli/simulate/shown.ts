import * as path from 'node:path'
import chalk from 'chalk'
import { plainLine, plainText } from '../../text/plain.ts'
import { sourceOf, TITLES } from '../settings/places.ts'
import { shownFile } from '../shown-file.ts'
import { isEvent, STATIONS } from './life-cycle.ts'
import type { Row } from './rounds.ts'
import type { AnySimulated, AnyStep } from './simulated.ts'

/** What a simulation found, for a terminal. `walk`: as stations of the life cycle. */
export function describe(walked: readonly AnySimulated[], walk: boolean): string {
  const [first] = walked
  if (!first) return ''
  if (!walk) return [chalk.bold(titleOf(first)), ...bodyOf(first)].join('\n')
  const lines = [chalk.bold(`${TITLES[first.harness]}, a prompt with one tool call`), '']
  const last = walked.at(-1)
  for (const station of STATIONS[first.harness]) {
    const simulated = walked.find(({ event }) => event === station)
    if (!isEvent(station)) {
      lines.push(chalk.dim(`  │ ${station}`))
      continue
    }
    if (!simulated) break
    const stops = simulated.effect.blocked
    lines.push(`  ${stops ? chalk.red('■') : chalk.green('●')} ${chalk.bold(station)}`)
    lines.push(...bodyOf(simulated).map((line) => `  ${stops ? ' ' : '│'}   ${line}`))
    if (stops) break
  }
  lines.push(
    '',
    last?.effect.blocked ? chalk.red(`It stops at ${last.event}.`) : chalk.green('Nothing stops it.'),
  )
  return lines.join('\n')
}

/** The rounds of a row, one after another, and how it ended. */
export function describeRow({ rounds, ended, held }: Row): string {
  const lines = rounds.flatMap(({ round, between, simulated }) => [
    ...between.map((text) => chalk.dim(`    ${text}`)),
    chalk.bold(`${round}. ${titleOf(simulated)}`),
    ...bodyOf(simulated).map((line) => `   ${line}`),
  ])
  return [...lines, '', held ? chalk.red(ended) : chalk.green(ended)].join('\n')
}

export function titleOf({ harness, event, payload }: AnySimulated): string {
  const input = payload['tool_input'] as Readonly<Record<string, unknown>> | undefined
  const about =
    input?.['command'] ?? input?.['file_path'] ?? input?.['path'] ?? payload['prompt'] ?? payload['source']
  const tool = payload['tool_name']
  const words = [tool, about].filter((one) => typeof one === 'string').map((one) => plainText(String(one)))
  return [`${TITLES[harness]}, ${event}`, ...words].join(': ')
}

function bodyOf({ harness, event, steps, effect }: AnySimulated): string[] {
  const lines: string[] = []
  const order = harness === 'claude-code' ? 'all at once' : 'one after another'
  const started = steps.filter((step) => step.started)
  if (steps.length === 0) lines.push(chalk.dim(`no hook is registered for ${event}`))
  else if (started.length > 1) lines.push(chalk.dim(`${started.length} hooks, ${order}`))
  for (const step of steps) lines.push(...stepLines(step))
  lines.push(`${chalk.bold('then')}  ${effect.blocked ? chalk.red(effect.happens) : effect.happens}`)
  for (const text of effect.model) lines.push(`${chalk.bold('model')} ${indented(text)}`)
  for (const text of effect.user) lines.push(`${chalk.bold('user')}  ${indented(text)}`)
  for (const text of effect.further) lines.push(`${chalk.bold('note')}  ${text}`)
  return lines
}

function stepLines(step: AnyStep): string[] {
  const { handler, ms, exit, why } = step
  const where = chalk.dim(`${sourceOf(handler.place)}, ${shownFile(handler.place.path)}`)
  if (!step.started) return [`${chalk.dim('-')} ${chalk.dim(`${commandOf(step)}: not run, ${why}`)}`]
  const { said, ignored } = answerOf(step)
  return [
    `${chalk.cyan('>')} ${commandOf(step)}  ${where}`,
    `    exit ${exit}, ${ms} ms: ${said}`,
    ...ignored.map((text) => chalk.yellow(`    ignored: ${text}`)),
  ]
}

/** What a hook's answer came to, in words, and what of it counts for nothing. */
export function answerOf({ outcome }: AnyStep): { said: string; ignored: readonly string[] } {
  if (!outcome) return { said: 'no answer', ignored: [] }
  if ('success' in outcome) {
    const said = outcome.success
      ? 'passes'
      : outcome.raised
        ? `fails with an error that leaves the executor: ${outcome.reason}`
        : outcome.blocked
          ? 'blocks'
          : 'fails, and it goes on (block_on_failure)'
    return { said, ignored: [] }
  }
  const said = {
    blocks: 'refuses',
    'blocks-for-user': 'refuses, for the user to read',
    'keeps-going': 'keeps the agent going',
    'tells-model': 'tells the model',
    'tells-user': 'tells the user',
    nothing: 'has no effect',
    passes: outcome.context === undefined ? 'passes' : 'adds context',
    asks: 'asks',
    allows: 'allows',
    defers: 'defers',
    failed: `failed (${plainLine(outcome.text ?? '', 200)}), and it goes on`,
  }[outcome.effect]
  return { said, ignored: outcome.ignored.map(plainText) }
}

/** The command without the folders of its programs. */
export function commandOf({ handler: { fields } }: AnyStep): string {
  const { command, args, url, prompt, type } = fields
  if (typeof command !== 'string') return plainLine(`${String(type)} ${String(url ?? prompt ?? '')}`, 100)
  const words = Array.isArray(args) ? [command, ...args.map(String)] : [command]
  return plainText(words.map((word) => (/^[/$]/.test(word) ? path.basename(word) : word)).join(' '))
}

/** The most of a text that is shown to a person; `--json` has all of it. */
const MAX_SHOWN = 4000

function indented(text: string): string {
  const rest = text.length - MAX_SHOWN
  const shown = rest > 0 ? `${text.slice(0, MAX_SHOWN)}\n... (${rest} more characters)` : text.trimEnd()
  return plainText(shown).split('\n').join('\n      ')
}
