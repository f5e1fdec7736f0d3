import { keptNames } from '../process/environment.ts'
import { programFile } from '../process/program.ts'
import type { RunOptions, RunResult } from './host.ts'
import { KeptOutput } from './kept-output.ts'
import { quickjsHost } from './quickjs.ts'
import { nativeArgv } from './quickjs-argv.ts'
import { descendants } from './quickjs-descendants.ts'
import { type Waiting, wait, waitNoMore } from './quickjs-loop.ts'
import { native } from './quickjs-native.ts'

/** How long output is waited for that a background process of an ended program still holds. */
const LEFT_OPEN_MS = 200
/** How often it is looked whether a program has ended, where its end is no signal. */
const LOOK_MS = 5
const MOST = 65_536

/** As node-run.ts: in a session of its own, which goes whole at the deadline. Never throws. */
export function run(argv: readonly string[], how: RunOptions): Promise<RunResult> {
  const started = Date.now()
  const stdout = new KeptOutput(how.maxOutputBytes)
  const stderr = new KeptOutput(how.maxOutputBytes)
  const result = (ended: RunResult['ended'], code: number, problem?: string): RunResult => ({
    ended,
    code,
    stdout: stdout.text(),
    stderr: stderr.text(),
    omitted: stdout.omitted + stderr.omitted,
    durationMs: Date.now() - started,
    ...(problem === undefined ? {} : { problem }),
  })
  const [program = ''] = argv
  let child: ReturnType<typeof native.spawn>
  try {
    child = start(argv, how)
  } catch (error) {
    return Promise.resolve(result('failed', -1, String((error as Error).message)))
  }
  if (typeof child === 'string') {
    const [ended, problem] = unstartable(child, program, how.cwd)
    return Promise.resolve(result(ended, -1, problem))
  }
  const [pid, input, output, errors] = child
  return new Promise((resolve) => {
    const running = new Running(pid, how.timeoutMs, (ended, code, problem) =>
      resolve(result(ended, code, problem)),
    )
    running.reads(output, stdout)
    running.reads(errors, stderr)
    running.writes(input, how.input)
  })
}

function start(argv: readonly string[], { cwd, env, input }: RunOptions): ReturnType<typeof native.spawn> {
  const [name = ''] = argv
  // Windows itself would look into the current folder first, where a project could have put one.
  const program = native.platform === 'win32' ? programFile(quickjsHost, name, cwd) : name
  if (program === undefined) return 'ENOENT'
  return native.spawn(nativeArgv(program, argv), environment(env), cwd, input !== undefined)
}

function unstartable(code: string, program: string, cwd: string): [RunResult['ended'], string] {
  // The same code stands for a folder that is not there.
  if (native.stat(cwd) === 'ENOENT') {
    return ['failed', `${program} could not be started in ${cwd}, which does not exist`]
  }
  return code === 'ENOENT'
    ? ['missing', `${program} was not found in PATH`]
    : ['failed', `${program} could not be started (${code})`]
}

function environment(changes: RunOptions['env'] = {}): string[] {
  const windows = native.platform === 'win32'
  const kept = keptNames(native.envNames(), Object.keys(changes), windows)
  const set = Object.entries(changes).filter(([, value]) => value !== undefined)
  const all = [...kept.map((name) => [name, native.env(name) ?? ''] as const), ...set]
  // Windows expects them in this order.
  if (windows) all.sort(([a], [b]) => (a.toUpperCase() < b.toUpperCase() ? -1 : 1))
  return all.map(([name, value]) => `${name}=${value}`)
}

/** Programs that run, for a signal that ends us. */
const programs = new Set<number>()
let signals = -1

/**
 * The harness ends a hook that takes too long by a signal to the hook's own group, which the
 * programs' groups are no part of.
 */
function endedBySignal(ready: ReadonlySet<number>): void {
  if (!ready.has(signals)) return
  const bytes = native.read(signals, 64)
  for (const signal of typeof bytes === 'string' ? [] : new Uint8Array(bytes)) {
    if (!ENDING.has(signal)) continue
    for (const pid of programs) killAll(pid)
    native.die(signal)
  }
}

/** Names of the signals that end programs; the numbers of the others differ between systems. */
const NAMES: Readonly<Record<number, string>> = {
  1: 'SIGHUP',
  2: 'SIGINT',
  3: 'SIGQUIT',
  4: 'SIGILL',
  6: 'SIGABRT',
  8: 'SIGFPE',
  9: 'SIGKILL',
  11: 'SIGSEGV',
  13: 'SIGPIPE',
  14: 'SIGALRM',
  15: 'SIGTERM',
}

/** SIGHUP, SIGINT and SIGTERM; the other signal that comes is SIGCHLD. */
const ENDING = new Set([1, 2, 15])

/** The group, and what left it (`setsid`, a browser that a test started detached). */
function killAll(pid: number): void {
  const others = descendants(pid)
  native.kill(pid, true)
  for (const other of others) native.kill(other, false)
}

/** Takes the end of a killed program, at most 50 ms long: whoever inherits it may never do so. */
function reap(pid: number): void {
  for (let tries = 0; tries < 50 && !native.wait(pid); tries++) native.poll([], [], 1)
}

type Done = (ended: RunResult['ended'], code: number, problem?: string) => void

class Running {
  readonly #pid: number
  readonly #deadline: number
  readonly #done: Done
  readonly #outputs = new Map<number, KeptOutput>()
  readonly #waiting: Waiting
  #input = -1
  #bytes = new ArrayBuffer(0)
  #written = 0
  #ended: { readonly code: number; readonly signal: number; readonly at: number } | undefined

  constructor(pid: number, timeoutMs: number, done: Done) {
    this.#pid = pid
    this.#deadline = Date.now() + timeoutMs
    this.#done = done
    if (programs.size === 0) signals = native.signals(true)
    programs.add(pid)
    // Where it has ended already, no signal will tell, and what it left running may hold its output open.
    this.#look()
    this.#waiting = {
      reads: () => [...this.#outputs.keys(), ...(signals >= 0 ? [signals] : [])],
      writes: () => (this.#input >= 0 ? [this.#input] : []),
      until: () => this.#until(),
      turn: (ready) => this.#turn(ready),
    }
    wait(this.#waiting)
  }

  reads(fd: number, into: KeptOutput): void {
    this.#outputs.set(fd, into)
  }

  writes(fd: number, text = ''): void {
    this.#input = fd
    this.#bytes = native.encode(text)
    if (fd >= 0) this.#write()
  }

  /** Whether it has ended. */
  #look(): void {
    const ended = this.#ended ? undefined : native.wait(this.#pid)
    if (ended) this.#ended = { code: ended[0], signal: ended[1], at: Date.now() }
  }

  #until(): number {
    if (this.#ended) return this.#ended.at + LEFT_OPEN_MS
    return signals >= 0 ? this.#deadline : Math.min(this.#deadline, Date.now() + LOOK_MS)
  }

  #turn(ready: ReadonlySet<number>): void {
    endedBySignal(ready)
    if (ready.has(this.#input)) this.#write()
    for (const [fd, output] of this.#outputs) if (ready.has(fd)) this.#read(fd, output)
    this.#look()
    if (this.#ended) {
      const late = Date.now() >= this.#ended.at + LEFT_OPEN_MS
      // 'exit' alone is not enough, but a background child that keeps the pipe open must not hold us.
      if (late || this.#outputs.size === 0) {
        // What it left running in its group ends with it.
        native.kill(this.#pid, true)
        const { code, signal } = this.#ended
        if (signal) this.#settle('signal', code, NAMES[signal] ?? `signal ${signal}`)
        else this.#settle('exited', code)
      }
    } else if (Date.now() >= this.#deadline) {
      killAll(this.#pid)
      reap(this.#pid)
      this.#settle('timeout', -1)
    }
  }

  #read(fd: number, output: KeptOutput): void {
    const got = native.read(fd, MOST)
    if (got === 'EAGAIN') return
    if (typeof got !== 'string' && got.byteLength > 0) {
      output.add(new Uint8Array(got))
      return
    }
    this.#outputs.delete(fd)
    native.close(fd)
  }

  /** The program need not read its input. */
  #write(): void {
    while (this.#written < this.#bytes.byteLength) {
      const done = native.write(this.#input, this.#bytes, this.#written)
      if (done === 'EAGAIN') return
      if (typeof done === 'string') break
      this.#written += done
    }
    native.close(this.#input)
    this.#input = -1
  }

  #settle(ended: RunResult['ended'], code: number, problem?: string): void {
    waitNoMore(this.#waiting)
    for (const fd of this.#outputs.keys()) native.close(fd)
    if (this.#input >= 0) native.close(this.#input)
    programs.delete(this.#pid)
    if (programs.size === 0 && signals >= 0) native.signals(false)
    this.#done(ended, code, problem)
  }
}
