import * as fs from 'node:fs'
import * as path from 'node:path'
import type { JSONPath } from 'jsonc-parser'
import { VOIDS_FILE } from './claude-rules.ts'
import type { Place } from './places.ts'
import { claudeHooksAt, type Problem, parseJson, type Settings, tryText } from './read.ts'
import { isRecord, kindOf, recordOf } from './value.ts'

/** A plugin of Claude Code that is turned on, and where it lies. */
export interface Plugin {
  /** NAME@MARKETPLACE. */
  readonly id: string
  /** Absolute. */
  readonly root: string
  /** Absolute; need not be there. */
  readonly data: string
  /** What the settings say under pluginConfigs. */
  readonly options: Readonly<Record<string, unknown>>
  /** Hooks that its marketplace gives it besides its own. */
  readonly entry?: { readonly file: string; readonly hooks: unknown; readonly path: JSONPath }
}

interface Part {
  readonly settings: Settings
  /** What keeps the whole plugin from being loaded. */
  readonly fatal?: Problem | undefined
}

export interface Manifest {
  /** Absolute, whether it is there or not. */
  readonly file: string
  readonly text: string
  readonly value: Readonly<Record<string, unknown>>
  readonly problem?: Problem
}

/** A plugin's manifest. It need not have one. */
export function manifestOf(root: string): Manifest {
  const file = path.join(root, '.claude-plugin', 'plugin.json')
  const read = tryText(file)
  if (read.problem) return { file, text: '', value: {}, problem: read.problem }
  const { text } = read
  if (text === undefined) return { file, text: '', value: {} }
  const { value, problem } = parseJson(text)
  if (problem) return { file, text, value: {}, problem }
  const record = recordOf(value)
  if (!record) {
    return { file, text, value: {}, problem: about([], `it is ${kindOf(value)}, not an object`) }
  }
  const { name } = record
  return typeof name === 'string'
    ? { file, text, value: record }
    : { file, text, value: record, problem: about(['name'], `name is ${kindOf(name)}, not text`) }
}

function about(at: JSONPath, text: string): Problem {
  return { voids: 'file', path: at, text }
}

/**
 * The hooks of a plugin: `hooks/hooks.json`, what the manifest names or holds, and what the
 * marketplace gives it (docs/contracts/claude-code.md section 18). A guard that can't be loaded
 * keeps the whole plugin from being loaded.
 */
export function pluginHooks(plugin: Plugin): Settings[] {
  const placeOf = (file: string): Place => ({
    harness: 'claude-code',
    scope: 'plugin',
    path: file,
    bearer: { name: plugin.id, root: plugin.root, env: environmentOf(plugin) },
  })
  const manifest = manifestOf(plugin.root)
  const parts = manifest.problem
    ? [voidPart(placeOf(manifest.file), manifest.text, manifest.problem)]
    : partsOf(plugin, manifest, placeOf)
  const fatal = parts.flatMap((part) => part.fatal ?? [])[0]
  if (!fatal) return parts.map(({ settings }) => settings)
  const text = `the plugin ${plugin.id} is not loaded: ${fatal.text}`
  return parts.map(({ settings, fatal: own }) => ({
    ...settings,
    problems: [{ ...(own ?? fatal), path: own?.path ?? [], text }],
  }))
}

function environmentOf({ root, data, options }: Plugin): Record<string, string> {
  const given = Object.entries(options).map(([key, value]) => [
    `CLAUDE_PLUGIN_OPTION_${key.toUpperCase()}`,
    String(value),
  ])
  return { ...Object.fromEntries(given), CLAUDE_PLUGIN_ROOT: root, CLAUDE_PLUGIN_DATA: data }
}

function partsOf(plugin: Plugin, manifest: Manifest, placeOf: (file: string) => Place): Part[] {
  const { root, entry } = plugin
  const standard = path.join(root, 'hooks', 'hooks.json')
  const { hooks } = manifest.value
  const listed: readonly unknown[] = Array.isArray(hooks) ? hooks : hooks === undefined ? [] : [hooks]
  const named = listed.flatMap((one) => (typeof one === 'string' ? [path.join(root, one)] : []))
  const files = [...(fs.existsSync(standard) ? [standard] : []), ...named]
  const found = [...new Set(files)].map((file) => filePart(placeOf(file)))
  for (const [index, one] of listed.entries()) {
    const at = Array.isArray(hooks) ? ['hooks', index] : ['hooks']
    if (typeof one !== 'string') {
      found.push(held(claudeHooksAt(placeOf(manifest.file), manifest.text, one, at)))
    } else if (!one.startsWith('./')) {
      const problem = about(at, `the path ${one} does not begin with ./`)
      found.push(voidPart(placeOf(manifest.file), manifest.text, problem))
    }
  }
  if (entry) {
    found.push(
      held(claudeHooksAt(placeOf(entry.file), tryText(entry.file).text ?? '', entry.hooks, entry.path)),
    )
  }
  return found
}

function voidPart(place: Place, text: string, fatal: Problem): Part {
  return { settings: { place, text, value: undefined, problems: [fatal], handlers: [] }, fatal }
}

function held(settings: Settings): Part {
  return { settings, fatal: settings.problems.find(({ voids }) => voids === 'file') }
}

/** A file of a plugin, whose hooks stand under "hooks". What is no JSON loses its own hooks alone. */
function filePart(place: Place): Part {
  const { text, problem: unread } = tryText(place.path)
  const without = (problem: Problem): Part => ({
    settings: { place, text: text ?? '', value: undefined, problems: [problem], handlers: [] },
  })
  if (text === undefined) return without(unread ?? about([], 'it does not exist'))
  const { value, problem } = parseJson(text)
  if (problem) return without(problem)
  const { hooks, ...others } = recordOf(value) ?? {}
  if (isRecord(hooks)) return held(claudeHooksAt(place, text, hooks, ['hooks']))
  const outside = VOIDS_FILE.find((event) => event in others)
  return outside === undefined
    ? without(about([], `hooks is ${kindOf(hooks)}, not an object`))
    : voidPart(place, text, about([outside], `${outside} stands at its top instead of under "hooks"`))
}
