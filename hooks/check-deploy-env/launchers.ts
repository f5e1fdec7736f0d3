import type { Word, Wrapper } from '../../src/shell/command.ts'
import { type Argument, argumentOf, programName, readArguments } from './call.ts'
import { LAUNCHERS, type Launcher, PROGRAM_OF } from './launcher-table.ts'
import { matchPhrases } from './phrase.ts'
import type { Clue } from './target.ts'

export interface Launched {
  /** The program's name first. */
  readonly argv: readonly Word[]
  readonly clues: readonly Clue[]
  /** Whether it runs where the clues say, not here. */
  readonly remote: boolean
  readonly environment: Readonly<Record<string, Word>>
}

/**
 * The command that a launcher runs; undefined when the program is none, or runs nothing.
 * `known` tells programs that package managers run by name alone (`pnpm wrangler deploy`).
 */
export function launched(
  program: string,
  words: readonly Word[],
  isTool: (program: string) => boolean,
): Launched | undefined {
  for (const launcher of LAUNCHERS) {
    if (!` ${launcher.programs} `.includes(` ${program} `)) continue
    const found = unwrap(program, launcher, words)
    if (found) return { ...found, remote: launcher.remote === true }
  }
  if (/^(?:yarn|pnpm|bun)$/.test(program)) {
    const at = words.findIndex((word) => !(word.value ?? '').startsWith('-'))
    const name = words[at]?.value
    if (name !== undefined && isTool(name))
      return { argv: words.slice(at), clues: [], environment: {}, remote: false }
  }
  return undefined
}

/** What the launchers that a command came through say about its target. */
export function viaClues(via: readonly Wrapper[], command: readonly Word[]): readonly Clue[] {
  return via.flatMap(({ name, words }) => {
    const launcher = LAUNCHERS.find(({ programs }) => ` ${programs} `.includes(` ${name} `))
    if (!launcher) return []
    const own = unwrap(name, launcher, [...words.slice(1), PLACE])?.clues ?? []
    return launcher.anywhere ? [...own, ...behind(name, launcher, command)] : own
  })
}

/** The machine or app that the launchers a command came through run it on. */
export function viaRemote(via: readonly Wrapper[], command: readonly Word[]): Clue | undefined {
  const remote = via.filter(({ name }) =>
    LAUNCHERS.some((one) => one.remote && ` ${one.programs} `.includes(` ${name} `)),
  )
  return viaClues(remote, command)[0]
}

/** Flags of the launcher behind the command that it runs. */
function behind(program: string, { target = '' }: Launcher, command: readonly Word[]): readonly Clue[] {
  const targets = new Set(target.split(' '))
  return readArguments(command, targets).flags.flatMap(({ name, value }) =>
    value && targets.has(name)
      ? [{ name: value.value, from: `${program} ${name}`, weight: 'names' as const }]
      : [],
  )
}

const PLACE: Word = { value: 'command', parts: [{ kind: 'text', text: 'command' }], source: 'command' }

const NAME_AND_VALUE = /^([A-Za-z_]\w*)=/

type Unwrapped = Omit<Launched, 'remote'>

function unwrap(program: string, launcher: Launcher, words: readonly Word[]): Unwrapped | undefined {
  const targets = new Set((launcher.target ?? '').split(' '))
  const valued = new Set([...(launcher.valued ?? '').split(' '), ...targets])
  const clues: Clue[] = []
  const operands: Argument[] = []
  const environment: Record<string, Word> = {}
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (!word) break
    const taken = matched(launcher, operands)
    if (taken && word.value === '--') return end(words.slice(at + 1), clues, environment)
    const written = word.value ?? ''
    if (written.startsWith('-')) {
      const { flags } = readArguments(words.slice(at, at + 2), valued)
      const flag = flags[0]
      if (flag && targets.has(flag.name)) {
        clues.push({ name: flag.value?.value, from: `${program} ${flag.name}`, weight: 'names' })
      }
      if (flag?.name === '-m' && /^py/.test(program)) {
        return flag.value
          ? end([words[at + 1] ?? word, ...words.slice(at + 2)], clues, environment)
          : undefined
      }
      if (flag?.value && !written.includes('=') && flag.name === written) at++
      continue
    }
    const assignment = NAME_AND_VALUE.exec(word.value ?? word.source)
    if (taken && assignment?.[1]) {
      environment[assignment[1]] = valueAfter(word, assignment[0].length)
      continue
    }
    if (taken) return end(words.slice(at), clues, environment)
    if (launcher.words.length === 0) return undefined
    operands.push(argumentOf(word))
    const after = ownWords(launcher, operands)
    if (
      launcher.first &&
      after !== undefined &&
      operands.length === after + 1 &&
      launcher.first === 'target'
    ) {
      clues.push({ name: word.value, from: `${program}'s profile`, weight: 'names' })
    }
  }
  return undefined
}

/** How many operands the launcher's own words took; undefined when they are not there. */
function ownWords(launcher: Launcher, operands: readonly Argument[]): number | undefined {
  return matchPhrases(launcher.words, operands, false)?.length
}

/** True when all that stands in front of the command has been read. */
function matched(launcher: Launcher, operands: readonly Argument[]): boolean {
  const own = ownWords(launcher, operands)
  return own !== undefined && operands.length >= own + (launcher.first ? 1 : 0)
}

function end(
  argv: readonly Word[],
  clues: readonly Clue[],
  environment: Readonly<Record<string, Word>>,
): Unwrapped | undefined {
  const [first, ...rest] = argv
  if (!first) return undefined
  return { argv: [renamed(first), ...rest], clues, environment }
}

/** `wrangler@3` and `netlify-cli` are called `wrangler` and `netlify` when they run. */
export function renamed(word: Word): Word {
  if (word.value === undefined) return word
  const name = word.value.replace(/^.*#/, '').replace(/(?<=.)@[^/]*$/, '')
  const program = PROGRAM_OF[name] ?? (name.startsWith('@') ? programName(name) : name)
  return { value: program, parts: [{ kind: 'text', text: program }], source: word.source }
}

function valueAfter(word: Word, length: number): Word {
  const value = word.value?.slice(length)
  return {
    value,
    parts: value === undefined ? word.parts.slice(1) : [{ kind: 'text', text: value }],
    source: word.source.slice(length),
  }
}
