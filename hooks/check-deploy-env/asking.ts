import type { Host, RunOptions, RunResult } from '../../src/host/host.ts'

/**
 * The host, which asks each program the same thing once: the deploys of one command share
 * their repository, and the commands that are to be run for it.
 */
export function askingOnce(host: Host): Host {
  const answers = new Map<string, Promise<RunResult>>()
  const run = (argv: readonly string[], how: RunOptions) => {
    const key = JSON.stringify([argv, how.cwd, how.env, how.input])
    const known = answers.get(key) ?? host.run(argv, how)
    answers.set(key, known)
    return known
  }
  return { ...host, run }
}
