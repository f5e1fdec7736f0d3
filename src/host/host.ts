import type { WebAnswer, WebRequest } from './web.ts'

/**
 * The outside world as a hook sees it. Paths that it tells are in hookbox's own form, with `/` on
 * Windows too (src/paths/written.ts), but for what a link holds. Everything the hook path needs from the
 * operating system goes through here, so that the same source runs in Node and
 * in other JavaScript engines. Calls that may wait return promises; look-ups on
 * the file system are synchronous because every engine has them so and a hook
 * makes few.
 */
export interface Host {
  readonly platform: 'linux' | 'darwin' | 'win32' | 'other'
  /** The value of an environment variable, or undefined when it is not set. */
  env(name: string): string | undefined
  /** Names of all environment variables. Their values never leave in bulk. */
  envNames(): readonly string[]
  /** Milliseconds since the epoch. */
  now(): number
  /** Working directory of the process; undefined when it was deleted. */
  cwd(): string | undefined
  /** The home directory, from the environment first, as a shell does it. */
  home(): string | undefined
  /** Name of the operating system's user; undefined when it has none. */
  user(): string | undefined
  /** True when standard input is a terminal, so that no payload can come from it. */
  stdinIsTerminal(): boolean
  /** True when the stream is a terminal that can show colours. */
  isTerminal(stream: Stream): boolean

  /**
   * Reads standard input. `whole` is asked during silence whether what came so far
   * is enough, so that a pipe nobody closes does not hold us. Gives up after
   * `silenceMs` without a byte.
   */
  readStdin(limits: StdinLimits): Promise<StdinRead>
  /** Writes the whole text, however slow the reader; a closed reader is not an error. */
  write(stream: Stream, text: string): void

  /** What is at the path, links followed; undefined when nothing is there or it can't be seen. */
  stat(path: string): FileInfo | undefined
  /** As `stat`, but a link is described itself. */
  lstat(path: string): FileInfo | undefined
  /** The path without links. Undefined when it does not exist or can't be resolved. */
  realpath(path: string): string | undefined
  /** What a symbolic link holds, as written; undefined when the path is no link. */
  readLink(path: string): string | undefined
  /** Names in a directory, sorted; undefined when it can't be listed. */
  list(path: string): readonly string[] | undefined
  /**
   * The bytes of a file, at most `maxBytes` of them, from its start or from byte `from` on; a
   * negative `from` counts from the end. Throws a HostError.
   */
  readFile(path: string, maxBytes: number, from?: number): Uint8Array
  /**
   * Appends whole lines in one write to a file opened for appending, so that those of several
   * processes never mix; behind half a line that somebody left there a new one is begun. A
   * symbolic link or anything else but a plain file in its place is refused. When not all of
   * it could be written, what was is taken back. Throws a HostError.
   */
  append(path: string, data: string, mode: number): void
  /** Renames a file, over another one if need be. Throws a HostError. */
  rename(from: string, to: string): void
  /**
   * Replaces a file through a temporary file beside it. `lasting` (without a word it is): waits
   * for the disk, so that the new text outlives a machine that goes down. Throws a HostError.
   */
  replace(path: string, data: string, mode: number, lasting?: boolean): void
  /** Makes a new file; false when something is at the path already. Throws a HostError. */
  create(path: string, data: string, mode: number): boolean
  /** Makes a directory and its parents. Throws a HostError. */
  makeDirectory(path: string, mode: number): void
  /** Removes one file; true when it was there. Throws a HostError. */
  remove(path: string): boolean

  /**
   * One HTTP request, or one connection to a port. Follows no redirect, keeps no cookie, sends
   * nothing but what the request names. Never throws: what went wrong is in the answer. An engine
   * without sockets runs curl for it (src/host/curl-request.ts).
   */
  request(request: WebRequest): Promise<WebAnswer>
  /** Runs a program. Never throws: what went wrong is in the result. */
  run(argv: readonly string[], how: RunOptions): Promise<RunResult>
  /**
   * Starts `hookbox <words>` as a process of its own that outlives this one, without input and
   * output, in a session of its own. False when this installation has no `hookbox` to start.
   * Never throws, and never waits for it.
   */
  startOwn(words: readonly string[]): Promise<boolean>
  /** Waits. */
  sleep(ms: number): Promise<void>
}

export type Stream = 'stdout' | 'stderr'

export interface StdinLimits {
  readonly silenceMs: number
  readonly maxBytes: number
  whole(bytes: Uint8Array): boolean
}

export interface StdinRead {
  readonly bytes: Uint8Array
  /**
   * The bytes as UTF-8, a byte order mark kept and U+FFFD for what is none, where the engine has
   * a faster way to it than TextDecoder.
   */
  readonly text?: string
  /** end: the writer closed. whole: `whole` said so. silence: gave up. too-large: over `maxBytes`. */
  readonly stopped: 'end' | 'whole' | 'silence' | 'too-large' | 'unreadable'
}

export interface FileInfo {
  readonly kind: 'file' | 'directory' | 'link' | 'other'
  readonly size: number
  /** Milliseconds since the epoch. */
  readonly modified: number
  /** Permission bits. */
  readonly mode: number
  readonly device: number
  readonly inode: number
}

export interface RunOptions {
  readonly cwd: string
  readonly timeoutMs: number
  /** Output kept, per stream: its first and last bytes when there is more. */
  readonly maxOutputBytes: number
  /** Added to the environment; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly input?: string
  /**
   * Waits for the end of the output, which a child in the background may keep open until the
   * deadline, and not for that of the program alone. Node only: hooks never want it.
   */
  readonly untilClosed?: boolean
}

export interface RunResult {
  /** exited: it ended by itself. signal: killed by one. timeout: by us. missing: no such program. failed: could not start. */
  readonly ended: 'exited' | 'signal' | 'timeout' | 'missing' | 'failed'
  /** Exit code; -1 unless it exited. */
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  /** Bytes left out of the two outputs. */
  readonly omitted: number
  readonly durationMs: number
  /** Why it could not start, in words; the name of the signal that ended it. */
  readonly problem?: string
  /** True where something in the background still held its output when it had ended. Node only. */
  readonly leftOpen?: true
}

/** Why a file operation failed: a code to act on and words to show. */
export class HostError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.name = 'HostError'
    this.code = code
  }
}
