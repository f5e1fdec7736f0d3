/** A command: words split at spaces (quotes group them), or an argument list. */
export type Command = string | readonly string[]

export interface Options {
  /** Commands by glob, instead of what is detected for those files. */
  readonly commands: Readonly<Record<string, readonly Command[]>>
  readonly fix: boolean
  readonly scope: 'file' | 'changed'
  /** Tools that are not run although a project configures them. */
  readonly skip: readonly string[]
  /** The project's own gate that runs instead of the tools that are found. */
  readonly gate: 'none' | 'pre-commit' | 'lefthook' | 'lint-staged'
  /** Also check what a shell command wrote. */
  readonly shell: boolean
  /** Also run tools that read the whole project. */
  readonly slowTools: boolean
  readonly timeoutMs: number
  /** Of all tools and files of one call together. */
  readonly totalTimeoutMs: number
  readonly ignore: readonly string[]
  readonly maxFindings: number
  /** Globs of project folders; empty: all. */
  readonly onlyIn: readonly string[]
}

export const DEFAULTS: Options = {
  commands: {},
  fix: false,
  scope: 'file',
  skip: [],
  gate: 'none',
  shell: false,
  slowTools: false,
  timeoutMs: 20_000,
  // Below the 120 s that the README gives the hook.
  totalTimeoutMs: 100_000,
  ignore: [],
  maxFindings: 30,
  onlyIn: [],
}
