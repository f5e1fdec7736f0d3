import { readArguments } from '../arguments.ts'
import type { Hook } from '../hook.ts'
import type { Registry } from './registry.ts'

/** `hookbox run HOOK... [PAYLOAD] [options]`, read. */
export type NamedRun =
  | {
      readonly names: readonly string[]
      readonly loads: readonly (() => Promise<Hook>)[]
      readonly argv: readonly string[]
    }
  /** Why it can't be; exit 2, since one of them may have been a guard. */
  | { readonly refused: string }

/** A word that may be meant as a hook's name; a payload and an option are none. */
const NAME = /^\w[\w-]*$/

/** Undefined: a person asked for help, which `hookbox` itself gives. */
export async function readNamedRun(
  registry: Registry,
  words: readonly string[],
): Promise<NamedRun | undefined> {
  const end = words.findIndex((word) => !NAME.test(word))
  const names = [...new Set(end < 0 ? words : words.slice(0, end))]
  const argv = end < 0 ? [] : words.slice(end)
  if (names.length === 0 && /^(?:--help|-h)$/.test(argv[0] ?? '')) return undefined
  const { payload = '', explain } = readArguments(argv)
  const late = !explain && Object.hasOwn(registry, payload) ? payload : undefined
  const loads = names.flatMap((name) => (Object.hasOwn(registry, name) ? (registry[name] ?? []) : []))
  if (names.length > 0 && loads.length === names.length && late === undefined) return { names, loads, argv }
  const { refusedRun } = await import('./refusals.ts')
  return { refused: refusedRun(names, late, Object.keys(registry)) }
}
