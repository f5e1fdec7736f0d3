/** Bytes that a match is worth its place for, and those at the end that are never in one. */
const MIN_MATCH = 4
const LAST = 12
const MAX_BACK = 65_535
/** How many earlier places with the same four bytes are compared. */
const MAX_TRIES = 256
/** Bytes of the longest match, and of one that is taken without a look at shorter and other ones. */
const MAX_MATCH = 1024
const ENOUGH = 256

/**
 * The block format of LZ4 (https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md), as lz4.c
 * reads it. Of all ways to write the data it takes the shortest: this is done once, in a build.
 * `before`: what the reader has before the data already, so that it need not be written once more.
 */
export function lz4Encode(written: Uint8Array, before: Uint8Array = new Uint8Array(0)): Uint8Array {
  const out: number[] = []
  const data = Buffer.concat([before, written])
  const matches = shortest(data, before.length)
  let literals = before.length
  let at = before.length
  while (at < data.length) {
    const match = matches[at]
    if (match === undefined) {
      at++
      continue
    }
    sequence(out, data.subarray(literals, at), match)
    at += match.length
    literals = at
  }
  sequence(out, data.subarray(literals))
  return Uint8Array.from(out)
}

/** Which match to write at each place, if one at all, so that all from there on takes the fewest bytes. */
function shortest(data: Uint8Array, start: number): readonly (Match | undefined)[] {
  const earlier = places(data)
  const matches: (Match | undefined)[] = new Array(data.length).fill(undefined)
  /** Bytes of all from a place on, and how many literals come first there. */
  const bytes = new Float64Array(data.length + 1)
  const literals = new Int32Array(data.length + 1)
  for (let at = data.length - 1; at >= start; at--) {
    const run = (literals[at + 1] ?? 0) + 1
    literals[at] = run
    bytes[at] = (bytes[at + 1] ?? 0) + 1 + (run >= 15 && (run - 15) % 255 === 0 ? 1 : 0)
    if (at >= data.length - LAST) continue
    const { length: most, back } = longest(data, at, earlier)
    for (let length = most < ENOUGH ? MIN_MATCH : most; length <= most; length++) {
      const cost = 3 + moreBytes(length - MIN_MATCH) + (bytes[at + length] ?? 0)
      if (cost >= (bytes[at] ?? 0)) continue
      bytes[at] = cost
      literals[at] = 0
      matches[at] = { length, back }
    }
  }
  return matches
}

interface Match {
  readonly length: number
  readonly back: number
}

/** For each place the one before it with the same four bytes. */
function places(data: Uint8Array): Int32Array {
  const latest = new Map<number, number>()
  const earlier = new Int32Array(data.length).fill(-1)
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  for (let at = 0; at + MIN_MATCH <= data.length; at++) {
    const key = view.getUint32(at)
    earlier[at] = latest.get(key) ?? -1
    latest.set(key, at)
  }
  return earlier
}

function longest(data: Uint8Array, at: number, earlier: Int32Array): Match {
  let best: Match = { length: 0, back: 0 }
  let from = earlier[at] ?? -1
  // The last five bytes are literals.
  const most = Math.min(MAX_MATCH, data.length - 5 - at)
  for (let tries = 0; from >= 0 && at - from <= MAX_BACK && tries < MAX_TRIES; tries++) {
    if (best.length >= ENOUGH) break
    let length = 0
    while (length < most && data[from + length] === data[at + length]) length++
    if (length > best.length) best = { length, back: at - from }
    from = earlier[from] ?? -1
  }
  return best
}

function sequence(out: number[], literals: Uint8Array, match?: Match): void {
  const length = match === undefined ? 0 : match.length - MIN_MATCH
  out.push((Math.min(literals.length, 15) << 4) | Math.min(length, 15))
  more(out, literals.length)
  for (const byte of literals) out.push(byte)
  if (match === undefined) return
  out.push(match.back & 255, match.back >> 8)
  more(out, length)
}

/** Bytes that a length takes besides its half of the token. */
const moreBytes = (length: number) => (length < 15 ? 0 : Math.floor((length - 15) / 255) + 1)

function more(out: number[], length: number): void {
  if (length < 15) return
  let rest = length - 15
  for (; rest >= 255; rest -= 255) out.push(255)
  out.push(rest)
}
