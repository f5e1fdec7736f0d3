import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { signedAdHoc } from '../../scripts/pkg/mach-o-signature.ts'

/** A Mach-O with two segments and one section, which begins at `first`; 9,001 bytes. */
function unsigned(first = 4096): Buffer {
  const file = Buffer.alloc(9001, 0x90)
  file.fill(0, 0, first)
  const segment = (at: number, name: string, offset: number, size: number, sections: number) => {
    file.writeUInt32LE(0x19, at)
    file.writeUInt32LE(72 + sections * 80, at + 4)
    file.write(name, at + 8, 'latin1')
    file.writeBigUInt64LE(BigInt(offset), at + 40)
    file.writeBigUInt64LE(BigInt(size), at + 48)
    file.writeUInt32LE(sections, at + 64)
  }
  file.writeUInt32LE(0xfeedfacf, 0)
  file.writeUInt32LE(2, 16)
  file.writeUInt32LE(72 + 80 + 72, 20)
  segment(32, '__TEXT', 0, 8192, 1)
  file.writeUInt32LE(first, 32 + 72 + 48)
  segment(32 + 152, '__LINKEDIT', 8192, 809, 0)
  return file
}

test('every page is in the signature, which ends the file and __LINKEDIT', () => {
  const file = unsigned()
  const signed = Buffer.from(signedAdHoc(file, 'hookbox'))
  expect([signed.readUInt32LE(16), signed.readUInt32LE(20)]).toEqual([3, 72 + 80 + 72 + 16])
  const [kind, size, offset = 0, length = 0] = [0, 4, 8, 12].map((at) => signed.readUInt32LE(256 + at))
  expect([kind, size, offset, offset + length]).toEqual([0x1d, 16, 9008, signed.length])
  expect(Number(signed.readBigUInt64LE(32 + 152 + 48))).toBe(signed.length - 8192)
  expect(Number(signed.readBigUInt64LE(32 + 152 + 32))).toBe(0x4000)

  const blob = signed.subarray(offset)
  expect([blob.readUInt32BE(0), blob.readUInt32BE(4)]).toEqual([0xfade0cc0, length])
  const directory = blob.subarray(20)
  const [magic, , , , hashes = 0, name = 0, , pages = 0, limit] = Array.from({ length: 9 }, (_, index) =>
    directory.readUInt32BE(index * 4),
  )
  expect([magic, pages, limit]).toEqual([0xfade0c02, 3, 9008])
  expect(directory.toString('latin1', name, name + 8)).toBe('hookbox\0')
  for (const page of [0, 1, 2]) {
    const bytes = signed.subarray(page * 4096, Math.min(page * 4096 + 4096, 9008))
    const hash = directory.subarray(hashes + page * 32, hashes + page * 32 + 32)
    expect(hash.toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'))
  }
  // What was there is there.
  expect(signed.subarray(4096, 9001).equals(file.subarray(4096))).toBe(true)
})

test('what can not be signed is named', () => {
  expect(() => signedAdHoc(signedAdHoc(unsigned(), 'x'), 'x')).toThrow('it is signed')
  expect(() => signedAdHoc(unsigned(264), 'x')).toThrow('no room')
  expect(() => signedAdHoc(Buffer.concat([unsigned(), Buffer.alloc(1)]), 'x')).toThrow('follows __LINKEDIT')
  expect(() => signedAdHoc(Buffer.from('\x7fELF'), 'x')).toThrow('no Mach-O')
})
