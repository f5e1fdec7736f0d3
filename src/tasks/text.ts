/** One argument of a task; its value is undefined when any part of it is not known. */
export interface TaskArgument {
  readonly value: string | undefined
  readonly source: string
}

/** Stands in shell text for what is not known: a variable that nobody sets. */
export const UNSET = `\${unknown_to_hookbox}`

/** Why something in a task is not known. */
export const RUNNER_KNOWS = 'what only the task runner can tell'

/** A value as a word of shell text: quoted, or a variable that nobody sets. */
export function quoted(argument: TaskArgument): string {
  return argument.value === undefined ? `"${UNSET}"` : quote(argument.value)
}

export function quote(value: string): string {
  return `'${value.replaceAll("'", `'\\''`)}'`
}
