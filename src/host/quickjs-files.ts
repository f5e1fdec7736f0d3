import { type FileInfo, HostError } from './host.ts'
import { fileError } from './host-error.ts'
import { joined } from './kept-output.ts'
import { makeFolders } from './make-folders.ts'
import { type Native, native, OPEN } from './quickjs-native.ts'

/** The file operations of the Host interface over the system calls, as in node.ts. */

const KINDS = ['file', 'directory', 'link', 'other'] as const

export function look(stat: Native['stat'], path: string): FileInfo | undefined {
  const info = orUndefined(() => stat(path))
  return info === undefined || typeof info === 'string' ? undefined : described(info)
}

function described([kind, size, modified, mode, device, inode]: Exclude<
  ReturnType<Native['stat']>,
  string
>): FileInfo {
  return { kind: KINDS[kind] ?? 'other', size, modified, mode, device, inode }
}

/** What a look-up says; undefined also for a path that can't be one, since it holds a NUL. */
export function orUndefined<Result>(ask: () => Result): Result | undefined {
  try {
    return ask()
  } catch {
    return undefined
  }
}

/** The number, or a HostError for the name of an error. */
function number(result: number | string, doing: string): number {
  if (typeof result === 'string') throw fileError(result, doing)
  return result
}

/** Does something with an open file and closes it. */
function withFile<Result>(fd: number | string, doing: string, use: (fd: number) => Result): Result {
  const open = number(fd, doing)
  try {
    return use(open)
  } finally {
    native.close(open)
  }
}

const CHUNK = 1 << 20

export function readFile(path: string, maxBytes: number, from = 0): Uint8Array {
  const doing = `read ${path}`
  return withFile(opened(path, OPEN.read, 0, doing), doing, (fd) => {
    // A pipe has no places: what is asked for from its start is read as it comes.
    if (from !== 0) number(native.seek(fd, from > 0 ? from : Math.max(0, sizeOf(fd) + from)), doing)
    const chunks: Uint8Array[] = []
    let length = 0
    while (length < maxBytes) {
      const got = native.read(fd, Math.min(CHUNK, maxBytes - length))
      if (typeof got === 'string') throw fileError(got, doing)
      if (got.byteLength === 0) break
      chunks.push(new Uint8Array(got))
      length += got.byteLength
    }
    return joined(chunks, length)
  })
}

/** A path with a NUL is an error like others, as Node has it. */
function opened(path: string, flags: number, mode: number, doing: string): number | string {
  return orUndefined(() => native.open(path, flags, mode)) ?? number('ERR_INVALID_ARG_VALUE', doing)
}

/** Writes all of it; returns how much could be written. */
function writeWhole(fd: number, bytes: ArrayBuffer, doing: string): void {
  for (let at = 0; at < bytes.byteLength; ) at += number(native.write(fd, bytes, at), doing)
}

export function append(path: string, data: string, mode: number): void {
  const doing = `append to ${path}`
  const flags = OPEN.append | OPEN.create | OPEN.noFollow
  const both = opened(path, flags | OPEN.read | OPEN.write, mode, doing)
  // Some make a log that can be written but not read.
  const fd = both === 'EACCES' ? native.open(path, flags | OPEN.write, mode) : both
  if (fd === 'ELOOP') throw new HostError(fd, `could not ${doing}: it is a symbolic link`)
  withFile(fd, doing, (file) => appendTo(file, data, doing))
}

function appendTo(fd: number, data: string, doing: string): void {
  const before = native.fstat(fd)
  if (typeof before === 'string') throw fileError(before, doing)
  // Neither a pipe nobody reads nor a device somebody put in the file's place.
  if (described(before).kind !== 'file') {
    throw new HostError('EINVAL', `could not ${doing}: it is no plain file`)
  }
  const bytes = native.encode(endsInHalfLine(fd) ? `\n${data}` : data)
  const written = number(native.write(fd, bytes, 0), doing)
  if (written === bytes.byteLength) return
  // Only when nobody wrote behind us.
  if (sizeOf(fd) === before[1] + written) native.truncate(fd, before[1])
  throw fileError('ENOSPC', doing)
}

function sizeOf(fd: number): number {
  const info = native.fstat(fd)
  return typeof info === 'string' ? -1 : info[1]
}

const NEWLINE = 0x0a

/**
 * True when the file's last line has no end. While another process writes it may look so: then
 * the file grows within a moment.
 */
function endsInHalfLine(fd: number): boolean {
  for (let size = -1; ; ) {
    const now = sizeOf(fd)
    if (now <= 0 || typeof native.seek(fd, now - 1) === 'string') return false
    const last = native.read(fd, 1)
    if (typeof last === 'string' || last.byteLength === 0 || new Uint8Array(last)[0] === NEWLINE) return false
    if (now === size) return true
    size = now
    native.poll([], [], 2)
  }
}

export function replace(path: string, data: string, mode: number, lasting = true): void {
  const doing = `write ${path}`
  const temporary = `${path}.${native.pid()}.${Date.now().toString(36)}`
  const fd = opened(temporary, OPEN.write | OPEN.new, mode, doing)
  try {
    withFile(fd, doing, (file) => {
      writeWhole(file, native.encode(data), doing)
      if (lasting) number(native.sync(file), doing)
    })
    number(renamed(temporary, path), doing)
  } catch (error) {
    native.unlink(temporary)
    throw error
  }
}

export function create(path: string, data: string, mode: number): boolean {
  const doing = `make ${path}`
  const fd = opened(path, OPEN.write | OPEN.new, mode, doing)
  if (fd === 'EEXIST') return false
  withFile(fd, doing, (file) => writeWhole(file, native.encode(data), doing))
  return true
}

export function rename(from: string, to: string): void {
  const doing = `rename ${from}`
  number(orUndefined(() => renamed(from, to)) ?? 'ERR_INVALID_ARG_VALUE', doing)
}

/** On Windows a file can't be replaced while somebody reads it, which takes a moment. */
function renamed(from: string, to: string): number | string {
  for (let tries = 0; ; tries++) {
    const result = native.rename(from, to)
    const busy = native.platform === 'win32' && (result === 'EACCES' || result === 'EBUSY')
    if (!busy || tries === RENAME_TRIES) return result
    native.poll([], [], RENAME_PAUSE_MS)
  }
}

const RENAME_TRIES = 20
const RENAME_PAUSE_MS = 5

export function remove(path: string): boolean {
  const result = orUndefined(() => native.unlink(path)) ?? 'ERR_INVALID_ARG_VALUE'
  if (result === 'ENOENT') return false
  number(result, `remove ${path}`)
  return true
}

export function makeDirectory(path: string, mode: number): void {
  const failed = makeFolders(path, mode, {
    isFolder: (folder) => look(native.stat, folder)?.kind === 'directory',
    isThere: (folder) => look(native.lstat, folder) !== undefined,
    make: (folder, bits) => {
      const result = orUndefined(() => native.mkdir(folder, bits)) ?? 'ERR_INVALID_ARG_VALUE'
      return typeof result === 'string' ? result : undefined
    },
  })
  if (failed !== undefined) throw fileError(failed, `make the folder ${path}`)
}
