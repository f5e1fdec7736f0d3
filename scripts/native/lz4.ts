/** Bytes that a match is worth its place for, and those at the end that are never in one. */
const MIN_MATCH = 4
const LAST = 12
const MAX_BACK = 65_535
/** How many earlier places with the same four bytes are compared. */
const MAX_TRIES = 256

/**
 * The block format of LZ4 (https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md), as lz4.c
 * reads it. Looks long for matches: this is done once, in a build.
 */
export function lz4Encode(data: Uint8Array): Uint8Array {
  const out: number[] = []
  const earlier = places(data)
  let literals = 0
  let at = 0
  while (at < data.length - LAST) {
    const match = longest(data, at, earlier)
    const next = match.length >= MIN_MATCH ? longest(data, at + 1, earlier) : match
    // One byte later there may be a longer one.
    if (match.length < MIN_MATCH || next.length > match.length + 1) {
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
  for (let tries = 0; from >= 0 && at - from <= MAX_BACK && tries < MAX_TRIES; tries++) {
    let length = 0
    // The last five bytes are literals.
    while (at + length < data.length - 5 && data[from + length] === data[at + length]) length++
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

function more(out: number[], length: number): void {
  if (length < 15) return
  let rest = length - 15
  for (; rest >= 255; rest -= 255) out.push(255)
  out.push(rest)
}
