/**
 * The functions that the native program gives to the engine (scripts/native/c/glue.c). Each is
 * a thin cover of a system call; what they are used for is decided here, in TypeScript. Where a
 * `string` comes besides the result it is the name of an error, such as ENOENT. A text for the
 * system that holds a NUL throws a TypeError.
 */
export interface Native {
  readonly platform: 'linux' | 'darwin' | 'win32'
  /** UTF-8 to text. Undefined: `fatal`, and it is not UTF-8; `partial`: the end may be cut off. */
  decode(bytes: Uint8Array, fatal: boolean, partial: boolean): string | undefined
  encode(text: string): ArrayBuffer
  /** Of the text's UTF-8 bytes, in lower-case hexadecimal. */
  sha256(text: string): string
  /** The name that the program was called by, and what follows it; on Windows the one command line. */
  arguments(): string[]
  env(name: string): string | undefined
  envNames(): string[]
  cwd(): string | undefined
  /** Name and home directory of the system's user. */
  account(): [name: string | undefined, home: string | undefined] | undefined
  pid(): number
  isTerminal(fd: number): boolean
  /** True for a pipe and a socket: reading may wait for somebody. */
  mayWait(fd: number): boolean
  /** What the process ends with. 2 until somebody says otherwise. */
  exitCode(code: number): void
  /** `start` is called once, when everything is loaded: nothing before it may look at the world. */
  onStart(start: () => void): void
  /** `turn` is called when there is nothing to do; false: nothing is waited for any more. */
  onTurn(turn: () => boolean): void
  /** Called with what was thrown, or rejected, and not handled. */
  onCrash(crash: (error: unknown) => void): void

  stat(path: string): Info | string
  lstat(path: string): Info | string
  fstat(fd: number): Info | string
  realpath(path: string): string | undefined
  readLink(path: string): string | undefined
  list(path: string): string[] | string
  unlink(path: string): number | string
  mkdir(path: string, mode: number): number | string
  rename(from: string, to: string): number | string
  open(path: string, flags: number, mode: number): number | string
  close(fd: number): number | string
  sync(fd: number): number | string
  truncate(fd: number, size: number): number | string
  /** Goes to an offset from the start. */
  seek(fd: number, offset: number): number | string
  /** At most `most` bytes; none at the end. */
  read(fd: number, most: number): ArrayBuffer | string
  /** Writes what stands from `from` on; returns how many bytes. */
  write(fd: number, bytes: ArrayBuffer, from: number): number | string

  /**
   * Starts a program in a session of its own; its input is empty unless `withInput`. Here and
   * below argv is as nativeArgv makes it.
   */
  spawn(
    argv: readonly string[],
    env: readonly string[],
    cwd: string,
    withInput: boolean,
  ): [pid: number, input: number, output: number, errors: number] | string
  /** Undefined while it runs. */
  wait(pid: number): [code: number, signal: number] | undefined
  kill(pid: number, group: boolean): number | string
  /** Waits until a descriptor can be read or written, or `ms` are over; below 0 for ever. */
  poll(reads: readonly number[], writes: readonly number[], ms: number): number[]
  /** While on, signals come as bytes from this descriptor; -1: not on this system. */
  signals(on: boolean): number
  die(signal: number): void
  /** Starts a program that outlives this one, in a session of its own, without input and output. */
  detach(argv: readonly string[], cwd: string): number | string
  /** Becomes another program; only comes back with an error. */
  become(argv: readonly string[]): string
}

/** What `stat` tells: the kind as in KINDS, then the rest of a FileInfo. */
type Info = [kind: number, size: number, modified: number, mode: number, device: number, inode: number]

/** How a file is opened (os.h). */
export const OPEN = { read: 1, write: 2, append: 4, create: 8, new: 16, noFollow: 32 } as const

export const native = (globalThis as unknown as { hookboxNative: Native }).hookboxNative
