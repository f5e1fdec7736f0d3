import { type Host, HostError } from '../host/host.ts'
import { hmacSha256 } from '../text/hmac.ts'
import type { Hasher } from './link.ts'

const MAX_BYTES = 4096
const MIN_BYTES = 16

/** Hashes with the key in a file, white space at its end apart. Throws a HostError. */
export function keyedHasher(host: Host, path: string): Hasher {
  const bytes = host.readFile(path, MAX_BYTES)
  let length = bytes.length
  while (length > 0 && (bytes[length - 1] ?? 0) <= 0x20) length--
  if (length < MIN_BYTES) {
    throw new HostError('EINVAL', `the chain's key in ${path} is shorter than ${MIN_BYTES} bytes`)
  }
  const key = bytes.slice(0, length)
  return { key: hmacSha256(key, 'hookbox-chain-key').slice(0, 8), hash: (text) => hmacSha256(key, text) }
}
