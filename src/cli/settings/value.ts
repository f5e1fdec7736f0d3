import type { JSONPath } from 'jsonc-parser'

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function recordOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return isRecord(value) ? value : undefined
}

/** The JSON object that the text is, or undefined. */
export function objectOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return recordOf(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** True when the place is `outer` or inside it. */
export function isInside(path: JSONPath, outer: JSONPath): boolean {
  return outer.every((key, index) => path[index] === key)
}

/** What a value is, for a message that says what was expected instead. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'string') return `the text ${JSON.stringify(value.slice(0, 40))}`
  return `the ${typeof value} ${String(value)}`
}
