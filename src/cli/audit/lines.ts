import * as fs from 'node:fs'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** A file of a log, opened: what is renamed or removed meanwhile is read all the same. */
export interface OpenFile {
  readonly name: string
  readonly fd: number
  /** What is read of it, in bytes; later records are left out. */
  readonly size: number
  readonly inode: number
  /** Of its last record: milliseconds since the epoch. */
  readonly modified: number
}

function openFile(name: string): OpenFile {
  const fd = fs.openSync(name, 'r')
  const { size, ino, mtimeMs } = fs.fstatSync(fd)
  return { name, fd, size, inode: ino, modified: mtimeMs }
}

const TRIES = 10

/**
 * Opens all files of a log as they are at one moment, whatever is renamed or compressed meanwhile.
 * `names`: lists them, the oldest first.
 */
export function openAll(names: () => readonly string[]): readonly OpenFile[] {
  for (let tries = 1; ; tries++) {
    const opened: OpenFile[] = []
    try {
      for (const name of names()) opened.push(openFile(name))
      const isSame = opened.every(({ name, inode }) => fs.statSync(name).ino === inode)
      if (isSame || tries === TRIES) return opened
    } catch (error) {
      if (tries === TRIES || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
    for (const { fd } of opened) fs.closeSync(fd)
  }
}

/** Some lines in a row. */
export interface LineBlock {
  /** The number of the first, counted from 1. */
  readonly first: number
  readonly lines: readonly string[]
  /** The last one has no end. */
  readonly isTorn: boolean
}

/**
 * The lines of a plain or compressed file, in blocks. Closes it. `latin1`: each byte is a character,
 * so that nothing of them is lost. Throws what reading it throws.
 */
export async function* linesOf(
  { name, fd, size }: OpenFile,
  encoding: 'utf8' | 'latin1' = 'utf8',
): AsyncGenerator<LineBlock> {
  if (size === 0) {
    fs.closeSync(fd)
    return
  }
  const file = fs.createReadStream('', { fd, start: 0, end: size - 1, highWaterMark: 1 << 20 })
  const source: Readable = name.endsWith('.gz') ? file.pipe(createGunzip({ chunkSize: 1 << 18 })) : file
  if (source !== file) file.on('error', (error) => source.destroy(error))
  const utf8 = new TextDecoder()
  const decode = (chunk: Buffer) =>
    encoding === 'latin1' ? chunk.toString('latin1') : utf8.decode(chunk, { stream: true })
  let rest = ''
  let next = 1
  for await (const chunk of source as AsyncIterable<Buffer>) {
    const text = decode(chunk)
    const end = text.lastIndexOf('\n')
    if (end < 0) {
      rest += text
      continue
    }
    const lines = (rest + text.slice(0, end)).split('\n')
    rest = text.slice(end + 1)
    yield { first: next, lines, isTorn: false }
    next += lines.length
  }
  rest += utf8.decode()
  if (rest !== '') yield { first: next, lines: [rest], isTorn: true }
}
