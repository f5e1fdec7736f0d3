import { isHarmless } from './harmless.ts'
import { type SecretKind, secretKind } from './names.ts'

/** How the texts in a tree are redacted. */
export interface TreeRules {
  text(text: string): string
  /** Stands for a value that is hidden whole, for the sake of its name. */
  hidden(): string
  readonly ownNames: ReadonlySet<string>
}

/** Deeper than any tool's input; what lies below is left out, since nobody looked at it. */
const MAX_DEPTH = 100
const TOO_DEEP = '[LEFT OUT: nested too deeply]'

/** The JSON value without secrets. `kind`: it stands under a secret name, at whatever depth. */
export function redactTree(value: unknown, rules: TreeRules, kind?: SecretKind, depth = 0): unknown {
  if (typeof value === 'string') {
    return kind === undefined || isHarmless(kind, value) ? rules.text(value) : rules.hidden()
  }
  if (typeof value === 'number') {
    return kind === undefined || isHarmless(kind, String(value)) ? value : rules.hidden()
  }
  if (typeof value !== 'object' || value === null) return value
  if (depth >= MAX_DEPTH) return TOO_DEEP
  if (Array.isArray(value)) {
    return value.map((item, index) =>
      redactTree(item, rules, kind ?? flagKind(value[index - 1], rules.ownNames), depth + 1),
    )
  }
  const label = labelKind(value as Record<string, unknown>, rules.ownNames)
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const isLabelled = label !== undefined && /^value$/i.test(key)
      const under = kind ?? (isLabelled ? label : secretKind(key, rules.ownNames))
      return [rules.text(key), redactTree(item, rules, under, depth + 1)]
    }),
  )
}

/** The secret kind of an argument that follows `--password` in a list of arguments. */
function flagKind(before: unknown, ownNames: ReadonlySet<string>): SecretKind | undefined {
  if (typeof before !== 'string' || !/^--?[A-Za-z][\w-]*$/.test(before)) return undefined
  return secretKind(before, ownNames)
}

/** The secret kind of `value` in `{ "name": "API_KEY", "value": "x" }`. */
function labelKind(
  object: Readonly<Record<string, unknown>>,
  ownNames: ReadonlySet<string>,
): SecretKind | undefined {
  for (const [key, value] of Object.entries(object)) {
    if (typeof value === 'string' && /^(?:name|key)$/i.test(key)) return secretKind(value, ownNames)
  }
  return undefined
}
