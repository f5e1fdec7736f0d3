import { sha256 } from '../text/sha256.ts'

/**
 * A record's place in the chain, its last field:
 * `"chain":{"v":1,"seq":7,"prev":"<hash>","hash":"<hash>"}`, with `"key":"<id>"` before `seq` where
 * the hashes were made with a key.
 */
export interface Link {
  /** Counted from 1, over all files of the log. */
  readonly seq: number
  /** The hash of the record before; zeros for the first. */
  readonly prev: string
  readonly hash: string
  /** The id of the key that the hash was made with. */
  readonly key?: string
}

/** The version of what is hashed. */
const VERSION = 1

export const NOTHING_BEFORE = '0'.repeat(64)

/** How a text is hashed: SHA-256, or HMAC with a key, then with the key's id. */
export interface Hasher {
  readonly key?: string
  /** Lower-case hexadecimal, 64 digits. */
  hash(text: string): string
}

export const PLAIN: Hasher = { hash: sha256 }

/** What `hash` is the hash of. `content`: the SHA-256 of the record's line without its chain field. */
export function hashInput(seq: number, prev: string, content: string): string {
  return `hookbox-chain-${VERSION}\n${seq}\n${prev}\n${content}`
}

/** The next link, for a record's line whose SHA-256 is `content`. */
export function nextLink(seq: number, prev: string, content: string, hasher: Hasher): Link {
  const { key } = hasher
  const hash = hasher.hash(hashInput(seq, prev, content))
  return { seq, prev, hash, ...(key === undefined ? {} : { key }) }
}

/** The record's line (a JSON object, without the line's end) with its link as the last field. */
export function withLink(line: string, { seq, prev, hash, key }: Link): string {
  const named = key === undefined ? '' : `"key":"${key}",`
  return `${line.slice(0, -1)},"chain":{"v":${VERSION},${named}"seq":${seq},"prev":"${prev}","hash":"${hash}"}}`
}

const LINK =
  /,"chain":\{"v":1,(?:"key":"([0-9a-f]{8})",)?"seq":([1-9]\d{0,15}),"prev":"([0-9a-f]{64})","hash":"([0-9a-f]{64})"\}\}$/
/** No link is longer. */
export const LINK_BYTES = 256

/** A line's link, and the line as it was before it got it. Undefined for a line without one. */
export function splitLink(line: string): { readonly link: Link; readonly content: string } | undefined {
  const tail = line.slice(-LINK_BYTES)
  const match = LINK.exec(tail)
  if (!match) return undefined
  const [whole, key, seq, prev = '', hash = ''] = match
  const link = { seq: Number(seq), prev, hash, ...(key === undefined ? {} : { key }) }
  return { link, content: `${line.slice(0, line.length - whole.length)}}` }
}
