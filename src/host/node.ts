import type * as Fs from 'node:fs'
import { type FileInfo, type Host, HostError, type RunOptions, type RunResult, type Stream } from './host.ts'
import { fileError } from './host-error.ts'
import { makeFolders } from './make-folders.ts'
import { kindOf } from './node-kind.ts'
import { readStdin } from './node-stdin.ts'

// Taken this way, since a bundled `import` would wrap every one of the module's exports first.
const fs: typeof Fs = process.getBuiltinModule('node:fs')

/** Node's side of the Host interface. Only what every call needs is loaded with it. */
export const nodeHost: Host = {
  platform:
    process.platform === 'linux' || process.platform === 'darwin' || process.platform === 'win32'
      ? process.platform
      : 'other',
  env: (name) => process.env[name],
  envNames: () => Object.keys(process.env),
  now: () => Date.now(),
  cwd: () => {
    try {
      return ownForm(process.cwd())
    } catch {
      return undefined
    }
  },
  home: () => home(),
  user: () => {
    try {
      return listedUser() ?? os().userInfo().username
    } catch {
      return process.env['USER'] ?? process.env['USERNAME']
    }
  },
  stdinIsTerminal: () => isTerminal(0),
  isTerminal: (stream) => isTerminal(fdOf(stream)),
  readStdin,
  write: (stream, text) => writeAll(fdOf(stream), text),
  stat: (path) => look(fs.statSync, path),
  lstat: (path) => look(fs.lstatSync, path),
  realpath: (path) => {
    try {
      return ownForm(fs.realpathSync.native(path))
    } catch {
      return undefined
    }
  },
  readLink: (path) => {
    try {
      return fs.readlinkSync(path)
    } catch {
      return undefined
    }
  },
  list: (path) => {
    try {
      return fs.readdirSync(path)
    } catch {
      return undefined
    }
  },
  readFile,
  append,
  rename: (from, to) => {
    try {
      fs.renameSync(from, to)
    } catch (error) {
      throw hostError(error, `rename ${from}`)
    }
  },
  replace,
  create: (path, data, mode) => {
    try {
      fs.writeFileSync(path, data, { flag: 'wx', mode })
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
      throw hostError(error, `make ${path}`)
    }
  },
  makeDirectory: (path, mode) => {
    const failed = makeFolders(path, mode, {
      isFolder: (folder) => look(fs.statSync, folder)?.kind === 'directory',
      isThere: (folder) => look(fs.lstatSync, folder) !== undefined,
      make: makeFolder,
    })
    if (failed !== undefined) throw fileError(failed, `make the folder ${path}`)
  },
  remove: (path) => {
    try {
      fs.unlinkSync(path)
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
      throw hostError(error, `remove ${path}`)
    }
  },
  run: async (argv: readonly string[], how: RunOptions): Promise<RunResult> =>
    (await import('./node-run.ts')).run(argv, how),
  request: async (request) => (await import('./node-request.ts')).request(request),
  startOwn: async (words) => (await import('./node-own.ts')).startOwn(words),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

/** Node's own `recursive` never ends where make-folders.ts does. */
function makeFolder(path: string, mode: number): string | undefined {
  try {
    fs.mkdirSync(path, mode)
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'EUNKNOWN'
  }
}

/**
 * The user's name in /etc/passwd, which is where Linux has those of the machine itself; to load
 * `node:os` takes longer than the rest of a record. Undefined: it is kept somewhere else.
 */
function listedUser(): string | undefined {
  const id = process.platform === 'linux' ? process.geteuid?.() : undefined
  if (id === undefined) return undefined
  const lines = fs.readFileSync('/etc/passwd', 'utf8').split('\n')
  const fields = lines.map((line) => line.split(':')).find(([, , listed]) => listed === String(id))
  return fields?.[0] || undefined
}

function os(): typeof import('node:os') {
  return process.getBuiltinModule('node:os')
}

function ownForm(path: string): string {
  return process.platform === 'win32' ? path.replaceAll('\\', '/') : path
}

/** A relative one would be another folder in every place, a project's among them. */
function home(): string | undefined {
  const named = process.env[process.platform === 'win32' ? 'USERPROFILE' : 'HOME']
  if (named && (named[0] === '/' || /^(?:[A-Za-z]:)?[\\/]/.test(named))) return ownForm(named)
  try {
    // Unlike `homedir`, which repeats the variable.
    return ownForm(os().userInfo().homedir) || undefined
  } catch {
    return undefined
  }
}

function fdOf(stream: Stream): 1 | 2 {
  return stream === 'stdout' ? 1 : 2
}

function isTerminal(fd: number): boolean {
  try {
    // A character device is what /dev/null is too, so ask the terminal layer about those only.
    return kindOf(fs.fstatSync(fd)) === 'device' && process.getBuiltinModule('node:tty').isatty(fd)
  } catch {
    return false
  }
}

/**
 * `process.stdout.write` followed by the end of the process can lose what a slow reader
 * has not taken yet; a loop over `writeSync` can't. The pipe may have been made
 * non-blocking by whoever holds its other end, hence the wait.
 */
function writeAll(fd: 1 | 2, text: string): void {
  const bytes = Buffer.from(text, 'utf8')
  let at = 0
  while (at < bytes.length) {
    try {
      at += fs.writeSync(fd, bytes, at)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'EAGAIN') return // EPIPE, EBADF: nobody is there to read it
      pause(2)
    }
  }
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

function look(stat: typeof fs.statSync, path: string): FileInfo | undefined {
  try {
    const info = stat(path, { throwIfNoEntry: false })
    if (!info) return undefined
    const kind = kindOf(info)
    return {
      kind: kind === 'pipe' || kind === 'device' ? 'other' : kind,
      size: info.size,
      modified: info.mtimeMs,
      mode: info.mode & 0o7777,
      device: info.dev,
      inode: info.ino,
    }
  } catch {
    return undefined
  }
}

function readFile(path: string, maxBytes: number, from = 0): Uint8Array {
  let fd: number | undefined
  try {
    // Non-blocking, so that a pipe somebody put in the file's place can't hold us.
    fd = fs.openSync(path, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0))
    const size = fs.fstatSync(fd).size
    // A pipe has no places: what is asked for from its start is read as it comes.
    const start = from === 0 ? null : Math.max(0, from < 0 ? size + from : from)
    const buffer = Buffer.allocUnsafe(Math.min(maxBytes, Math.max(size, 4096)))
    let length = 0
    while (length < buffer.length) {
      const at = start === null ? null : start + length
      const got = fs.readSync(fd, buffer, length, buffer.length - length, at)
      if (got === 0) break
      length += got
    }
    return buffer.subarray(0, length)
  } catch (error) {
    throw hostError(error, `read ${path}`)
  } finally {
    if (fd !== undefined) fs.closeSync(fd)
  }
}

function append(path: string, data: string, mode: number): void {
  let fd: number | undefined
  try {
    fd = openForAppending(path, mode)
    const before = fs.fstatSync(fd)
    // Neither a pipe nobody reads nor a device somebody put in the file's place.
    if (kindOf(before) !== 'file')
      throw new HostError('EINVAL', `could not append to ${path}: it is no plain file`)
    const bytes = Buffer.from(endsInHalfLine(fd) ? `\n${data}` : data, 'utf8')
    const written = fs.writeSync(fd, bytes)
    if (written === bytes.length) return
    // Only when nobody wrote behind us.
    if (fs.fstatSync(fd).size === before.size + written) fs.ftruncateSync(fd, before.size)
    throw fileError('ENOSPC', `append to ${path}`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOOP')
      throw new HostError('ELOOP', `could not append to ${path}: it is a symbolic link`)
    throw hostError(error, `append to ${path}`)
  } finally {
    if (fd !== undefined) fs.closeSync(fd)
  }
}

function openForAppending(path: string, mode: number): number {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDWR, O_WRONLY } = fs.constants
  const flags = O_APPEND | O_CREAT | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0)
  try {
    return fs.openSync(path, flags | O_RDWR, mode)
  } catch (error) {
    // Some make a log that can be written but not read.
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error
    return fs.openSync(path, flags | O_WRONLY, mode)
  }
}

/**
 * True when the file's last line has no end. While another process writes it may look so: then
 * the file grows within a moment.
 */
function endsInHalfLine(fd: number): boolean {
  const last = Buffer.alloc(1)
  try {
    for (let size = -1; ; ) {
      const now = fs.fstatSync(fd).size
      if (now === 0 || fs.readSync(fd, last, 0, 1, now - 1) !== 1 || last[0] === 0x0a) return false
      if (now === size) return true
      size = now
      pause(2)
    }
  } catch {
    return false // it can't be read
  }
}

function replace(path: string, data: string, mode: number, lasting = true): void {
  const temporary = `${path}.${process.pid}.${Date.now().toString(36)}`
  let fd: number | undefined
  try {
    fd = fs.openSync(temporary, 'wx', mode)
    fs.writeFileSync(fd, data)
    if (lasting) fs.fsyncSync(fd)
    fs.closeSync(fd)
    fd = undefined
    fs.renameSync(temporary, path)
  } catch (error) {
    if (fd !== undefined) fs.closeSync(fd)
    try {
      fs.unlinkSync(temporary)
    } catch {}
    throw hostError(error, `write ${path}`)
  }
}

function hostError(error: unknown, doing: string): HostError {
  return error instanceof HostError
    ? error
    : fileError((error as NodeJS.ErrnoException).code ?? 'EUNKNOWN', doing)
}
