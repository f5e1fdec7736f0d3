/**
 * A short name for a text: 16 hexadecimal digits, the same in every engine. Two texts get
 * the same one by accident about once in 2^64. It is for names of files and for telling
 * whether something changed; it is no protection against somebody who wants a collision.
 */
export function shortHash(text: string): string {
  // cyrb53's mixing (public domain, by bryc) with all 64 bits kept.
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    a = Math.imul(a ^ unit, 2654435761)
    b = Math.imul(b ^ unit, 1597334677)
  }
  const low = mixed(a, b)
  return hex(mixed(b, low)) + hex(low)
}

function mixed(a: number, b: number): number {
  return Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0')
}
