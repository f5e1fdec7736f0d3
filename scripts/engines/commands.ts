import * as fs from 'node:fs'
import * as path from 'node:path'
import { allCases } from '../score-cases.ts'

const cases = path.resolve(import.meta.dirname, '../../test/fixtures/cases')

/** Commands that both engines are asked about: the collected ones, then made ones without end. */
export function* commands(seed: number): Generator<string> {
  const collected = [...new Set(collectedCommands())]
  yield* collected
  const random = numbers(seed)
  for (;;) yield made(collected, random)
}

function collectedCommands(): string[] {
  const ofCases = allCases().flatMap(({ payloads }) =>
    payloads.map((payload) => (payload['tool_input'] as { command?: unknown } | undefined)?.command),
  )
  const ofFiles = ['argv-truth.jsonl', 'shell-misreadings.jsonl'].flatMap((file) =>
    fs
      .readFileSync(path.join(cases, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .flatMap((line) => textsOf(JSON.parse(line))),
  )
  return [...ofCases, ...ofFiles].filter((text) => typeof text === 'string')
}

/** The texts of a case: its command stands under different names. */
function textsOf(one: Readonly<Record<string, unknown>>): unknown[] {
  return [one['command'], one['script'], one['text'], one['c'], one['cmd']].filter(
    (text) => typeof text === 'string',
  )
}

/** Numbers from 0 to below 1, the same in every run (mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

type Random = () => number

function pick<Item>(items: readonly Item[], random: Random): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

const BEFORE = [
  'sudo ',
  'env A=b ',
  'cd src && ',
  'cd /tmp; ',
  'x=~ ; ',
  'true && ',
  'time ',
  'nice -n 5 ',
  'for f in *; do ',
  'if true; then ',
  '(',
  '{ ',
  'sh -c "',
  "bash -c '",
  'ssh host ',
  'xargs -n1 ',
  'find . -exec ',
  'eval ',
  '! ',
  'cat <<E | sh\n',
  'git -C .. ',
  'timeout 5 ',
] as const
const AFTER = [
  ' | cat',
  ' && ls',
  '; done',
  '; fi',
  ')',
  '; }',
  '"',
  "'",
  ' \\;',
  ' > out.txt',
  ' 2>&1',
  ' &',
  '\nE\n',
  ' || true',
  ' <<< x',
  ' >> .env',
  ' # rm -rf /',
  ' $(ls)',
  ' ${X:-/}',
  ' ~',
  ' *',
  ' ..',
] as const
const LETTERS = [
  '"',
  "'",
  '`',
  '$',
  '(',
  ')',
  '{',
  '}',
  '\\',
  '\n',
  ' ',
  ';',
  '&',
  '|',
  '<',
  '>',
  '*',
  '~',
  '#',
  '=',
  '\u0000',
  'ä',
  '\u{1f600}',
  '\ud800',
  '\u00a0',
  '\r',
  '\t',
  '!',
  '/',
  '.',
  '-',
] as const

function made(collected: readonly string[], random: Random): string {
  const one = pick(collected, random)
  const way = random()
  if (way < 0.25) return `${pick(BEFORE, random)}${one}${pick(AFTER, random)}`
  if (way < 0.4)
    return `${one}${pick([' && ', '; ', ' | ', ' || ', '\n', ' & '], random)}${pick(collected, random)}`
  if (way < 0.5) {
    const other = pick(collected, random)
    return one.slice(0, Math.floor(random() * one.length)) + other.slice(Math.floor(random() * other.length))
  }
  let text = one
  for (let edits = 1 + Math.floor(random() * 4); edits > 0; edits--) text = edited(text, random)
  return text
}

function edited(text: string, random: Random): string {
  const at = Math.floor(random() * (text.length + 1))
  const way = random()
  if (way < 0.4) return text.slice(0, at) + pick(LETTERS, random) + text.slice(at)
  if (way < 0.7) return text.slice(0, at) + text.slice(at + 1 + Math.floor(random() * 3))
  const part = text.slice(at, at + 1 + Math.floor(random() * 20))
  return text.slice(0, at) + part + text.slice(at)
}
