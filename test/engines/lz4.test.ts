import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lz4Encode } from '../../scripts/native/lz4.ts'

/** As the format's description has it, without a look at what lz4.c does. */
function decoded(block: Uint8Array, before: Uint8Array = new Uint8Array(0)): Uint8Array {
  const out: number[] = [...before]
  let at = 0
  const next = () => block[at++] ?? Number.NaN
  const long = (nibble: number) => {
    let length = nibble
    for (let more = nibble === 15 ? 255 : 0; more === 255; length += more) more = next()
    return length
  }
  while (at < block.length) {
    const token = next()
    for (let left = long(token >> 4); left > 0; left--) out.push(next())
    if (at >= block.length) break
    const back = next() + next() * 256
    for (let left = long(token & 15) + 4; left > 0; left--) out.push(out[out.length - back] ?? Number.NaN)
  }
  return Uint8Array.from(out.slice(before.length))
}

test('a block gives back what went in', () => {
  const repetitive = fc
    .array(fc.tuple(fc.uint8Array({ maxLength: 30 }), fc.integer({ min: 1, max: 400 })), { maxLength: 6 })
    .map((parts) =>
      Uint8Array.from(
        parts.flatMap(([bytes, times]) =>
          Array(times)
            .fill([...bytes])
            .flat(),
        ),
      ),
    )
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 2000 }), repetitive), repetitive, (data, before) => {
      expect(decoded(lz4Encode(data))).toEqual(data)
      expect(decoded(lz4Encode(data, before), before)).toEqual(data)
    }),
  )
})

test('what repeats takes less room', () => {
  const data = new TextEncoder().encode('the same words again and again. '.repeat(100))
  expect(lz4Encode(data).length).toBeLessThan(80)
  expect(lz4Encode(data.slice(0, 32), data).length).toBeLessThan(12)
})
