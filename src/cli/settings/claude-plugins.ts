import * as fs from 'node:fs'
import * as path from 'node:path'
import { UsageError } from '../../arguments.ts'
import { weakestFirst } from './merged.ts'
import { claudeFolder } from './places.ts'
import { manifestOf, type Plugin, pluginHooks } from './plugin-hooks.ts'
import { type Settings, tryText } from './read.ts'
import { isTrusted } from './trust.ts'
import { objectOf, recordOf } from './value.ts'

type Fields = Readonly<Record<string, unknown>>

/** A plugin that the settings turn on, and why it is not there. */
interface Absent {
  readonly id: string
  readonly why: string
  /** The settings that turn it on. */
  readonly by: Settings
}

export interface ClaudePlugins {
  readonly plugins: readonly Plugin[]
  readonly hooks: readonly Settings[]
}

/**
 * The plugins of a session in `project` with their hooks (docs/contracts/claude-code.md section
 * 18): those that the settings turn on, those in a skills folder, and those of `--plugin-dir`.
 * `settings`: of Claude Code, in any order of their scopes.
 */
export function claudePlugins(
  settings: readonly Settings[],
  project: string,
  folders: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): ClaudePlugins {
  const config = claudeFolder(env)
  if (config === undefined) return { plugins: [], hooks: [] }
  const base = env['CLAUDE_CODE_PLUGIN_CACHE_DIR'] || path.join(config, 'plugins')
  const counting = weakestFirst(settings)
  const plugins: Plugin[] = []
  const absent: Absent[] = []
  const add = (id: string, root: string, entry?: Plugin['entry']) => {
    const data = path.join(base, 'data', id.replace(/[^\w-]/g, '-'))
    plugins.push({ id, root, data, options: optionsOf(id, counting), ...(entry ? { entry } : {}) })
  }
  for (const [id, by] of turnedOn(counting)) {
    const place = placeOfPlugin(id, base, project, counting)
    if (typeof place === 'string') absent.push({ id, by, why: place })
    else add(id, place.root, place.entry)
  }
  for (const folder of [path.join(config, 'skills'), ...projectSkills(project, env)]) {
    for (const root of foldersIn(folder).filter(isPlugin)) add(`${nameOf(root)}@skills-dir`, root)
  }
  for (const folder of folders) {
    const root = path.resolve(folder)
    if (!fs.existsSync(root)) throw new UsageError(`there is no folder ${folder}`)
    add(`${nameOf(root)}@inline`, root)
  }
  return { plugins, hooks: [...absent.map(absentSettings), ...plugins.flatMap(pluginHooks)] }
}

/** Plugins below a project's skills are taken from trusted projects alone. */
function projectSkills(project: string, env: NodeJS.ProcessEnv): string[] {
  return isTrusted(project, env) ? [path.join(project, '.claude/skills')] : []
}

function isPlugin(root: string): boolean {
  return fs.existsSync(path.join(root, '.claude-plugin', 'plugin.json'))
}

function nameOf(root: string): string {
  const { name } = manifestOf(root).value
  return typeof name === 'string' ? name : path.basename(root)
}

export function foldersIn(folder: string): string[] {
  return namesIn(folder)
    .map((name) => path.join(folder, name))
    .filter((one) => fs.statSync(one, { throwIfNoEntry: false })?.isDirectory() === true)
}

/** The Markdown files below a folder; one that is reached twice counts once. */
export function markdownIn(folder: string, seen = new Set<string>()): string[] {
  return namesIn(folder).flatMap((name) => {
    const one = path.join(folder, name)
    const stat = fs.statSync(one, { throwIfNoEntry: false })
    if (!stat?.isDirectory()) return stat && name.endsWith('.md') ? [one] : []
    const real = fs.realpathSync(one)
    if (seen.has(real)) return []
    seen.add(real)
    return markdownIn(one, seen)
  })
}

function namesIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder).sort()
  } catch {
    return []
  }
}

/** The ids that are on: local goes over project, project over user, managed over all. */
function turnedOn(settings: readonly Settings[]): Map<string, Settings> {
  const last = new Map<string, { on: boolean; by: Settings }>()
  for (const by of settings) {
    for (const [id, value] of Object.entries(partOf(by, 'enabledPlugins'))) {
      last.set(id, { on: value === true, by })
    }
  }
  return new Map([...last].flatMap(([id, { on, by }]) => (on ? [[id, by] as const] : [])))
}

function partOf({ value }: Settings, key: string): Fields {
  return recordOf(recordOf(value)?.[key]) ?? {}
}

function optionsOf(id: string, settings: readonly Settings[]): Fields {
  // Those of a project are not read.
  const own = settings.filter(({ place }) => place.scope !== 'project' && place.scope !== 'local')
  return Object.assign(
    {},
    ...own.map((one) => recordOf(recordOf(partOf(one, 'pluginConfigs')[id])?.['options'])),
  )
}

interface Market {
  /** Absolute. */
  readonly folder: string
  /** It lies on this machine, and so do the plugins it names by a path. */
  readonly isLocal: boolean
}

/** A marketplace, or undefined when the client does not know it. One that is only declared has to be local. */
function marketplaceOf(name: string, base: string, settings: readonly Settings[]): Market | undefined {
  const known = recordOf(fileObject(path.join(base, 'known_marketplaces.json'))[name])
  const declared = settings.map((one) => recordOf(partOf(one, 'extraKnownMarketplaces')[name]))
  const { source, path: given } =
    recordOf((known ?? declared.findLast((one) => one !== undefined))?.['source']) ?? {}
  if (source === 'directory' && typeof given === 'string') return { folder: given, isLocal: true }
  if (source === 'file' && typeof given === 'string') {
    return { folder: path.dirname(path.dirname(given)), isLocal: true }
  }
  const folder = known?.['installLocation']
  return typeof folder === 'string' ? { folder, isLocal: false } : undefined
}

/** Where a plugin is loaded from, or why it is not. */
function placeOfPlugin(
  id: string,
  base: string,
  project: string,
  settings: readonly Settings[],
): { readonly root: string; readonly entry?: Plugin['entry'] } | string {
  const at = id.lastIndexOf('@')
  if (at < 1) return 'its name is not NAME@MARKETPLACE'
  const [name, market] = [id.slice(0, at), id.slice(at + 1)]
  const marketplace = marketplaceOf(market, base, settings)
  if (!marketplace) return `no marketplace ${market} is known here`
  const list = path.join(marketplace.folder, '.claude-plugin', 'marketplace.json')
  const value = fileObject(list)
  const plugins: readonly unknown[] = Array.isArray(value['plugins']) ? value['plugins'] : []
  const index = plugins.findIndex((one) => recordOf(one)?.['name'] === name)
  const listed = recordOf(plugins[index])
  if (!listed) return `${list} does not list it`
  const { hooks, source } = listed
  const entry = hooks === undefined ? {} : { entry: { file: list, hooks, path: ['plugins', index, 'hooks'] } }
  if (marketplace.isLocal && typeof source === 'string') {
    const pluginRoot = recordOf(value['metadata'])?.['pluginRoot']
    const below = !source.startsWith('./') && typeof pluginRoot === 'string' ? pluginRoot : '.'
    return existing(path.join(marketplace.folder, below, source), entry)
  }
  const records = recordOf(fileObject(path.join(base, 'installed_plugins.json'))['plugins'])?.[id]
  const own = (Array.isArray(records) ? records : []).map(recordOf).find((one) => {
    const where = one?.['projectPath']
    return one !== undefined && (where === undefined || where === project)
  })
  return own ? existing(String(own['installPath']), entry) : 'it is not installed for this project'
}

function existing(root: string, entry: { readonly entry?: Plugin['entry'] }) {
  return fs.existsSync(root) ? { root, ...entry } : `there is no folder ${root}`
}

function fileObject(file: string): Fields {
  return objectOf(tryText(file).text ?? '') ?? {}
}

function absentSettings({ id, why, by }: Absent): Settings {
  const text = `the plugin ${id} is on and not loaded: ${why}`
  return {
    place: { ...by.place, scope: 'plugin', bearer: { name: id } },
    text: by.text,
    value: undefined,
    problems: [{ voids: 'entry', path: ['enabledPlugins', id], text }],
    handlers: [],
  }
}
