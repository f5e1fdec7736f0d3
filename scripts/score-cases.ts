/** The collected cases of test/fixtures/cases, each with the payloads that ask about it. */
import * as fs from 'node:fs'
import * as path from 'node:path'

const cases = path.resolve(import.meta.dirname, '../test/fixtures/cases')

export interface Case {
  readonly id: string
  /** The hook that the case is about; '' when any may answer. */
  readonly hook: string
  readonly flag: boolean
  readonly payloads: readonly Readonly<Record<string, unknown>>[]
  readonly env: Readonly<Record<string, string>>
  /** Files of the fixture world that the case says are not there. */
  readonly absent?: readonly string[]
  readonly text: string
}

/** Cases whose outcome is argued: why. */
export const argued = JSON.parse(fs.readFileSync(path.join(cases, 'argued.json'), 'utf8')) as Record<
  string,
  string
>

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

const ABSENT: Readonly<Record<string, readonly string[]>> = { I170: ['/home/dev/app/.env'] }

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
    ...(ABSENT[one.id] === undefined ? {} : { absent: ABSENT[one.id] }),
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

export function allCases(): Case[] {
  return [
    ...lines<Incident>('incidents.jsonl').map(incident),
    ...lines<{ command: string; right: string }>('guard-consensus.jsonl').map(consensus),
    // A dangerous command and a harmless one that looks like it, in turn.
    ...lines<{ command: string; right: string }>('pairs.jsonl').map((one) => ({
      ...consensus(one),
      hook: 'pairs',
      id: `pair: ${one.command}`,
    })),
  ].filter((one) => one !== undefined)
}
