import * as fs from 'node:fs'
import * as path from 'node:path'
import { forgetPending, listPending } from '../../approval/records.ts'
import { optionsFor } from '../../config/options.ts'
import type { Hook } from '../../hook.ts'
import { nodeHost } from '../../host/node.ts'
import { plainLine } from '../../text/plain.ts'
import { claudeMatches } from '../play/claude-events.ts'
import { claudeOutcome, stops } from '../play/claude-outcome.ts'
import { playClaude, playOpenHarness } from '../play/handler-run.ts'
import { openHarnessMatches, openHarnessOutcome } from '../play/openharness-outcome.ts'
import { samplePayload } from '../play/sample.ts'
import { TITLES } from '../settings/places.ts'
import type { Handler, Settings } from '../settings/read.ts'
import { ownHandler } from '../setup/own.ts'
import { type Finding, findingAt } from './finding.ts'
import type { Surroundings } from './handler-checks.ts'
import { namesOf, withVariables } from './handler-words.ts'

/** What came of one probe: whether the harness would have held the call back, and what it was told. */
interface Answer {
  readonly held: boolean
  readonly asked: boolean
  readonly words: string
  readonly ms: number
}

/** The session that probes name, so that they can be told from calls. */
export const PROBE_SESSION = 'hookbox-doctor'

/**
 * Sends every guard that the handler starts a call it must refuse, and then one that it must let
 * pass, through the handler's own command line, and reads the answer as the harness does. The
 * calls are text for the guard; nothing of them runs.
 */
export async function probeFindings(
  settings: Settings,
  handler: Handler,
  around: Surroundings,
): Promise<Finding[]> {
  if (handler.event !== 'PreToolUse' && handler.event !== 'pre_tool_use') return []
  // What runs in the background decides nothing, whatever it answers here.
  if (handler.fields['async'] === true || handler.fields['asyncRewake'] === true) return []
  const guards = namedHooks(handler, around).filter(({ canary }) => canary)
  const known = listPending(nodeHost).map(({ code }) => code)
  const found: Finding[] = []
  for (const hook of guards) found.push(...(await probe(settings, handler, hook, around)))
  // Nobody is to find our calls among those that wait for an approval.
  const asked = guards.map(({ canary }) => canary?.input['command'])
  const ours = listPending(nodeHost).filter(
    ({ code, subject }) => !known.includes(code) && asked.includes(subject),
  )
  forgetPending(
    ours.map(({ code }) => code),
    nodeHost,
  )
  return found
}

/**
 * The hooks that a handler starts, as far as its words show, or the text of a script that it
 * starts.
 */
export function namedHooks(handler: Handler, around: Surroundings): readonly Hook[] {
  const own = ownHandler(handler, namesOf(around))
  if (own) return around.hooks.filter(({ name }) => own.hooks.includes(name))
  const text = [JSON.stringify(handler.fields), ...scriptsOf(handler, around)].join('\n')
  return around.hooks.filter(({ name }) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text))
}

/** A wrapper is some lines; what is longer is a program of its own. */
const MAX_WRAPPER = 65_536

function scriptsOf(handler: Handler, around: Surroundings): string[] {
  const { command, args } = handler.fields
  if (typeof command !== 'string') return []
  const words = Array.isArray(args) ? [command, ...args.map(String)] : command.split(/[\s"';&|()]+/)
  return words.flatMap((word) => {
    const file = path.resolve(around.cwd, withVariables(handler, word, around))
    try {
      const { size } = fs.statSync(file)
      return /[\\/]/.test(word) && size <= MAX_WRAPPER ? [fs.readFileSync(file, 'utf8')] : []
    } catch {
      return []
    }
  })
}

async function probe(
  settings: Settings,
  handler: Handler,
  hook: Hook,
  around: Surroundings,
): Promise<Finding[]> {
  const { canary } = hook
  if (!canary) return []
  const bad = await ask(handler, canary.tool, canary.input, around)
  if (bad === undefined) return [] // its matcher leaves this tool to another handler
  const where = `${hook.name} in ${TITLES[handler.place.harness]}`
  const shown = String(canary.input['command'] ?? canary.input['file_path'])
  if (!bad.held && !bad.asked) {
    const mode = await modeOf(hook, around)
    if (mode === 'observe' || OBSERVES.test(JSON.stringify(handler.fields))) {
      return [
        findingAt(settings, handler.path, {
          level: 'note',
          id: 'observes-only',
          text: `${where} only observes: ${shown} would run`,
        }),
      ]
    }
    return [
      findingAt(settings, handler.path, {
        level: 'error',
        id: 'guard-does-not-refuse',
        text: `${where} let ${JSON.stringify(shown)} pass${bad.words && `: ${bad.words}`}`,
        remedy: `Try it by hand: ${hook.name} --explain ${JSON.stringify(shown)}`,
      }),
    ]
  }
  const harmless =
    canary.tool === 'Bash'
      ? { command: 'ls' }
      : { file_path: path.join(around.project, 'notes.txt'), content: 'x' }
  const good = await ask(handler, canary.tool, harmless, around)
  if (good?.held) {
    return [
      findingAt(settings, handler.path, {
        level: 'error',
        id: 'guard-refuses-everything',
        text: `${where} refuses ${canary.tool === 'Bash' ? '"ls"' : 'a plain new file'} too: ${good.words}`,
        remedy: 'The reason says what broke.',
      }),
    ]
  }
  return [
    findingAt(settings, handler.path, {
      level: 'ok',
      id: 'guard-refuses',
      text: `${where} ${bad.held ? 'refuses' : 'asks about'} ${shown} (${bad.ms} ms) and lets ordinary calls pass`,
    }),
  ]
}

const OBSERVES = /--mode[ =",]+observe|--set[ =",]+(?:[\w-]+\.)?mode=observe/

/** Undefined: the handler is not started for this tool. */
async function ask(
  handler: Handler,
  tool: string,
  input: Readonly<Record<string, unknown>>,
  around: Surroundings,
): Promise<Answer | undefined> {
  const { harness } = handler.place
  const payload = samplePayload(harness, handler.event, {
    cwd: around.cwd,
    session: PROBE_SESSION,
    tool,
    input,
  })
  const subject = String(payload['tool_name'])
  if (harness === 'openharness') {
    if (!openHarnessMatches(handler.matcher, subject)) return undefined
    const played = await playOpenHarness(atMost(handler, 'timeout_seconds', 30), payload, around)
    const { blocked, success, reason } = openHarnessOutcome(handler, played)
    return { held: blocked, asked: false, words: success ? '' : short(reason), ms: played.result.durationMs }
  }
  if (!claudeMatches(handler.matcher, subject)) return undefined
  const played = await playClaude(atMost(handler, 'timeout', 600), payload, around)
  const outcome = claudeOutcome(handler.event, handler.fields['onFailure'], played)
  const text = outcome.text?.replace(`[${played.line}]: `, '') ?? ''
  const words = short([text, ...outcome.ignored].filter((part) => part !== '').join('; '))
  return { held: stops(outcome), asked: outcome.effect === 'asks', words, ms: played.result.durationMs }
}

/** Nobody waits longer for a guard, whatever the settings allow it. */
const MAX_SECONDS = 60

function atMost(handler: Handler, key: 'timeout' | 'timeout_seconds', byDefault: number): Handler {
  const { [key]: given } = handler.fields
  const seconds = typeof given === 'number' ? given : byDefault
  return { ...handler, fields: { ...handler.fields, [key]: Math.min(seconds, MAX_SECONDS) } }
}

async function modeOf(hook: Hook, { cwd }: Surroundings): Promise<unknown> {
  const event = { name: 'other', dialect: 'unknown', harnessEvent: '', cwd, payload: {} } as const
  try {
    const { options } = await optionsFor(hook, { set: [] }, event, nodeHost)
    return (options as { mode?: unknown }).mode
  } catch {
    return undefined
  }
}

function short(text: string): string {
  return plainLine(text, 160)
}
