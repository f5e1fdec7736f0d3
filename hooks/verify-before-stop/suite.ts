/** One thing to run: a program, where, and how its end is read. */
export interface Suite {
  /** What messages call it: "npm test", or the name from the configuration. */
  readonly name: string
  readonly argv: readonly string[]
  /** Absolute. */
  readonly folder: string
  readonly timeoutMs?: number | undefined
  /** Exit codes that say that nothing could be judged: the runner itself failed. */
  readonly stuckCodes?: readonly number[]
  /** True when the run says that there are no tests at all. */
  readonly isEmpty?: (code: number, output: string) => boolean
}
