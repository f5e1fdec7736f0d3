import type { Statement } from 'unbash'
import { isAbsolute, resolvePath } from '../paths/written.ts'
import type { Command, Doubt, ShellWorld, Word, Wrapper } from './command.ts'
import { copyState, joinStates, type ShellFunction, type State, type Variable } from './state.ts'
import type { Value } from './value.ts'
import type { WrapperRules } from './wrapper-rule.ts'

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
  /** Programs that the text gave another name, by that name. */
  readonly renamed: Map<string, string>
  /** Functions of the text that nothing has called yet. */
  readonly defined: Set<ShellFunction>
  /** What process substitutions write, by the words that name them. */
  readonly pipes: Map<string, Value>
  /** Arithmetic is evaluated somewhere, and a variable has a subscript in it that would run. */
  arithmetic: boolean
  subscript?: string
  /** Programs that a person has added to those known to run others. */
  readonly rules: WrapperRules
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

/** A shell that ends once: the outermost, a subshell, one that another command starts. */
export interface Shell {
  /** The state in which `exit` or `set -e` ended it. */
  ended: State | undefined
  /** What it runs at its end (`trap ... EXIT`). */
  readonly traps: ((end: State) => void)[]
}

/** A function or sourced file being run. */
export interface Frame {
  returned: State | undefined
  /** What `local` variables were before, by name; undefined for a sourced file. */
  readonly locals?: Map<string, Variable | undefined>
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
  /** True in another spelling of the text (variants.ts): only what is new in it counts. */
  readonly variant?: boolean
  /** Where bodies of here-documents and quoted strings begin that the parser saw blanked (set-aside.ts). */
  readonly aside?: ReadonlySet<number>
  /** What is on standard input, when something known is. */
  readonly stdin?: Value
  readonly shell: Shell
  /** Its failure is looked at (`if`, `||`), so `set -e` does not end the shell. */
  readonly tested?: boolean
  /** The function or sourced file being run: where `return` leads to. */
  readonly frame?: Frame
  /** In a loop that turns an unknown number of times. */
  readonly turning?: true
  /** The loop being run: where `break` and `continue` lead to. */
  readonly loop?: { broke: State | undefined; continued: State | undefined }
}

const MAX_STEPS = 10_000
/**
 * More commands than this are not looked at, so that hostile texts keep to their time. Of 490 whole
 * scripts of up to 32 kB on a Debian system seven have more than 400, 569 at most.
 */
export const MAX_COMMANDS = 200
export const TOO_MANY = 'there are more commands than are looked at'
/** More programs that run one another are not followed. */
export const MAX_VIA = 30

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
  doubt(here, 'limit', TOO_MANY, '')
  return false
}

/** Where it stands in the outer text. The parser may end behind a text that breaks off. */
export function place(here: Here, pos: number, end: number): { start: number; end: number } {
  return here.at ?? { start: pos, end: Math.min(end, here.text.length) }
}

export function sourceOf(here: Here, pos: number, end: number): string {
  const source = here.text.slice(pos, end)
  return here.reading.markers.size > 0 ? source.replace(/[\ue000-\uf8ff]/g, '...') : source
}

/** Adds a command to the list, once for each directory it may run in. */
export function emit(here: Here, state: State, command: Omit<Command, 'cwd' | 'via'>): void {
  const { commands, seen } = here.reading
  const through = here.via.map(({ name }) => name).join('\0')
  const words = keyOf(command.argv)
  for (const cwd of here.elsewhere ? [undefined] : state.cwds) {
    const same = `${cwd}\0${here.via.length}\0${through}\0${words}`
    const key = `${command.start}:${command.end}:${same}`
    if (seen.has(here.variant ? same : key)) continue
    seen.add(key).add(same)
    commands.push({ ...command, cwd, via: here.via })
  }
}

/** Words as a text that no other words have. No word holds a NUL. */
function keyOf(argv: readonly Word[]): string {
  const values = argv.map(({ value }) => value)
  if (!values.includes(undefined)) return values.join('\0')
  return `\0${JSON.stringify(argv.map(({ value, parts }) => value ?? parts))}`
}

/** No system takes longer ones. */
export const MAX_PATH = 4096

/** The absolute path that a written one means in a directory that may not be known. */
export function pathFrom(here: Here, cwd: string | undefined, written: string): string | undefined {
  const windows = here.reading.world.windows ?? false
  if (cwd === undefined && !isAbsolute(written, windows)) return undefined
  const path = resolvePath(cwd ?? '/', written, windows)
  return path.length > MAX_PATH ? undefined : path
}

export function newShell(): Shell {
  return { ended: undefined, traps: [] }
}

/** Remembers a state in which the shell ends. */
export function endShell(here: Here, state: State): void {
  here.shell.ended = joinStates(here.shell.ended, copyState(state))
}

/** Runs something in a shell of its own, and at its end what it has set up for that. */
export function inShell(here: Here, run: (inside: Here) => Outcome): Outcome {
  const shell = newShell()
  // `break` does not reach out of it, and `return` ends only it.
  const { loop: _loop, frame, ...rest } = here
  const outcome = run({ ...rest, shell, ...(frame ? { frame: { ...frame, returned: undefined } } : {}) })
  const end = joinStates(joinStates(outcome.ok, outcome.fail), shell.ended)
  for (const trap of end ? shell.traps : []) if (end) trap(copyState(end))
  return outcome
}
