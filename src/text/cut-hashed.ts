import { sha256 } from './sha256.ts'
import { utf8Length } from './utf8.ts'

/**
 * Every text in a JSON value that has more than `maxBytes` bytes in UTF-8, cut in its middle,
 * where its length and the SHA-256 of the whole stand instead. Keys stay whole.
 */
export function cutTexts(value: unknown, maxBytes: number): unknown {
  if (typeof value === 'string') return cutHashed(value, maxBytes)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => cutTexts(item, maxBytes))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cutTexts(item, maxBytes)]))
}

/** The text, or its start, `[CUT: 12345 bytes, sha256 ...]` and its end. */
export function cutHashed(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes) return text
  const bytes = utf8Length(text)
  if (bytes <= maxBytes) return text
  const half = Math.floor((maxBytes * text.length) / bytes / 2)
  const head = text.slice(0, half).replace(/[\ud800-\udbff]$/, '')
  const tail = half === 0 ? '' : text.slice(-half).replace(/^[\udc00-\udfff]/, '')
  return `${head}[CUT: ${bytes} bytes, sha256 ${sha256(text)}]${tail}`
}
