import type { CommandNode, CompoundList } from 'unbash'
import type { Word } from './command.ts'
import { either, unknown, type Value } from './value.ts'

/** What a shell knows at one point of the text. Copied where ways part, joined where they meet. */
export interface State {
  readonly variables: Map<string, Variable>
  readonly functions: Map<string, ShellFunctions>
  readonly aliases: Map<string, string>
  /**
   * What the text itself wrote into files, by absolute path: all that may be in them;
   * undefined: something not known. Shared by all states, since there is one disk.
   */
  readonly files: Map<string, readonly (string | undefined)[]>
  /** The directories it may be in; undefined among them: one that is not known. */
  cwds: readonly (string | undefined)[]
  /** `$1` and so on; undefined: not known. */
  args: readonly Word[] | undefined
  /** `$0`, where it is given: `sh -c text name`. */
  zero?: Word | undefined
  /** Variables that are not among those above may be set to anything. */
  open: boolean
  /** `set -e` is on. */
  errexit: boolean
  /** Directories put aside by `pushd`. */
  stack: readonly (readonly (string | undefined)[])[]
}

export interface Variable {
  readonly value: Value
  readonly exported: boolean
  /** `unset`: known to be not there. */
  readonly unset?: boolean
  readonly array?: readonly Word[]
  /** `readonly`. */
  readonly fixed?: boolean
}

export interface ShellFunction {
  readonly body: CommandNode | CompoundList
  /** The text that the body's places count in. */
  readonly text: string
  /** Its place in the outermost text, when it does not stand there as it is. */
  readonly at: { readonly start: number; readonly end: number } | undefined
  /** Where in that text something was set aside (set-aside.ts). */
  readonly aside: ReadonlySet<number> | undefined
}

/** What a name may call. */
interface ShellFunctions {
  /** More than one when the ways here define it differently. */
  readonly bodies: readonly ShellFunction[]
  /** False: on some of the ways here it is not defined. */
  readonly certain: boolean
}

/** Beyond this many, further variables are not followed. */
export const MAX_VARIABLES = 200

export function newState(cwd: string | undefined): State {
  return {
    variables: new Map(),
    functions: new Map(),
    aliases: new Map(),
    files: new Map(),
    cwds: [cwd],
    args: undefined,
    open: false,
    errexit: false,
    stack: [],
  }
}

export function copyState(state: State): State {
  return {
    ...state,
    variables: new Map(state.variables),
    functions: new Map(state.functions),
    aliases: new Map(state.aliases),
  }
}

/** A state that has come by either of two ways. Undefined: that way does not lead here. */
export function joinStates(a: State | undefined, b: State | undefined): State | undefined {
  if (!a || !b || a === b) return a ?? b
  const joined = copyState(a)
  joinVariables(joined, a, b)
  for (const name of new Set([...a.functions.keys(), ...b.functions.keys()])) {
    const one = a.functions.get(name)
    const other = b.functions.get(name)
    const bodies = [...new Set([...(one?.bodies ?? []), ...(other?.bodies ?? [])])].slice(0, MAX_BODIES)
    joined.functions.set(name, { bodies, certain: (one?.certain ?? false) && (other?.certain ?? false) })
  }
  for (const [name, alias] of b.aliases) joined.aliases.set(name, alias)
  joined.cwds = joinDirectories(a.cwds, b.cwds)
  joined.open = a.open || b.open
  joined.errexit = a.errexit && b.errexit
  if (a.args !== b.args) joined.args = undefined
  if (a.stack !== b.stack) joined.stack = []
  return joined
}

const MAX_DIRECTORIES = 4
const MAX_BODIES = 6

function joinDirectories(
  a: readonly (string | undefined)[],
  b: readonly (string | undefined)[],
): readonly (string | undefined)[] {
  const all = [...new Set([...a, ...b])]
  return all.length > MAX_DIRECTORIES ? [undefined] : all
}

function joinVariables(joined: State, a: State, b: State): void {
  for (const name of new Set([...a.variables.keys(), ...b.variables.keys()])) {
    const one = a.variables.get(name)
    const other = b.variables.get(name)
    if (one === other) continue
    const why = `$${name} is set differently on the ways to here`
    const value =
      one && other && !one.unset && !other.unset
        ? either(one.value, other.value, why)
        : either(one?.value ?? other?.value ?? [], [unknown(why)], why)
    joined.variables.set(name, {
      value,
      exported: (one?.exported ?? true) && (other?.exported ?? true),
      ...(one?.fixed || other?.fixed ? { fixed: true } : {}),
    })
  }
}
