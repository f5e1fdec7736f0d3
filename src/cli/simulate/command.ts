import * as fs from 'node:fs'
import { type Command, Option } from 'commander'
import { nodeHost } from '../../host/node.ts'
import { askedPayload, unknownEvent } from '../play/asked.ts'
import { CLAUDE_PLAY } from '../play/claude-events.ts'
import { andAlso, PLUGIN_DIR } from '../repeated.ts'
import { claudePlugins } from '../settings/claude-plugins.ts'
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
import { withBearers } from '../settings/sources.ts'
import { objectOf } from '../settings/value.ts'
import { simulateClaude } from './claude.ts'
import { lifeCycle } from './life-cycle.ts'
import { type Answers, endpointOf } from './model.ts'
import { simulateOpenHarness } from './openharness.ts'
import { htmlPage } from './page.ts'
import { reloadClaude, reloadOpenHarness } from './reload.ts'
import { blockCap, type Row, stopRounds, twice } from './rounds.ts'
import { describe, describeRow } from './shown.ts'
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
  readonly pluginDir?: readonly string[]
  readonly skill?: readonly string[]
  readonly agent?: string
  readonly mainAgent?: string
  readonly answer: string
  readonly modelEndpoint?: string
  readonly model: string
  readonly repeat?: true | string
  readonly between?: string
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
    .option('--plugin-dir <folder>', PLUGIN_DIR, andAlso)
    .option('--skill <name>', 'a skill that was used before: its hooks run too; may be repeated', andAlso)
    .option('--agent <name>', 'it happens inside this subagent: its hooks run too')
    .option('--main-agent <name>', 'the session runs as this agent (claude --agent)')
    .option('--answer <json>', 'what prompt, agent and mcp_tool handlers answer', '{"ok": true}')
    .option(
      '--model-endpoint <url>',
      'ask this model for prompt and agent handlers: OpenAI-compatible, on this machine',
    )
    .option('--model <name>', 'its name, where a handler names none', 'default')
    .option('--step', 'walk the life cycle of a tool call, to the point where it stops')
    .option(
      '--repeat [rounds]',
      'Stop: again for as long as hooks keep the agent going, to the cap of Claude Code',
    )
    .option(
      '--between <command>',
      'run this, read the settings again as the harness does, and play the event again',
    )
    .option('--html <file>', 'write it as a page')
    .option('--json', 'for machines')
    .addHelpText(
      'after',
      "\nThe hooks run for real; the tool call itself does not.\n\nExamples:\n  hookbox simulate --command 'rm -rf data'\n  hookbox simulate PostToolUse --file src/a.ts\n  hookbox simulate --harness openharness --command 'sudo ls' --step\n  hookbox simulate Stop --repeat                           # is it a loop, and when does it end\n  hookbox simulate Stop --repeat --between 'npm test'      # the agent does this after each block\n  hookbox simulate --command ls --between 'hookbox add block-sudo --yes'",
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

/** Exit codes: 0 what was about to happen goes on, 1 the hooks stop it or never let the agent stop, 64 usage. */
async function run(named: string | undefined, given: Given): Promise<number> {
  const { harness } = given
  const whole = given.payload === undefined ? undefined : payloadOf(given.payload)
  const key = harness === 'claude-code' ? 'hook_event_name' : 'event'
  const first = harness === 'claude-code' ? 'PreToolUse' : 'pre_tool_use'
  const said = whole?.[key]
  const event = named ?? (typeof said === 'string' ? said : first)
  const problem = unknownEvent(harness, event) ?? otherPayload(given, whole, event) ?? misused(event, given)
  if (problem !== undefined) throw new Error(problem)
  const endpoint =
    given.modelEndpoint === undefined ? {} : { endpoint: endpointOf(given.modelEndpoint, given.model) }
  const answers: Answers = { answer: given.answer, ...endpoint }
  const settings = await sourcesOf(given)
  const payloadFor = (one: string) => ({
    ...(whole && one === event ? whole : askedPayload(harness, one, given)),
    ...agentFields(one, given),
  })
  const play = (one: string) => simulate(settings, one, payloadFor(one), given, answers)
  if (given.step) {
    const walked = await lifeCycle(harness, play)
    output(walked, given)
    return walked.some(({ effect }) => effect.blocked) ? 1 : 0
  }
  if (given.repeat !== undefined || given.between !== undefined) {
    const row = await playRow(settings, event, payloadFor(event), given, answers)
    outputRow(row, given)
    return row.held ? 1 : 0
  }
  const simulated = await play(event)
  output([simulated], given)
  return simulated.effect.blocked ? 1 : 0
}

const STOPS = ['Stop', 'SubagentStop']

/** What can not be meant; undefined when all is well. */
function misused(
  event: string,
  { harness, step, repeat, between, pluginDir, skill, agent, mainAgent }: Given,
) {
  const isClaude = harness === 'claude-code'
  if (!isClaude && [pluginDir, skill, agent, mainAgent].some((one) => one !== undefined)) {
    return '--plugin-dir, --skill, --agent and --main-agent are for Claude Code; OpenHarness runs no hooks of skills and agents'
  }
  if (agent !== undefined && mainAgent !== undefined)
    return '--agent is inside a subagent, --main-agent is not; give one'
  if (agent !== undefined && event === 'Stop') return 'a subagent stops with SubagentStop, not with Stop'
  if (step && (repeat !== undefined || between !== undefined)) {
    return '--step walks one way; --repeat and --between play one event again'
  }
  if (repeat === undefined) return undefined
  if (!isClaude) return `--repeat: OpenHarness reads no block on ${event}, so nothing there goes on for ever`
  if (!STOPS.includes(event)) return `--repeat is for ${STOPS.join(' and ')}, not for ${event}`
  if (repeat !== true && !/^[1-9]\d{0,2}$/.test(repeat)) {
    return `--repeat takes a number of rounds from 1 to 999, not ${JSON.stringify(repeat)}`
  }
  return undefined
}

/** What the payload says of the agent at work (docs/contracts/claude-code.md section 5). */
function agentFields(event: string, { agent, mainAgent }: Given): object {
  const isSubagent = event === 'SubagentStart' || event === 'SubagentStop'
  if (
    agent !== undefined &&
    (isSubagent || CLAUDE_PLAY[event]?.subject === 'tool_name' || event === 'PostToolBatch')
  ) {
    return { agent_id: 'a1', agent_type: agent }
  }
  return mainAgent === undefined || isSubagent ? {} : { agent_type: mainAgent }
}

/** Without a number: more than the cap, and enough to see what goes round. */
const ROUNDS = 20

async function playRow(
  settings: readonly Settings[],
  event: string,
  payload: Readonly<Record<string, unknown>>,
  given: Given,
  answers: Answers,
): Promise<Row> {
  const { harness, between, repeat } = given
  let current = settings
  const play = async (again: boolean) => {
    const now = again && STOPS.includes(event) ? { ...payload, stop_hook_active: true } : payload
    const simulated = await simulate(current, event, now, given, answers)
    current = withoutSpent(current, simulated)
    return simulated
  }
  const meanwhile = async () => {
    const line = await runBetween(String(between))
    const read = await sourcesOf(given)
    const { settings: next, notes } =
      harness === 'openharness'
        ? reloadOpenHarness(current, read)
        : await reloadClaude(current, read, (source, file_path) => {
            const changed = { ...askedPayload(harness, 'ConfigChange', {}), source, file_path }
            return simulate(current, 'ConfigChange', changed, given, answers)
          })
    current = next
    return [line, ...notes]
  }
  if (repeat === undefined) return twice(play, meanwhile)
  const cap = blockCap({ ...process.env, ...envOf(settings) })
  const limit = repeat === true ? ROUNDS : Number(repeat)
  return stopRounds(play, cap, limit, between === undefined ? undefined : meanwhile)
}

async function runBetween(command: string): Promise<string> {
  const { code, ended, stdout, stderr } = await nodeHost.run(['/bin/sh', '-c', command], {
    cwd: process.cwd(),
    timeoutMs: 600_000,
    maxOutputBytes: 64 * 1024,
  })
  process.stderr.write(stdout + stderr)
  return `${command}: ${ended === 'exited' ? `exit ${code}` : ended}`
}

/** A handler of a skill with `once` is taken out when it has succeeded (section 18). */
function withoutSpent(all: readonly Settings[], { steps }: AnySimulated): readonly Settings[] {
  const spent = steps
    .filter(
      ({ handler, exit }) => handler.place.scope === 'skill' && handler.fields['once'] === true && exit === 0,
    )
    .map(({ handler }) => handler)
  return spent.length === 0
    ? all
    : all.map((one) => ({ ...one, handlers: one.handlers.filter((handler) => !spent.includes(handler)) }))
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
  writePage(walked, undefined, given)
  if (given.json) process.stdout.write(`${JSON.stringify(given.step ? walked : walked[0], null, 2)}\n`)
  else if (given.html === undefined) process.stdout.write(`${describe(walked, given.step === true)}\n`)
}

function outputRow(row: Row, given: Given): void {
  const walked = row.rounds.map(({ simulated }) => simulated)
  writePage(walked, row.ended, given)
  if (given.json) process.stdout.write(`${JSON.stringify(row, null, 2)}\n`)
  else if (given.html === undefined) process.stdout.write(`${describeRow(row)}\n`)
}

function writePage(walked: readonly AnySimulated[], ended: string | undefined, { html, json }: Given): void {
  if (html === undefined) return
  fs.writeFileSync(html, htmlPage(walked, ended))
  const notice = json ? process.stderr : process.stdout
  notice.write(`written: ${html}\n`)
}

function simulate(
  settings: readonly Settings[],
  event: string,
  payload: Readonly<Record<string, unknown>>,
  given: Given,
  answers: Answers,
): Promise<AnySimulated> {
  const cwd = process.cwd()
  const around = { cwd, project: projectFolder(cwd), env: envOf(settings) }
  if (given.harness === 'openharness') return simulateOpenHarness(settings, event, payload, around, answers)
  return simulateClaude(settings, event, payload, around, answers, given.skill)
}

/** Everything that the harness takes hooks from; with `--settings` those files and the `--plugin-dir` ones alone. */
async function sourcesOf({ harness, settings, pluginDir }: Given): Promise<readonly Settings[]> {
  const project = projectFolder(process.cwd())
  if (settings === undefined) {
    const own = placesOf(project).filter((place) => place.harness === harness)
    const all = await withBearers(own.map(readSettings), project, pluginDir)
    return all.filter(({ place }) => place.harness === harness)
  }
  const read = settings.map((file) => {
    const place: Place = { harness, scope: 'user', path: file }
    const one = readSettings(place)
    if (one.text === undefined) throw new Error(`there is no ${file}`)
    return one
  })
  return pluginDir === undefined ? read : [...read, ...claudePlugins([], project, pluginDir).hooks]
}

function payloadOf(file: string): Readonly<Record<string, unknown>> {
  const value = objectOf(fs.readFileSync(file === '-' ? 0 : file, 'utf8'))
  if (value === undefined) throw new Error(`${file === '-' ? 'stdin' : file} holds no JSON object`)
  return value
}
