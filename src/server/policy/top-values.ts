import type { Payload } from '../../payload.ts'

/** Claude Code names event, session and folder first, long before what a call consists of. */
const MOST_CHARACTERS = 64 * 1024

/** A JSON string, a sign, or a number or word. A string is matched without a way back (no `(a|b)*`). */
const TOKEN = /\s*("[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s"{}[\],:]+)/sy

/**
 * The texts, numbers and words at the top of the JSON object in a text, as far as it can be read:
 * of a body that is no payload (cut, too large, nested without end) they tell who sent it and about
 * which event. Never throws.
 */
export function topValues(text: string): Payload {
  const found = new Map<string, unknown>()
  const read = text.slice(0, MOST_CHARACTERS).replace(/^\ufeff/, '')
  let depth = 0
  let key: unknown
  let isValue = false
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(read); match; match = TOKEN.exec(read)) {
    const token = match[1] ?? ''
    if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
    else if (depth !== 1) continue
    else if (token === ':') isValue = true
    else if (token === ',') isValue = false
    else if (!isValue) key = scalar(token)
    else if (typeof key === 'string') found.set(key, scalar(token))
    if (depth < 1) break
  }
  return Object.fromEntries(found)
}

function scalar(token: string): unknown {
  try {
    return JSON.parse(token) as unknown
  } catch {
    return undefined
  }
}
