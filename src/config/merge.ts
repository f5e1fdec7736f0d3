import type { MergeRule, OptionSource } from '../hook.ts'
import type { Trust } from './find.ts'

/** The values one source sets, and how far it is trusted. */
export interface Layer {
  readonly from: string
  readonly trust: Trust | 'flags'
  readonly values: Readonly<Record<string, unknown>>
}

export interface Merged {
  readonly values: Record<string, unknown>
  /** What was set and not taken, in words. */
  readonly ignored: string[]
  /** The least trusted source that has a part in each value. */
  readonly from: Readonly<Record<string, OptionSource>>
}

const RANK: Readonly<Record<Layer['trust'], number>> = { managed: 0, user: 1, flags: 2, project: 3 }

/**
 * Merges the layers. A less trusted one can tighten but not loosen what a more trusted
 * one has set: managed over user over the command line over the project. Among layers of
 * the project the outer file counts as the more trusted. For options that neither tighten
 * nor loosen (`nearest`) the managed file still wins, then the command line, then the
 * nearest file. For an ordered list of values a project's file can't loosen the default
 * either: a cloned repository must not switch a guard to `observe`.
 */
export function mergeLayers(
  layers: readonly Layer[],
  rules: Readonly<Record<string, MergeRule>>,
  defaults: Readonly<Record<string, unknown>> = {},
): Merged {
  const values: Record<string, unknown> = {}
  const setBy: Record<string, Layer> = {}
  const ignored: string[] = []
  for (const layer of byTrust(layers)) {
    for (const [key, value] of Object.entries(layer.values)) {
      if (value === undefined) continue
      const rule = rules[key] ?? 'fixed'
      const earlier = setBy[key]
      const standing = earlier === undefined ? defaults[key] : values[key]
      const refusal = layer.trust === 'project' ? refusalOf(rule, key, value, standing, values) : undefined
      if (refusal !== undefined) {
        ignored.push(`${layer.from}: ${refusal}`)
        continue
      }
      if (earlier === undefined) {
        values[key] = value
        setBy[key] = layer
        continue
      }
      const taken = combine(rule, values[key], value, earlier)
      if (taken === undefined) {
        ignored.push(
          `${layer.from}: ${key} is not taken, since ${earlier.from} has set it and this would loosen it`,
        )
      } else {
        values[key] = taken
        if (rule !== 'fixed') setBy[key] = layer
      }
    }
  }
  return { values, ignored, from: mapped(setBy) }
}

/** The most trusted first; of the same trust the outer file first. */
export function byTrust(layers: readonly Layer[]): readonly Layer[] {
  const ordered = layers.map((layer, index) => ({ layer, index }))
  ordered.sort((a, b) => RANK[a.layer.trust] - RANK[b.layer.trust] || a.index - b.index)
  return ordered.map(({ layer }) => layer)
}

function mapped(setBy: Readonly<Record<string, Layer>>): Record<string, OptionSource> {
  return Object.fromEntries(Object.entries(setBy).map(([key, layer]) => [key, layer.trust]))
}

/** Why a project's file may not set this option at all; undefined when it may. */
function refusalOf(
  rule: MergeRule,
  key: string,
  value: unknown,
  standing: unknown,
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  if (isOrdered(rule) && strictness(rule, value) < strictness(rule, standing)) {
    return `${key} is not taken, since it would loosen ${JSON.stringify(standing)}; only the user's own file or the command line may`
  }
  if (rule === 'trusted') return `${key} is not taken, since a project's file may not set it`
  if (!isOptIn(rule) || values[rule.optIn] === true) return undefined
  return `${key} is not taken, since the user's own file does not set ${rule.optIn} to true`
}

/** How strict a value is; one that is not in the list, or none at all, counts as loosest. */
function strictness(rule: readonly (string | boolean)[], value: unknown): number {
  return rule.indexOf(value as string | boolean)
}

function isOrdered(rule: MergeRule): rule is readonly (string | boolean)[] {
  return Array.isArray(rule)
}

function isOptIn(rule: MergeRule): rule is { readonly optIn: string } {
  return typeof rule === 'object' && 'optIn' in rule
}

/** The merged value, or undefined when the later one would loosen the earlier. */
function combine(rule: MergeRule, before: unknown, value: unknown, earlier: Layer): unknown {
  if (rule === 'nearest') {
    return earlier.trust === 'managed' || earlier.trust === 'flags' ? undefined : value
  }
  if (rule === 'union' || isOptIn(rule)) return [...new Set([...asList(before), ...asList(value)])]
  if (rule === 'fixed') return same(before, value) ? value : undefined
  // What only trusted sources may allow, each of them may take back.
  if (rule === 'trusted') return value === false || same(before, value) ? value : undefined
  return strictness(rule, value) >= strictness(rule, before) ? value : undefined
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
