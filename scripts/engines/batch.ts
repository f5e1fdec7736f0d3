import { registry as hooks } from '../../hooks/registry.ts'
import type { Registry } from '../../src/command/registry.ts'
import { defineHook, type Hook, PASS } from '../../src/hook.ts'
import type { Host, RunResult } from '../../src/host/host.ts'
import { runSeveral } from '../../src/run.ts'
import { sha256 } from '../../src/text/sha256.ts'
import { type Shown, shownHost, without } from '../shown-host.ts'
import { speakers } from './contract.ts'

/**
 * A hook that asks other hooks about many payloads in one process, for comparing engines. Its
 * `tool_input` names the file of the calls, one JSON object per line, and the file for the answers.
 */

/** One call: which hooks, and with which arguments; the payload is the last of these. */
export interface BatchCall {
  readonly hooks: readonly string[]
  readonly argv: readonly string[]
  /** A world of the collected cases (scripts/score-world.ts). */
  readonly world?: BatchWorld
}

export interface BatchWorld {
  readonly shown: Shown
  readonly env: Readonly<Record<string, string>>
  readonly absent?: readonly string[]
}

/** What came of it. */
export interface BatchAnswer {
  readonly exit: number
  readonly stdout: string
  readonly stderr: string
}

/** A Monday morning, in every run. */
const NOW = Date.UTC(2026, 10, 30, 9, 0, 0)
const MOST = 256 * 1024 * 1024

/**
 * The world as it is, but that nothing is written, the clock stands, and what a program said is
 * remembered: otherwise git would be started hundred thousand times.
 */
function still(host: Host, answer: (stream: 'stdout' | 'stderr', text: string) => void): Host {
  return {
    ...host,
    now: () => NOW,
    stdinIsTerminal: () => false,
    isTerminal: () => false,
    write: answer,
    append: () => {},
    replace: () => {},
    create: () => true,
    rename: () => {},
    makeDirectory: () => {},
    remove: () => true,
    sleep: async () => {},
    run: async (argv, how) => {
      const key = JSON.stringify([argv, how.cwd, how.env, how.input])
      const known = said.get(key) ?? host.run(argv, how)
      said.set(key, known)
      return { ...(await known), durationMs: 1 }
    },
  }
}

const said = new Map<string, Promise<RunResult>>()

const known: Registry = { ...hooks, ...speakers }

async function answerTo({ hooks: names, argv, world }: BatchCall, host: Host): Promise<BatchAnswer> {
  const written = { stdout: '', stderr: '' }
  const loaded: Hook[] = []
  for (const name of names) {
    const load = known[name]
    if (load) loaded.push(await load())
  }
  const quiet = still(host, (stream, text) => {
    written[stream] += text
  })
  const around = world ? without(shownHost(quiet, world.shown, world.env), world.absent) : quiet
  return { exit: await runSeveral(loaded, argv, around), ...written }
}

const batch = defineHook({
  name: 'batch',
  summary: 'asks about many payloads',
  kind: 'guard',
  events: ['tool-before'],
  options: {
    defaults: {},
    merge: {},
    schema: async () => ({ safeParse: (data) => ({ success: true, data }) }),
  },
  check: async (event, { host }) => {
    const { calls, answers } = (event.tool?.input ?? {}) as { calls: string; answers: string }
    const text = new TextDecoder().decode(host.readFile(calls, MOST))
    const lines: string[] = []
    for (const line of text.split('\n')) {
      if (line !== '') lines.push(JSON.stringify(await answerTo(JSON.parse(line) as BatchCall, host)))
    }
    host.replace(answers, lines.map((line) => `${line}\n`).join(''), 0o600)
    host.write('stderr', `${sha256(lines.join('\n'))}\n`)
    return PASS
  },
})

export const registry: Registry = { batch: async () => batch }
