import type { WordPart } from './command.ts'
import type { Here } from './here.ts'
import { text, type Value } from './value.ts'

/**
 * Text in which each unknown stretch is one private character, so that it can be parsed:
 * what it becomes inside quotes is then still known to be unknown.
 */
export function marked(here: Here, code: Value): string {
  const { markers } = here.reading
  let all = ''
  for (const part of code) {
    if (part.kind !== 'unknown') {
      all += part.text
      continue
    }
    const char = String.fromCharCode(0xe000 + (markers.size % 6400))
    markers.set(char, [part])
    all += char
  }
  return all
}

/** Text in which a private character may stand for something unknown. */
export function withMarkers(here: Here, value: string): Value {
  const { markers } = here.reading
  if (markers.size === 0) return text(value)
  const parts: WordPart[] = []
  let known = ''
  for (const char of value) {
    const marked = markers.get(char)
    if (!marked) {
      known += char
      continue
    }
    if (known !== '') parts.push({ kind: 'text', text: known })
    parts.push(...marked)
    known = ''
  }
  if (known !== '') parts.push({ kind: 'text', text: known })
  return parts
}
