import { cutHashed } from '../../text/cut-hashed.ts'

type Fields = Readonly<Record<string, unknown>>

/** Deeper than any tool's input, and less than a database's parser takes. */
const MAX_DEPTH = 100

/** JSON text that holds what PostgreSQL's jsonb can't: NUL, and half a surrogate pair. */
const NOT_STORABLE = /\\u(?:0000|d[89a-f][0-9a-f]{2})/i

/**
 * The fields of a record as every database can keep them: well-formed texts, nothing nested
 * without end. What is too deep is kept as the start of its text, since a record that is turned
 * away for its input would be a way to hide a call.
 */
export function storable(fields: Fields, json: string): Fields {
  const isDeep = depthOf(json) > MAX_DEPTH
  if (!isDeep && !NOT_STORABLE.test(json)) return fields
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [wellFormed(key), isDeep ? shallow(value) : cleaned(value)]),
  )
}

function shallow(value: unknown): unknown {
  let json: string
  try {
    json = JSON.stringify(value) ?? ''
  } catch {
    return '[LEFT OUT: nested too deeply]'
  }
  return depthOf(json) > MAX_DEPTH
    ? `[NESTED TOO DEEPLY] ${wellFormed(cutHashed(json, 4096))}`
    : cleaned(value)
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return wellFormed(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(cleaned)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [wellFormed(key), cleaned(item)]))
}

/** NUL as its picture, half a pair as U+FFFD. */
function wellFormed(text: string): string {
  return text
    .replaceAll('\u0000', '\u2400')
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
}

/** How deep the arrays and objects in a JSON text go. */
function depthOf(json: string): number {
  let depth = 0
  let most = 0
  let inString = false
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index)
    if (inString) {
      if (code === 0x5c) index++
      else if (code === 0x22) inString = false
    } else if (code === 0x22) inString = true
    else if (code === 0x5b || code === 0x7b) most = Math.max(most, ++depth)
    else if (code === 0x5d || code === 0x7d) depth--
  }
  return most
}
