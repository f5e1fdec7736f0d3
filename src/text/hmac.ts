import { sha256Bytes } from './sha256.ts'
import { utf8Bytes } from './utf8.ts'

/** Of SHA-256, in bytes. */
const BLOCK = 64

/** HMAC-SHA-256 (RFC 2104) of the text's UTF-8 bytes, in lower-case hexadecimal. */
export function hmacSha256(key: Uint8Array, text: string): string {
  const block = new Uint8Array(BLOCK)
  block.set(key.length > BLOCK ? fromHex(sha256Bytes(key)) : key)
  const inner = sha256Bytes(joined(masked(block, 0x36), utf8Bytes(text)))
  return sha256Bytes(joined(masked(block, 0x5c), fromHex(inner)))
}

function masked(block: Uint8Array, mask: number): Uint8Array {
  return block.map((byte) => byte ^ mask)
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

function fromHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
