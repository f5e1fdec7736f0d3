/** What was given on the command line. */
export interface Given {
  readonly list?: boolean
  readonly revoke?: boolean
  readonly minutes?: string
  readonly env?: string
  readonly ttl?: string
  readonly commit?: string
  readonly breakGlass?: boolean
  readonly reason?: string
}

export const DESCRIPTION = 'allow a refused call or a deploy once; for a person at a terminal'
export const ARGUMENT = ['code', 'the code from the refusal, or the word deploy'] as const

/** An option as it is written, what it does, and what it is when it is not given. */
export type OptionRow = readonly [flags: string, what: string, otherwise?: string]

export const OPTIONS: readonly OptionRow[] = [
  ['--list', 'the calls that can be approved, and the approvals that wait for their call'],
  ['--revoke', 'take the approval with this code back; without a code all of them'],
  ['--minutes <number>', 'how long the approval waits for its call, up to 60', '10'],
  ['--env <name>', 'of a deploy: the environment'],
  ['--ttl <time>', 'of a deploy: how long the approval waits, such as 30m or 2h, up to 24h', '30m'],
  ['--commit <revision>', 'of a deploy: the commit; default: the one checked out here'],
  ['--break-glass', 'of a deploy: although conditions fail; asks why'],
  ['--reason <text>', 'why, where that is asked'],
]
