import type { Statement } from 'unbash'
import type { Command, Doubt, ShellWorld, Wrapper } from './command.ts'
import type { State } from './state.ts'
import type { Value } from './value.ts'
import type { WrapperRule } from './wrappers.ts'

/** Everything that one reading collects, and what it may still spend. */
export interface Reading {
  readonly world: ShellWorld
  readonly commands: Command[]
  /** Commands that are in the list already: loops and variants come by several times. */
  readonly seen: Set<string>
  readonly doubts: Doubt[]
  /** Commands looked at so far, each time anew for a function or a turn of a loop. */
  steps: number
  /** Characters given to the parser so far. */
  parsed: number
  /** Unknown values that stand in text to be read as one private character each. */
  readonly markers: Map<string, Value>
  /** Programs that a person has added to those known to run others. */
  readonly rules: ReadonlyMap<string, WrapperRule>
  /** Reads a list of commands (evaluate.ts). */
  run(here: Here, commands: readonly Statement[], state: State): Outcome
  /** Reads text as shell commands (read.ts). */
  runText(here: Here, code: string, state: State): Outcome
}

/** What running something leads to. */
export interface Outcome {
  /** The state after it succeeded; undefined: it can't. */
  readonly ok: State | undefined
  readonly fail: State | undefined
  /** What it writes to standard output, as far as it is known. */
  readonly output: Value
}

/** Where in the text the reader is. */
export interface Here {
  readonly reading: Reading
  /** The text that positions count in. */
  readonly text: string
  /** The place in the outermost text, for text that does not stand in it as it is. */
  readonly at?: { readonly start: number; readonly end: number }
  readonly via: readonly Wrapper[]
  /** On another machine, in a container: nothing is known of its environment and disk. */
  readonly elsewhere: boolean
  /** How deep in strings that are read as code. */
  readonly depth: number
  /** Functions being run, to stop endless ones. */
  readonly calls: number
  /** What is on standard input, when something known is. */
  readonly stdin?: Value
  /** The function or sourced file being run: where `return` leads to. */
  readonly frame?: { returned: State | undefined }
  /** The loop being run: where `break` and `continue` lead to. */
  readonly loop?: { broke: State | undefined; continued: State | undefined }
}

/** More commands than this are not looked at. */
export const MAX_STEPS = 20_000
export const MAX_COMMANDS = 5000

export function doubt(here: Here, kind: Doubt['kind'], what: string, source: string): void {
  const { doubts } = here.reading
  if (doubts.length >= 100) return
  const shown = source.length > 200 ? `${source.slice(0, 200)}...` : source
  if (!doubts.some((one) => one.kind === kind && one.what === what && one.source === shown)) {
    doubts.push({ kind, what, source: shown })
  }
}

/** Counts one step; false when there are none left. */
export function mayGoOn(here: Here): boolean {
  here.reading.steps++
  if (here.reading.steps <= MAX_STEPS && here.reading.commands.length < MAX_COMMANDS) return true
  doubt(here, 'limit', 'there are more commands than are looked at', '')
  return false
}

export function place(here: Here, pos: number, end: number): { start: number; end: number } {
  return here.at ?? { start: pos, end }
}

export function sourceOf(here: Here, pos: number, end: number): string {
  return here.text.slice(pos, end)
}

/** Adds a command to the list, once for each directory it may run in. */
export function emit(here: Here, state: State, command: Omit<Command, 'cwd' | 'via'>): void {
  const { commands, seen } = here.reading
  for (const cwd of here.elsewhere ? [undefined] : state.cwds) {
    const key = JSON.stringify([
      command.argv,
      command.start,
      command.end,
      cwd,
      here.via.map(({ name }) => name),
    ])
    if (seen.has(key)) continue
    seen.add(key)
    commands.push({ ...command, cwd, via: here.via })
  }
}
