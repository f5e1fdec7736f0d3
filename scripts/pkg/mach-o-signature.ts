import { createHash } from 'node:crypto'

/**
 * An ad-hoc signature for an executable of macOS, as linkers make it: Apple's processors run none
 * without. It names nobody; it holds the hash of every page (Apple's cs_blobs.h, loader.h).
 */

const MACHO_64 = 0xfeedfacf
const SEGMENT_64 = 0x19
const CODE_SIGNATURE = 0x1d
const HEADER = 32
const COMMAND = 16

const PAGE = 4096
const HASH = 32
const SUPER_BLOB = 20
const DIRECTORY = 88
/** Made by a linker, of nobody: `codesign` may replace it. */
const FLAGS = 0x20002
const MAIN_BINARY = 1

interface Segment {
  /** Where its load command stands. */
  readonly at: number
  readonly offset: number
  readonly size: number
}

/** The signed file. Throws for one that is signed, or that is no Mach-O of 64 bits with room for it. */
export function signedAdHoc(file: Uint8Array, identifier: string): Uint8Array {
  const { text, linkEdit, end, first } = layoutOf(Buffer.from(file))
  if (end + COMMAND > first) throw new Error('no room for another load command')
  if (linkEdit.offset + linkEdit.size !== file.length) throw new Error('something follows __LINKEDIT')
  const limit = aligned(file.length, 16)
  const pages = Math.ceil(limit / PAGE)
  const name = Buffer.from(`${identifier}\0`)
  const length = SUPER_BLOB + DIRECTORY + name.length + pages * HASH
  const out = Buffer.alloc(limit + length)
  out.set(file)

  out.writeUInt32LE(out.readUInt32LE(16) + 1, 16)
  out.writeUInt32LE(out.readUInt32LE(20) + COMMAND, 20)
  for (const [index, value] of [CODE_SIGNATURE, COMMAND, limit, length].entries()) {
    out.writeUInt32LE(value, end + index * 4)
  }
  const size = out.length - linkEdit.offset
  out.writeBigUInt64LE(BigInt(aligned(size, 0x4000)), linkEdit.at + 32)
  out.writeBigUInt64LE(BigInt(size), linkEdit.at + 48)

  const hashes = DIRECTORY + name.length
  const words = [
    ...[0xfade0cc0, length, 1, 0, SUPER_BLOB],
    ...[0xfade0c02, length - SUPER_BLOB, 0x20400, FLAGS, hashes, DIRECTORY, 0, pages, limit],
    // Hashes of 32 bytes, SHA-256, no platform, pages of 2^12 bytes.
    0x20_02_00_0c,
    ...[0, 0, 0, 0, 0, 0],
    ...[0, text.offset, 0, text.size, 0, MAIN_BINARY],
  ]
  for (const [index, value] of words.entries()) out.writeUInt32BE(value, limit + index * 4)
  out.set(name, limit + SUPER_BLOB + DIRECTORY)
  for (let page = 0; page < pages; page++) {
    const bytes = out.subarray(page * PAGE, Math.min((page + 1) * PAGE, limit))
    const hash = createHash('sha256').update(bytes).digest()
    out.set(hash, limit + SUPER_BLOB + hashes + page * HASH)
  }
  return out
}

function layoutOf(file: Buffer) {
  if (file.length < HEADER || file.readUInt32LE(0) !== MACHO_64) throw new Error('no Mach-O of 64 bits')
  const segments = new Map<string, Segment>()
  let first = file.length
  let at = HEADER
  for (let left = file.readUInt32LE(16); left > 0; left--) {
    const kind = file.readUInt32LE(at)
    if (kind === CODE_SIGNATURE) throw new Error('it is signed')
    if (kind === SEGMENT_64) {
      const name = file.toString('latin1', at + 8, at + 24).replace(/\0+$/, '')
      const [offset, size] = [file.readBigUInt64LE(at + 40), file.readBigUInt64LE(at + 48)].map(Number)
      segments.set(name, { at, offset: offset ?? 0, size: size ?? 0 })
      for (let section = 0; section < file.readUInt32LE(at + 64); section++) {
        const start = file.readUInt32LE(at + 72 + section * 80 + 48)
        if (start > 0) first = Math.min(first, start)
      }
    }
    at += file.readUInt32LE(at + 4)
  }
  const [text, linkEdit] = [segments.get('__TEXT'), segments.get('__LINKEDIT')]
  if (!text || !linkEdit) throw new Error('no __TEXT or no __LINKEDIT')
  return { text, linkEdit, end: at, first }
}

function aligned(value: number, to: number): number {
  return Math.ceil(value / to) * to
}
