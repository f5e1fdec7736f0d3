import * as fs from 'node:fs'
import { type Command, Option } from 'commander'
import { askedPayload, unknownEvent } from '../play/asked.ts'
import { envOf } from '../settings/merged.ts'
import {
  HARNESSES,
  type HarnessName,
  type Place,
  placesOf,
  projectFolder,
  TITLES,
} from '../settings/places.ts'
import { readSettings, type Settings } from '../settings/read.ts'
import { objectOf } from '../settings/value.ts'
import { simulateClaude } from './claude.ts'
import { lifeCycle } from './life-cycle.ts'
import { simulateOpenHarness } from './openharness.ts'
import { htmlPage } from './page.ts'
import { describe } from './shown.ts'
import type { AnySimulated } from './simulated.ts'

interface Given {
  readonly harness: HarnessName
  readonly command?: string
  readonly file?: string
  readonly content?: string
  readonly tool?: string
  readonly prompt?: string
  readonly source?: string
  readonly payload?: string
  readonly settings?: readonly string[]
  readonly answer: string
  readonly json?: boolean
  readonly step?: boolean
  readonly html?: string
}

/** `hookbox simulate`: what the harness would do with the hooks that are registered. */
export function addSimulate(program: Command): void {
  program
    .command('simulate')
    .description(
      'play an event against the real settings: which hooks run, what they say, what the harness does with it',
    )
    .argument('[event]', 'as the harness calls it; default: before a tool call')
    .addOption(new Option('--harness <name>', 'which').choices(HARNESSES).default('claude-code'))
    .option('--command <text>', 'the shell command of the call')
    .option('--file <path>', 'the file that is written, or that the tool of --tool is about')
    .option('--content <text>', 'what is written into it')
    .option('--tool <name>', 'the tool, as Claude Code calls it')
    .option('--prompt <text>', "the user's prompt")
    .option('--source <name>', 'the source, reason, trigger or agent type of the event')
    .option('--payload <file>', 'the whole payload, from a file; - for stdin')
    .option('--settings <files...>', 'these settings files instead of those of the harness')
    .option('--answer <json>', 'what prompt, agent and mcp_tool handlers answer', '{"ok": true}')
    .option('--step', 'walk the life cycle of a tool call, to the point where it stops')
    .option('--html <file>', 'write it as a page')
    .option('--json', 'for machines')
    .addHelpText(
      'after',
      "\nThe hooks run for real; the tool call itself does not.\n\nExamples:\n  hookbox simulate --command 'rm -rf data'\n  hookbox simulate PostToolUse --file src/a.ts\n  hookbox simulate --harness openharness --command 'sudo ls' --step",
    )
    .action(async (event: string | undefined, given: Given) => {
      try {
        process.exitCode = await run(event, given)
      } catch (error) {
        process.stderr.write(`hookbox simulate: ${error instanceof Error ? error.message : String(error)}\n`)
        process.exitCode = 64
      }
    })
}

/** Exit codes: 0 what was about to happen goes on, 1 the hooks stop it, 64 usage. */
async function run(named: string | undefined, given: Given): Promise<number> {
  const { harness } = given
  const whole = given.payload === undefined ? undefined : payloadOf(given.payload)
  const key = harness === 'claude-code' ? 'hook_event_name' : 'event'
  const first = harness === 'claude-code' ? 'PreToolUse' : 'pre_tool_use'
  const said = whole?.[key]
  const event = named ?? (typeof said === 'string' ? said : first)
  const problem = unknownEvent(harness, event) ?? otherPayload(given, whole, event)
  if (problem !== undefined) throw new Error(problem)
  const settings = settingsOf(given)
  const play = (one: string) =>
    simulate(settings, one, whole && one === event ? whole : askedPayload(harness, one, given), given)
  if (given.step) {
    const walked = await lifeCycle(harness, play)
    output(walked, given)
    return walked.some(({ effect }) => effect.blocked) ? 1 : 0
  }
  const simulated = await play(event)
  output([simulated], given)
  return simulated.effect.blocked ? 1 : 0
}

/** A payload of another harness or another event than the one that is played would match nothing. */
function otherPayload(
  { harness, payload }: Given,
  whole: Readonly<Record<string, unknown>> | undefined,
  event: string,
): string | undefined {
  if (whole === undefined) return undefined
  const said = { 'claude-code': whole['hook_event_name'], openharness: whole['event'] }
  const other = HARNESSES.find((one) => one !== harness && said[harness] === undefined && said[one])
  if (other !== undefined) return `${payload} is a payload of ${TITLES[other]}: add --harness ${other}`
  if (said[harness] === undefined || said[harness] === event) return undefined
  return `${payload} is a payload of ${JSON.stringify(said[harness])}, not of ${event}`
}

function output(walked: readonly AnySimulated[], given: Given): void {
  if (given.html !== undefined) {
    fs.writeFileSync(given.html, htmlPage(walked))
    const notice = given.json ? process.stderr : process.stdout
    notice.write(`written: ${given.html}\n`)
  }
  if (given.json) process.stdout.write(`${JSON.stringify(given.step ? walked : walked[0], null, 2)}\n`)
  else if (given.html === undefined) process.stdout.write(`${describe(walked, given.step === true)}\n`)
}

function simulate(
  settings: readonly Settings[],
  event: string,
  payload: Readonly<Record<string, unknown>>,
  given: Given,
): Promise<AnySimulated> {
  const cwd = process.cwd()
  const around = { cwd, project: projectFolder(cwd), env: envOf(settings) }
  const stub = { answer: given.answer }
  if (given.harness === 'claude-code') return simulateClaude(settings, event, payload, around, stub)
  const [first] = settings
  const none = { place: { harness: 'openharness', scope: 'user', path: '' }, text: undefined } as const
  return simulateOpenHarness(
    first ?? { ...none, value: undefined, problems: [], handlers: [] },
    event,
    payload,
    around,
    stub,
  )
}

function settingsOf({ harness, settings }: Given): readonly Settings[] {
  if (settings === undefined) {
    return placesOf(projectFolder(process.cwd()))
      .filter((place) => place.harness === harness)
      .map(readSettings)
  }
  return settings.map((file) => {
    const place: Place = { harness, scope: 'user', path: file }
    const read = readSettings(place)
    if (read.text === undefined) throw new Error(`there is no ${file}`)
    return read
  })
}

function payloadOf(file: string): Readonly<Record<string, unknown>> {
  const value = objectOf(fs.readFileSync(file === '-' ? 0 : file, 'utf8'))
  if (value === undefined) throw new Error(`${file === '-' ? 'stdin' : file} holds no JSON object`)
  return value
}
