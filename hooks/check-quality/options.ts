/** A command: words split at spaces (quotes group them), or an argument list. */
export type Command = string | readonly string[]

export interface Options {
  /** Commands by glob, instead of what is detected for those files. */
  readonly commands: Readonly<Record<string, readonly Command[]>>
  readonly fix: boolean
  readonly scope: 'file' | 'changed'
  /** Tools that are not run although a project configures them. */
  readonly skip: readonly string[]
  /** Also run tools that read the whole project. */
  readonly slowTools: boolean
  readonly timeoutMs: number
  readonly ignore: readonly string[]
  readonly maxFindings: number
}

export const DEFAULTS: Options = {
  commands: {},
  fix: false,
  scope: 'file',
  skip: [],
  slowTools: false,
  timeoutMs: 20_000,
  ignore: [],
  maxFindings: 30,
}
