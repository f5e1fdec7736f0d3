import type * as Fs from 'node:fs'
import type { StdinLimits, StdinRead } from './host.ts'
import { kindOf } from './node-kind.ts'

// As in node.ts.
const fs: typeof Fs = process.getBuiltinModule('node:fs')

/** Buffer's own way, which is not in its types. */
const { utf8Slice } = Buffer.prototype as unknown as {
  utf8Slice?: (this: Uint8Array, start: number, end: number) => string
}

/** `TextDecoder` takes ten times as long to be ready. */
function textOf(bytes: Uint8Array): { text?: string } {
  return utf8Slice ? { text: utf8Slice.call(bytes, 0, bytes.length) } : {}
}

/**
 * Reads standard input without `process.stdin`, whose streams cost more than the whole
 * hook (docs/decisions/0003-reading-stdin.md). Files and /dev/null are read directly; a
 * pipe or socket goes through the engine's pipe handle, since a blocking read could
 * never be given up.
 */
export function readStdin(limits: StdinLimits): Promise<StdinRead> {
  let info: Fs.Stats
  try {
    info = fs.fstatSync(0)
  } catch {
    return Promise.resolve({ bytes: new Uint8Array(0), stopped: 'unreadable' })
  }
  // On Windows a pipe is read as a file is.
  if (kindOf(info) === 'pipe' && process.platform !== 'win32') return readPipe(limits)
  const { bytes, stopped } = readDirectly(limits)
  return Promise.resolve({ bytes, ...textOf(bytes), stopped })
}

function readDirectly(limits: StdinLimits): StdinRead {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(65_536)
      const got = fs.readSync(0, chunk, 0, chunk.length, null)
      if (got === 0) return { bytes: Buffer.concat(chunks, length), stopped: 'end' }
      chunks.push(chunk.subarray(0, got))
      length += got
      if (length > limits.maxBytes) {
        return { bytes: Buffer.concat(chunks, length), stopped: 'too-large' }
      }
    }
  } catch (error) {
    // Windows reports the end of a pipe as an error.
    const stopped = (error as NodeJS.ErrnoException).code === 'EOF' ? 'end' : 'unreadable'
    return { bytes: Buffer.concat(chunks, length), stopped }
  }
}

/** Long enough that a writer which is merely between two writes is not asked in vain. */
const PAUSE_MS = 5

function readPipe(limits: StdinLimits): Promise<StdinRead> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = []
    let length = 0
    let lastByte = Date.now()
    let asked = 0
    let done = false
    let timer: NodeJS.Timeout | undefined

    const finish = (stopped: StdinRead['stopped']) => {
      if (done) return
      done = true
      clearTimeout(timer)
      source.close()
      const [only] = chunks
      const bytes = chunks.length === 1 && only ? only : Buffer.concat(chunks, length)
      resolve({ bytes, ...textOf(bytes), stopped })
    }
    const onPause = () => {
      if (done) return
      if (length !== asked) {
        asked = length
        if (limits.whole(Buffer.concat(chunks, length))) return finish('whole')
      }
      const left = lastByte + limits.silenceMs - Date.now()
      if (left <= 0) return finish('silence')
      timer = setTimeout(onPause, left)
    }
    const wait = () => {
      clearTimeout(timer)
      if (!done) timer = setTimeout(onPause, length > 0 ? PAUSE_MS : limits.silenceMs)
    }
    const source = openPipe({
      bytes: (chunk) => {
        chunks.push(chunk)
        length += chunk.length
        lastByte = Date.now()
        if (length > limits.maxBytes) return finish('too-large')
        if (timer) wait()
      },
      end: () => finish('end'),
      failed: () => finish('unreadable'),
    })
    // Nearly always the payload and its end are there already: no timer is made for them.
    source.afterReading(() => source.afterReading(wait))
  })
}

interface PipeReader {
  bytes(chunk: Uint8Array): void
  end(): void
  failed(): void
}

interface PipeSource {
  /** Calls back when what is there has been read. */
  afterReading(call: () => void): void
  close(): void
}

function openPipe(reader: PipeReader): PipeSource {
  return openHandle(reader) ?? openSocket(reader)
}

interface PipeHandle {
  open(fd: number): number
  readStart(): number
  close(closed?: () => void): void
  onread: (chunk: ArrayBuffer | undefined) => void
}

interface Bindings {
  pipe: { Pipe: new (kind: number) => PipeHandle; constants: { SOCKET: number } }
  stream: { streamBaseState: Int32Array; kReadBytesOrError: number }
}

const END_OF_FILE = -4095

function openHandle(reader: PipeReader): PipeSource | undefined {
  try {
    const { pipe, stream } = bindings()
    const handle = new pipe.Pipe(pipe.constants.SOCKET)
    if (handle.open(0) !== 0) {
      handle.close()
      return undefined
    }
    let closed = false
    handle.onread = (chunk) => {
      if (closed) return
      const got = stream.streamBaseState[stream.kReadBytesOrError] ?? 0
      if (got > 0 && chunk) reader.bytes(new Uint8Array(chunk, 0, got))
      else if (got === END_OF_FILE) reader.end()
      else if (got < 0) reader.failed()
    }
    const source = {
      // The first `setImmediate` of a process takes 0.2 ms; what is closed is called in the same turn.
      afterReading: (call: () => void) => new pipe.Pipe(pipe.constants.SOCKET).close(call),
      close: () => {
        closed = true
        handle.close()
      },
    }
    if (handle.readStart() !== 0) {
      source.close()
      return undefined
    }
    return source
  } catch {
    return undefined
  }
}

function bindings(): Bindings {
  if (process.platform === 'win32') throw new Error('not the same there')
  const binding = (process as unknown as { binding(name: string): unknown }).binding
  // Node warns of it where somebody set NODE_PENDING_DEPRECATION, and may be told to throw then.
  const warns = process.noDeprecation
  process.noDeprecation = true
  const pipe = binding.call(process, 'pipe_wrap') as Bindings['pipe']
  const stream = binding.call(process, 'stream_wrap') as Bindings['stream']
  process.noDeprecation = warns ?? false
  if (typeof stream.kReadBytesOrError !== 'number' || !(stream.streamBaseState instanceof Int32Array)) {
    throw new Error('not as known')
  }
  return { pipe, stream }
}

function openSocket(reader: PipeReader): PipeSource {
  const net = process.getBuiltinModule('node:net')
  const socket = new net.Socket({ fd: 0, readable: true, writable: false })
  socket.on('data', (chunk) => reader.bytes(chunk))
  socket.on('end', () => reader.end())
  socket.on('error', () => reader.failed())
  return { afterReading: (call) => setImmediate(call), close: () => socket.destroy() }
}
