import type { Hook } from '../hook.ts'
import type { Host } from '../host/host.ts'
import { nodeHost } from '../host/node.ts'
import { run } from '../run.ts'

export interface CallOptions {
  /** As on the command line: `['--mode', 'ask']`. */
  readonly argv?: readonly string[]
  /** Replaces the whole environment. */
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Parts of the outside world to replace: a clock, programs, files. */
  readonly host?: Partial<Host>
}

/** What a process of the hook would answer. */
export interface CallAnswer {
  readonly exit: number
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs a hook on a payload in this process, for tests: the same path as in a process of its own.
 * `payload`: an object, or the text as it would come on stdin.
 */
export async function callHook<Options extends object>(
  hook: Hook<Options>,
  payload: object | string,
  { argv = [], env, cwd, host }: CallOptions = {},
): Promise<CallAnswer> {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const written = { stdout: '', stderr: '' }
  const own: Host = {
    ...nodeHost,
    ...(env === undefined
      ? {}
      : { env: (name) => env[name], envNames: () => Object.keys(env), home: () => env['HOME'] }),
    ...(cwd === undefined ? {} : { cwd: () => cwd }),
    ...host,
    stdinIsTerminal: () => false,
    isTerminal: () => false,
    readStdin: async () => ({ bytes: new TextEncoder().encode(text), stopped: 'end' }),
    write: (stream, part) => {
      written[stream] += part
    },
  }
  const exit = await run(hook, argv, own)
  return { exit, ...written }
}
