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
