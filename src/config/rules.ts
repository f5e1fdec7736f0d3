import { MODES, type Mode, type OptionsSchema, type Rule, type RuleModes, type SchemaIssue } from '../hook.ts'
import type { Layer } from './merge.ts'

/**
 * A hook's schema with the option `rules`, the modes of single rules by their ids. It is the
 * same for every hook that has rules, so no hook's own schema repeats it.
 */
export function withRules(schema: OptionsSchema, rules: readonly Rule[]): OptionsSchema {
  const { shape } = schema as { shape?: object }
  const ids = Object.fromEntries(rules.map(({ id }) => [id, {}]))
  const whole: OptionsSchema & { readonly shape: object } = {
    shape: { ...shape, rules: { shape: ids } },
    safeParse: (value) => {
      if (!isObject(value) || value['rules'] === undefined) return schema.safeParse(value)
      const { rules: modes, ...others } = value
      const parsed = schema.safeParse(others)
      const issues = [...(parsed.success ? [] : parsed.error.issues), ...issuesOf(modes, ids)]
      if (!parsed.success || issues.length > 0) return { success: false, error: { issues } }
      return { success: true, data: { ...(parsed.data as object), rules: modes } }
    },
  }
  return whole
}

function issuesOf(modes: unknown, ids: object): SchemaIssue[] {
  const path = ['rules']
  if (!isObject(modes)) return [{ code: 'invalid_type', path, expected: 'object', message: '' }]
  return Object.entries(modes).flatMap(([id, mode]): SchemaIssue[] => {
    if (!Object.hasOwn(ids, id)) return [{ code: 'unrecognized_keys', path, keys: [id], message: '' }]
    if (MODES.some((one) => one === mode)) return []
    return [{ code: 'invalid_value', path: [...path, id], values: [...MODES].reverse(), message: '' }]
  })
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export interface RuleLayer extends Pick<Layer, 'from' | 'trust'> {
  /** The mode of the whole hook, when the same source sets it. */
  readonly mode?: Mode
  readonly rules: RuleModes
}

/**
 * Merges the modes of single rules, the most trusted source first. What stands for a rule is
 * what such a source says about it, else the mode that it sets for the hook; a less trusted one
 * can only make it stricter. For a project's file the hook's mode itself stands, even at its
 * default.
 */
export function mergeRules(
  layers: readonly RuleLayer[],
  hookMode: Mode,
): { readonly rules: RuleModes; readonly ignored: readonly string[] } {
  const rules: Record<string, Mode> = {}
  const ignored: string[] = []
  let standingMode: Mode | undefined
  for (const { from, trust, mode: layerMode, rules: own } of layers) {
    for (const [id, mode] of Object.entries(own)) {
      const standing = rules[id] ?? (trust === 'project' ? hookMode : standingMode)
      if (standing === undefined || strictness(mode) >= strictness(standing)) rules[id] = mode
      else
        ignored.push(`${from}: rules.${id} is not taken, since it would loosen ${JSON.stringify(standing)}`)
    }
    standingMode = layerMode ?? standingMode
  }
  return { rules, ignored }
}

export function strictness(mode: Mode): number {
  return MODES.indexOf(mode)
}
