import * as fs from 'node:fs'
import * as path from 'node:path'
import chalk from 'chalk'
import type { Command } from 'commander'
import type { Registry } from '../command/registry.ts'
import { nodeHost } from '../host/node.ts'
import { nearest } from '../text/nearest.ts'
import { askedPayload, unknownEvent } from './play/asked.ts'
import { claudeOutcome, stops } from './play/claude-outcome.ts'
import { openHarnessOutcome } from './play/openharness-outcome.ts'
import type { HarnessName, Place } from './settings/places.ts'
import { isRecord, kindOf, objectOf } from './settings/value.ts'
import { packageRoot } from './setup/engine.ts'

/** One line of a tests file. */
interface Row {
  readonly name: string
  /** A hook of hookbox, or the words of any program. */
  readonly hook?: string
  readonly command?: readonly string[]
  readonly harness: HarnessName
  /** The event; before a tool call by default. */
  readonly event: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly expect: Verdict
  /** A text that the reason has to hold. */
  readonly reason?: string
  readonly where: string
  /** Relative programs start here. */
  readonly folder: string
}

const VERDICTS = ['pass', 'deny', 'ask', 'context', 'block'] as const
type Verdict = (typeof VERDICTS)[number]

const OWN = 'hookbox.tests.jsonl'

/** `hookbox test`: the examples that come with each hook, and the user's own. */
export function addTest(program: Command, registry: Registry): void {
  program
    .command('test')
    .description(`run the examples that come with the hooks, and your own (${OWN})`)
    .argument('[hook]', 'one hook only')
    .option('--file <path>', 'this file of tests alone')
    .option('--json', 'for machines')
    .addHelpText(
      'after',
      `\nA line of ${OWN}:\n  {"name": "no force push", "hook": "block-destructive-git", "shell": "git push -f origin main", "expect": "deny"}\n  {"name": "my own", "command": ["node", "./mine.mjs"], "shell": "ls", "expect": "pass"}\nInstead of "shell": "file", "prompt", or a whole "payload"; "harness", "event" and "reason" are optional.\n\nExit codes: 0 all as expected, 1 not, 64 usage.`,
    )
    .action(async (hook: string | undefined, given: { file?: string; json?: boolean }) => {
      try {
        process.exitCode = await run(hook, given, registry)
      } catch (error) {
        process.stderr.write(`hookbox test: ${error instanceof Error ? error.message : String(error)}\n`)
        process.exitCode = 64
      }
    })
}

async function run(
  hook: string | undefined,
  { file, json }: { file?: string; json?: boolean },
  registry: Registry,
): Promise<number> {
  const names = Object.keys(registry)
  if (hook !== undefined && !names.includes(hook)) {
    const best = nearest(hook, names)
    throw new Error(`there is no hook ${hook}${best === undefined ? '' : `; did you mean ${best}?`}`)
  }
  const files = file === undefined ? filesOf(hook === undefined ? names : [hook]) : [file]
  const rows = files
    .flatMap((one) => readRows(one, names))
    .filter((row) => hook === undefined || row.hook === hook)
  if (rows.length === 0) {
    const whose = hook === undefined ? '' : ` of ${hook}`
    throw new Error(`there is no test${whose} in ${files.join(', ') || OWN}`)
  }
  const results = []
  for (const row of rows) results.push({ row, ...(await judge(row)) })
  const failed = results.filter(({ problem }) => problem !== undefined)
  if (json) {
    const shown = results.map(({ row, got, problem }) => ({
      name: row.name,
      where: row.where,
      expect: row.expect,
      got,
      problem,
    }))
    process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`)
  } else {
    for (const { row, problem } of results) {
      const sign = problem === undefined ? chalk.green('ok    ') : chalk.red('not ok')
      process.stdout.write(`${sign} ${row.name}\n`)
      if (problem !== undefined) process.stdout.write(`       ${problem}\n       ${chalk.dim(row.where)}\n`)
    }
    process.stdout.write(`\n${results.length - failed.length} of ${results.length} as expected\n`)
  }
  return failed.length === 0 ? 0 : 1
}

/** The examples of these hooks, and the file in the current folder. */
function filesOf(names: readonly string[]): string[] {
  const shipped = names.map((name) => path.join(packageRoot(), 'hooks', name, 'examples.jsonl'))
  return [...shipped, OWN].filter((file) => fs.existsSync(file))
}

function readRows(file: string, names: readonly string[]): Row[] {
  const folder = path.dirname(path.resolve(file))
  return readText(file)
    .replace(/^\ufeff/, '')
    .split('\n')
    .flatMap((line, index) =>
      line.trim() === '' ? [] : [readRow(line, `${file}:${index + 1}`, folder, names)],
    )
}

function readText(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new Error(`there is no ${file}`)
    throw new Error(`${file} can't be read: ${code === 'EISDIR' ? 'it is a folder' : code}`)
  }
}

function readRow(line: string, where: string, folder: string, names: readonly string[]): Row {
  const wrong = (what: string) => new Error(`${where}: ${what}`)
  const value = objectOf(line)
  if (value === undefined) throw wrong('it is no JSON object')
  const { name, hook, command, harness = 'claude-code', shell, file, prompt, payload, expect, reason } = value
  const known = [
    'name',
    'hook',
    'command',
    'harness',
    'event',
    'shell',
    'file',
    'content',
    'prompt',
    'payload',
    'expect',
    'reason',
  ]
  const strange = Object.keys(value).find((key) => !known.includes(key))
  if (strange !== undefined) {
    const best = nearest(strange, known)
    throw wrong(`it has ${JSON.stringify(strange)}${best === undefined ? '' : `; did you mean ${best}?`}`)
  }
  for (const key of known) {
    const isText = !['command', 'payload'].includes(key)
    if (isText && value[key] !== undefined && typeof value[key] !== 'string') {
      throw wrong(`"${key}" is ${kindOf(value[key])}, not text`)
    }
  }
  if (typeof hook === 'string' ? !names.includes(hook) : !isWords(command)) {
    throw wrong('it needs "hook", a name of hookbox, or "command", a list of words')
  }
  if (hook !== undefined && command !== undefined)
    throw wrong('it has "hook" and "command"; one of them runs')
  if (payload !== undefined && !isRecord(payload))
    throw wrong(`"payload" is ${kindOf(payload)}, not an object`)
  if (!VERDICTS.some((one) => one === expect)) throw wrong(`"expect" has to be one of ${VERDICTS.join(', ')}`)
  if (harness !== 'claude-code' && harness !== 'openharness')
    throw wrong('"harness" is claude-code or openharness')
  const event = String(value['event'] ?? defaultEvent(harness, prompt))
  const problem = unknownEvent(harness, event)
  if (problem !== undefined) throw wrong(problem)
  const about = ['shell', 'file', 'prompt'].filter((key) => value[key] !== undefined)
  if (about.length > 1) throw wrong(`it has "${about.join('" and "')}"; a call is about one of them`)
  // A call of nothing in particular passes every guard, so that such a row would prove nothing.
  if (about.length === 0 && payload === undefined && /tool|prompt|permission/i.test(event)) {
    throw wrong(`it says nothing to judge: ${event} needs "shell", "file", "prompt" or "payload"`)
  }
  const text = (given: unknown) => (given === undefined ? undefined : String(given))
  const sample = askedPayload(harness, event, {
    command: text(shell),
    file: text(file),
    content: text(value['content']),
    prompt: text(prompt),
  })
  return {
    name: String(name ?? shell ?? file ?? prompt ?? event),
    ...(typeof hook === 'string' ? { hook } : { command: (command as unknown[]).map(String) }),
    harness,
    event,
    payload: isRecord(payload) ? { ...sample, ...payload } : sample,
    expect: expect as Verdict,
    ...(reason === undefined ? {} : { reason: String(reason) }),
    where,
    folder,
  }
}

function isWords(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')
}

function defaultEvent(harness: HarnessName, prompt: unknown): string {
  if (harness === 'openharness') return prompt === undefined ? 'pre_tool_use' : 'user_prompt_submit'
  return prompt === undefined ? 'PreToolUse' : 'UserPromptSubmit'
}

/** Runs the program as the harness would, and reads what it says. */
async function judge(row: Row): Promise<{ got: string; problem?: string }> {
  const words = row.command ?? [process.execPath, path.join(packageRoot(), 'bin', row.hook ?? '')]
  const own = row.command === undefined ? process.cwd() : row.folder
  const isOpen = row.harness === 'openharness'
  const text = JSON.stringify(row.payload)
  const result = await nodeHost.run(words, {
    cwd: own,
    timeoutMs: 30_000,
    maxOutputBytes: 1024 * 1024,
    ...(isOpen
      ? { env: { OPENHARNESS_HOOK_EVENT: row.event, OPENHARNESS_HOOK_PAYLOAD: text } }
      : { input: `${text}\n` }),
  })
  const line = words.join(' ')
  if (result.ended === 'missing' || result.ended === 'failed') {
    return { got: 'nothing', problem: `it could not be started: ${result.problem ?? line}` }
  }
  const { got, words: said } = isOpen ? readOpen(row, { line, result }) : readClaude(row, { line, result })
  if (got !== row.expect) return { got, problem: `expected ${row.expect}, got ${got}${said && `: ${said}`}` }
  if (row.reason !== undefined && !said.includes(row.reason)) {
    return { got, problem: `its reason does not hold ${JSON.stringify(row.reason)}: ${said}` }
  }
  return { got }
}

type Played = Parameters<typeof claudeOutcome>[2]

function readClaude({ event }: Row, played: Played): { got: string; words: string } {
  const outcome = claudeOutcome(event, undefined, played)
  const words = outcome.text ?? outcome.context ?? ''
  if (stops(outcome)) return { got: event === 'PreToolUse' ? 'deny' : 'block', words }
  const got = { asks: 'ask', 'keeps-going': 'block', 'tells-model': 'block', failed: 'failed' }[
    outcome.effect as string
  ]
  return { got: got ?? (outcome.context === undefined ? 'pass' : 'context'), words }
}

function readOpen({ event }: Row, played: Played): { got: string; words: string } {
  const place: Place = { harness: 'openharness', scope: 'user', path: '' }
  const handler = { place, event, matcher: undefined, fields: { block_on_failure: true }, path: [] }
  const { blocked, reason } = openHarnessOutcome(handler, played)
  return { got: blocked ? 'deny' : 'pass', words: blocked ? reason : '' }
}
