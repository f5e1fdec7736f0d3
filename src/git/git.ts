import type { Host, RunResult } from '../host/host.ts'

/**
 * Options that keep a repository's own configuration from running programs or taking locks
 * while somebody else works in it.
 */
const SAFE = [
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.pager=cat',
  '-c',
  'diff.external=',
  '-c',
  'core.sshCommand=false',
  '-c',
  'protocol.ext.allow=never',
  // Would run gpg.program on every commit that `log` shows.
  '-c',
  'log.showSignature=false',
] as const

/** Variables that would point git at another repository or run programs; and a stable language. */
const ENVIRONMENT = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  // A partial clone fetches missing objects by itself, through programs its configuration names.
  GIT_NO_LAZY_FETCH: '1',
  // The same for git before 2.44: no transport is called `none`. It counts more than protocol.*.allow.
  GIT_ALLOW_PROTOCOL: 'none',
  LC_ALL: 'C',
  GIT_DIR: undefined,
  GIT_WORK_TREE: undefined,
  GIT_INDEX_FILE: undefined,
  GIT_COMMON_DIR: undefined,
  GIT_CONFIG_PARAMETERS: undefined,
  GIT_CONFIG_COUNT: undefined,
  GIT_EXTERNAL_DIFF: undefined,
  GIT_PAGER: 'cat',
} as const

export interface GitOptions {
  /** Milliseconds; default 5,000. */
  readonly timeoutMs?: number
  /** Default 256 KiB. */
  readonly maxOutputBytes?: number
  readonly input?: string
}

/**
 * Runs a read-only git command in `cwd`. Never throws; `ended` is `missing` without git.
 * The caller judges the exit code.
 */
export function git(
  host: Host,
  cwd: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<RunResult> {
  return host.run(['git', ...SAFE, ...args], {
    cwd,
    timeoutMs: options.timeoutMs ?? 5000,
    maxOutputBytes: options.maxOutputBytes ?? 256 * 1024,
    env: ENVIRONMENT,
    ...(options.input === undefined ? {} : { input: options.input }),
  })
}

/** The trimmed output of a git command that succeeded; undefined when it did not. */
export async function gitText(host: Host, cwd: string, args: readonly string[]): Promise<string | undefined> {
  const result = await git(host, cwd, args)
  return result.ended === 'exited' && result.code === 0 ? result.stdout.trim() : undefined
}
