import type { Argument } from '../call.ts'

/** A task that a runner was asked for: `npm run deploy`, `make deploy`, `just deploy` ... */
export interface Task {
  /** As messages name it. */
  readonly title: string
  /** The task's own name; undefined when it is not known. */
  readonly name: string | undefined
  /** Arguments for it. */
  readonly args: readonly Argument[]
  /** Variables it is given, by name. */
  readonly variables: ReadonlyMap<string, Argument>
  /** What it runs, as shell text; undefined when that can't be read. */
  readonly body: string | undefined
  /** Where it runs. */
  readonly directory: string | undefined
}

/** Stands in shell text for what is not known: a variable that nobody sets. */
export const UNSET = `\${unknown_to_hookbox}`

/** A value as a word of shell text: quoted, or a variable that nobody sets. */
export function quoted(argument: Argument): string {
  return argument.value === undefined ? `"${UNSET}"` : quote(argument.value)
}

export function quote(value: string): string {
  return `'${value.replaceAll("'", `'\\''`)}'`
}
