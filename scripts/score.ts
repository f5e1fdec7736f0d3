/**
 * `npm run score`: the guards on the collected cases (test/fixtures/cases), each in the same
 * fixture world. Prints for each hook what it caught, what it missed and what it flagged
 * though it is harmless; cases that are argued in argued.json are listed apart. `--write`
 * puts the result into docs/scores.md; `--check` fails when something is missed or flagged
 * that is not argued.
 */
import * as fs from 'node:fs'
import * as path from 'node:path'
import { registry } from '../hooks/registry.ts'
import type { Event } from '../src/event.ts'
import { detectDialect, harnessOf } from '../src/harness/index.ts'
import { failsClosed, type Hook } from '../src/hook.ts'
import type { Host } from '../src/host/host.ts'
import { contextOf, serves } from '../src/judge.ts'
import { argued, type Case, document, type Outcome, report } from './score-report.ts'
import { makeScoreWorld, type ScoreWorld } from './score-world.ts'

const root = path.resolve(import.meta.dirname, '..')
const cases = path.join(root, 'test/fixtures/cases')

interface Incident {
  readonly id: string
  readonly hook: string
  readonly right: string
  readonly input: Readonly<Record<string, unknown>>
}

function lines<T>(file: string): T[] {
  const text = fs.readFileSync(path.join(cases, file), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T)
}

const bash = (command: string, cwd: string) => ({
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
  cwd,
})

/** Incidents whose command is described, or that need a variable. */
const TEMPLATES: Readonly<Record<string, string>> = { I079: `rm -rf / ; ${'$('.repeat(40)}` }
const VARIABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  I011: { LOCALAPPDATA: 'C:\\Users\\dev\\AppData\\Local' },
}

/** Files of the fixture world that the case says are not there. */
const ABSENT: Readonly<Record<string, readonly string[]>> = { I170: ['/home/dev/app/.env'] }

function without(host: Host, absent: readonly string[] = []): Host {
  if (absent.length === 0) return host
  const there = (file: string) => !absent.includes(file)
  return {
    ...host,
    stat: (file) => (there(file) ? host.stat(file) : undefined),
    lstat: (file) => (there(file) ? host.lstat(file) : undefined),
    realpath: (file) => (there(file) ? host.realpath(file) : undefined),
  }
}

function incident(one: Incident): Case | undefined {
  const verdict = /^(deny|ask|allow)/.exec(one.right)?.[1]
  const { input } = one
  if (verdict === undefined) return undefined
  const cwd = typeof input['cwd'] === 'string' ? input['cwd'] : '/home/dev/app'
  const commands = input['commands'] ?? [TEMPLATES[one.id] ?? input['command']]
  const stdin = input['stdin'] as Record<string, unknown> | undefined
  const payloads: Record<string, unknown>[] = []
  if (stdin) payloads.push({ cwd, ...stdin })
  else if (input['tool_name']) {
    const { tool_name, tool_input } = input
    payloads.push({ hook_event_name: 'PreToolUse', tool_name, tool_input, cwd })
  } else {
    for (const command of commands as unknown[])
      if (typeof command === 'string') payloads.push(bash(command, cwd))
  }
  if (payloads.length === 0) return undefined
  const env = { ...(input['env'] as Record<string, string> | undefined), ...VARIABLES[one.id] }
  return {
    id: one.id,
    hook: one.hook,
    flag: verdict !== 'allow',
    payloads,
    env,
    text: JSON.stringify(
      input['command'] ?? input['tool_input'] ?? input['commands'] ?? input['stdin'] ?? '',
    ),
  }
}

function consensus(one: { readonly command: string; readonly right: string }): Case {
  const flag = one.right === 'flag'
  return {
    id: one.command,
    hook: '',
    flag,
    payloads: [bash(one.command, '/home/dev/app')],
    env: {},
    text: one.command,
  }
}

async function guards(): Promise<Hook[]> {
  const all: Hook[] = await Promise.all(Object.values(registry).map((load) => load()))
  return all.filter((hook) => failsClosed(hook) && hook.events.includes('tool-before'))
}

/** The names of the guards that deny or ask. */
async function flagged(
  payload: Readonly<Record<string, unknown>>,
  one: Case,
  hooks: readonly Hook[],
  world: ScoreWorld,
): Promise<string[]> {
  const host = without(world.host(one.env), ABSENT[one.id])
  const harness = harnessOf(detectDialect(payload))
  const event: Event = harness.read(payload, { cwd: String(payload['cwd'] ?? '/home/dev/app') })
  const names: string[] = []
  for (const hook of hooks) {
    if (!serves(hook, event)) continue
    try {
      const verdict = await hook.check(event, contextOf(hook.options.defaults, host))
      if (verdict.kind === 'deny' || verdict.kind === 'ask' || verdict.kind === 'block') names.push(hook.name)
    } catch {
      // A guard that throws denies (src/run.ts).
      names.push(hook.name)
    }
  }
  return names
}

async function outcomeOf(one: Case, hooks: readonly Hook[], world: ScoreWorld): Promise<Outcome> {
  const each: string[][] = []
  for (const payload of one.payloads) each.push(await flagged(payload, one, hooks, world))
  const by = [...new Set(each.flat())]
  return { one, by, right: one.flag ? each.every((names) => names.length > 0) : by.length === 0 }
}

const world = makeScoreWorld()
try {
  const hooks = await guards()
  const all = [
    ...lines<Incident>('incidents.jsonl').map(incident),
    ...lines<{ command: string; right: string }>('guard-consensus.jsonl').map(consensus),
  ].filter((one) => one !== undefined)
  const outcomes: Outcome[] = []
  for (const one of all) outcomes.push(await outcomeOf(one, hooks, world))
  const text = report(outcomes)
  process.stdout.write(`guards: ${hooks.map((hook) => hook.name).join(', ')}\n\n${text}`)
  const open = outcomes.filter(({ right, one }) => !right && argued[one.id] === undefined)
  if (process.argv.includes('--write')) {
    const [table = ''] = text.split('\n\n')
    fs.writeFileSync(path.join(root, 'docs/scores.md'), document(table.trimEnd(), outcomes))
  }
  if (process.argv.includes('--check') && open.length > 0) process.exitCode = 1
} finally {
  world.remove()
}
