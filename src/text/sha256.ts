import { utf8Bytes } from './utf8.ts'

/**
 * SHA-256 (FIPS 180-4) of the text's UTF-8 bytes, in lower-case hexadecimal. Written out,
 * since not every engine brings one and those that do have it behind a promise.
 */
export function sha256(text: string): string {
  return engine ? engine(text) : sha256Bytes(utf8Bytes(text))
}

let engine: ((text: string) => string) | undefined

/** An engine that has no compiler brings its own: this is much slower there. */
export function useSha256(own: (text: string) => string): void {
  engine = own
}

/** The same of bytes. */
export function sha256Bytes(bytes: Uint8Array): string {
  // Signed, since engines keep such numbers as they are and box larger ones.
  const state = Int32Array.from(START)
  const schedule = new Int32Array(64)
  const whole = bytes.length - (bytes.length % 64)
  for (let at = 0; at < whole; at += 64) digestBlock(state, bytes, at, schedule)
  const tail = lastBlocks(bytes, whole)
  for (let at = 0; at < tail.length; at += 64) digestBlock(state, tail, at, schedule)
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

/** What is left of the message, a one bit, zeros, and the message's length in bits. */
function lastBlocks(bytes: Uint8Array, from: number): Uint8Array {
  const rest = bytes.length - from
  const blocks = new Uint8Array(rest < 56 ? 64 : 128)
  blocks.set(bytes.subarray(from))
  blocks[rest] = 0x80
  const view = new DataView(blocks.buffer)
  view.setUint32(blocks.length - 8, Math.floor(bytes.length / 0x2000_0000))
  view.setUint32(blocks.length - 4, bytes.length << 3)
  return blocks
}

function digestBlock(state: Int32Array, bytes: Uint8Array, at: number, schedule: Int32Array): void {
  for (let index = 0; index < 16; index++) {
    const byte = at + index * 4
    schedule[index] =
      (of(bytes, byte) << 24) | (of(bytes, byte + 1) << 16) | (of(bytes, byte + 2) << 8) | of(bytes, byte + 3)
  }
  for (let index = 16; index < 64; index++) {
    const w15 = of(schedule, index - 15)
    const w2 = of(schedule, index - 2)
    const s0 = ((w15 >>> 7) | (w15 << 25)) ^ ((w15 >>> 18) | (w15 << 14)) ^ (w15 >>> 3)
    const s1 = ((w2 >>> 17) | (w2 << 15)) ^ ((w2 >>> 19) | (w2 << 13)) ^ (w2 >>> 10)
    schedule[index] = (of(schedule, index - 16) + s0 + of(schedule, index - 7) + s1) | 0
  }
  // One by one: to take a list apart costs more than the arithmetic.
  let a = of(state, 0)
  let b = of(state, 1)
  let c = of(state, 2)
  let d = of(state, 3)
  let e = of(state, 4)
  let f = of(state, 5)
  let g = of(state, 6)
  let h = of(state, 7)
  for (let index = 0; index < 64; index++) {
    // Rotations, written out: until the engine has compiled this, a call costs more than all of it.
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const one = (h + s1 + ((e & f) ^ (~e & g)) + of(ROUND, index) + of(schedule, index)) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  add(state, 0, a)
  add(state, 1, b)
  add(state, 2, c)
  add(state, 3, d)
  add(state, 4, e)
  add(state, 5, f)
  add(state, 6, g)
  add(state, 7, h)
}

function add(state: Int32Array, index: number, word: number): void {
  state[index] = (of(state, index) + word) | 0
}

const of = (list: Uint8Array | Int32Array, index: number): number => list[index] as number

/** The first 32 bits of the fractions of the square roots of the first 8 primes. */
const START = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
] as const

/** The same of the cube roots of the first 64 primes. */
const ROUND = Int32Array.from([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
])
