import type { Hook } from '../../hook.ts'
import { failsClosed } from '../../hook.ts'
import type { Own } from './own.ts'

/** What a hook is started with besides its name. */
interface Given {
  readonly mode?: string
  /** `key=value`. */
  readonly set: readonly string[]
  readonly other: readonly string[]
}

/** The chosen hooks, each with its options. */
export type Profile = ReadonlyMap<string, Given>

export const PRESETS = ['balanced', 'strict', 'observe'] as const
export type Preset = (typeof PRESETS)[number]

export const PRESET_WORDS: Readonly<Record<Preset, string>> = {
  balanced: 'guards, audit and context',
  strict: 'all hooks, with the stop gate, the linters and the strictest rules',
  observe: 'as balanced, but guards only tell what they would have refused',
}

const NOTHING: Given = { set: [], other: [] }

/**
 * The hooks of a preset. Those that run a project's own programs, its tests and linters, belong
 * to `strict` alone: they take time that somebody has to want to spend.
 */
export function presetProfile(preset: Preset, hooks: readonly Hook[]): Profile {
  const chosen = preset === 'strict' ? hooks : hooks.filter(isQuiet)
  return profileOf(
    chosen.map(({ name }) => name),
    preset,
    hooks,
  )
}

/** These hooks with a preset's options. */
export function profileOf(names: readonly string[], preset: Preset, hooks: readonly Hook[]): Profile {
  return new Map(
    names.map((name) => {
      const defaults = hooks.find((hook) => hook.name === name)?.options.defaults ?? {}
      if (preset === 'observe' && 'mode' in defaults) return [name, { ...NOTHING, mode: 'observe' }]
      if (preset === 'strict' && 'preset' in defaults) return [name, { ...NOTHING, set: ['preset=strict'] }]
      return [name, NOTHING]
    }),
  )
}

function isQuiet(hook: Hook): boolean {
  if (hook.kind === 'feedback') return false
  return !failsClosed(hook) || hook.events.includes('tool-before')
}

/** What the settings have now. Options of several hooks in one process are told apart again. */
export function installedProfile(own: readonly Own[]): Profile {
  const profile = new Map<string, Given>()
  for (const { hooks, options } of own) {
    const { mode, set, other } = sorted(options)
    for (const name of hooks) {
      const mine = set.flatMap((one) => {
        if (hooks.length === 1) return [one]
        return one.startsWith(`${name}.`) ? [one.slice(name.length + 1)] : []
      })
      const known = profile.get(name) ?? NOTHING
      const kept = mode ?? known.mode
      profile.set(name, {
        ...(kept === undefined ? {} : { mode: kept }),
        set: [...new Set([...known.set, ...mine])],
        other: [...new Set([...known.other, ...other])],
      })
    }
  }
  return profile
}

function sorted(options: readonly string[]): Given {
  const set: string[] = []
  const other: string[] = []
  let mode: string | undefined
  for (let at = 0; at < options.length; at++) {
    const word = options[at] ?? ''
    const [name = '', value = options[at + 1] ?? ''] = word.includes('=') ? cutAtEquals(word) : [word]
    if (name !== '--mode' && name !== '--set') {
      other.push(word)
      continue
    }
    if (!word.includes('=')) at++
    if (name === '--mode') mode = value
    else set.push(value)
  }
  return { ...(mode === undefined ? {} : { mode }), set, other }
}

function cutAtEquals(word: string): [string, string] {
  const at = word.indexOf('=')
  return [word.slice(0, at), word.slice(at + 1)]
}

/** The options behind the names of these hooks, which share a process. */
export function optionWords(names: readonly string[], profile: Profile): string[] {
  const given = names.map((name) => ({ name, ...(profile.get(name) ?? NOTHING) }))
  // One process has one mode. The strictest, so that no hook is loosened by its neighbour.
  const modes = given.map(({ mode }) => mode ?? 'enforce')
  const moded = given.some(({ mode }) => mode !== undefined)
  const mode = ['enforce', 'ask', 'observe'].find((one) => modes.includes(one))
  return [
    ...(moded && mode !== undefined && mode !== 'enforce' ? ['--mode', mode] : []),
    ...given.flatMap(({ name, set }) =>
      set.flatMap((one) => ['--set', names.length === 1 ? one : `${name}.${one}`]),
    ),
    ...new Set(given.flatMap(({ other }) => other)),
  ]
}
