import { joinPath } from '../../src/paths/written.ts'
import type { Arguments } from './call.ts'
import { type Call, type Scene, variable } from './scene.ts'
import { smallText } from './small-text.ts'
import type { Clue } from './target.ts'
import type { Settings } from './tools/tool.ts'

/**
 * What a tool's own settings say about where it goes, when the command does not: a project that
 * was chosen earlier, an app in a file beside the code.
 */
export function settingsClues(settings: Settings, args: Arguments, call: Call, scene: Scene): Clue[] {
  if (call.elsewhere) return []
  const found = READERS[settings](args, call, scene)
  return found === undefined ? [] : [{ ...found, weight: 'names' }]
}

type Found = Pick<Clue, 'name' | 'from'> | undefined

const READERS: Readonly<Record<Settings, (args: Arguments, call: Call, scene: Scene) => Found>> = {
  gcloud,
  azure,
  firebase,
  fly,
  serverless,
  docker,
}

/** The project of gcloud's active configuration (cloud.google.com/sdk/docs/configurations). */
function gcloud(args: Arguments, call: Call, scene: Scene): Found {
  if (has(args, '--project')) return undefined
  if (variable('CLOUDSDK_CORE_PROJECT', call, scene)) return undefined
  const folder = variable('CLOUDSDK_CONFIG', call, scene)?.value ?? inHome('.config/gcloud', scene)
  if (folder === undefined) return undefined
  const flag = args.flags.find(({ name }) => name === '--configuration')?.value
  const named = flag ?? variable('CLOUDSDK_ACTIVE_CONFIG_NAME', call, scene)
  const name = named ? named.value : smallText(joinPath(folder, 'active_config'), scene)?.trim()
  if (!name || !/^[a-z][-a-z0-9]*$/.test(name)) return undefined
  const text = smallText(joinPath(folder, `configurations/config_${name}`), scene)
  const project = /^\[core\][^[]*?^project\s*=\s*(\S+)/ms.exec(text ?? '')?.[1]
  if (project !== undefined) return { name: project, from: 'the gcloud project in effect' }
  return named && { name, from: 'the gcloud configuration' }
}

/** The default subscription of az (azureProfile.json in its folder). */
function azure(args: Arguments, call: Call, scene: Scene): Found {
  if (has(args, '--subscription')) return undefined
  const folder = variable('AZURE_CONFIG_DIR', call, scene)?.value ?? inHome('.azure', scene)
  const text = folder === undefined ? undefined : smallText(joinPath(folder, 'azureProfile.json'), scene)
  const list = field(json(text?.replace(/^\ufeff/, '')), 'subscriptions')
  const chosen = Array.isArray(list)
    ? list.find((one: unknown) => field(one, 'isDefault') === true)
    : undefined
  const name = field(chosen, 'name')
  return typeof name === 'string' ? { name, from: 'the Azure subscription in effect' } : undefined
}

/** The project that was chosen for the folder, else the default one of .firebaserc. */
function firebase(args: Arguments, { command: { cwd } }: Call, scene: Scene): Found {
  if (has(args, '-P', '--project') || cwd === undefined) return undefined
  const stored = inHome('.config/configstore/firebase-tools.json', scene)
  const active = field(json(stored === undefined ? undefined : smallText(stored, scene)), 'activeProjects')
  const projects = field(json(smallText(joinPath(cwd, '.firebaserc'), scene)), 'projects')
  const alias = field(active, cwd) ?? 'default'
  const name = typeof alias === 'string' ? (field(projects, alias) ?? alias) : undefined
  return typeof name === 'string' && name !== 'default'
    ? { name, from: 'the firebase project in effect' }
    : undefined
}

/** The app of fly.toml. */
function fly(args: Arguments, { command: { cwd } }: Call, scene: Scene): Found {
  if (has(args, '-a', '--app', '-c', '--config') || cwd === undefined) return undefined
  const app = /^app\s*=\s*["']([^"']+)["']/m.exec(smallText(joinPath(cwd, 'fly.toml'), scene) ?? '')?.[1]
  return app === undefined ? undefined : { name: app, from: 'the app in fly.toml' }
}

/** The stage of serverless.yml, whose default is dev (serverless.com/framework/docs, "stage"). */
function serverless(args: Arguments, { command: { cwd } }: Call, scene: Scene): Found {
  if (has(args, '-s', '--stage', '-c', '--config') || cwd === undefined) return undefined
  for (const name of ['serverless.yml', 'serverless.yaml']) {
    const text = smallText(joinPath(cwd, name), scene)
    if (text === undefined) continue
    const from = `the stage in ${name}`
    const written = /^\s+stage:\s*(.+?)\s*(?:#.*)?$/m.exec(text)?.[1]
    if (written === undefined) return { name: 'dev', from }
    const fallback = /^\$\{opt:stage,\s*(?:self:[\w.]+,\s*)?["']?([\w-]+)["']?\s*\}$/.exec(
      unquoted(written),
    )?.[1]
    const plain = /^[\w-]+$/.exec(unquoted(written))?.[0]
    return { name: fallback ?? plain, from }
  }
  return undefined
}

/** The context that `docker context use` chose (config.json in docker's folder). */
function docker(args: Arguments, call: Call, scene: Scene): Found {
  // Behind the command -c is something else: `docker stack deploy -c compose.yml`.
  if (has(args, '--context', '-H', '--host') || call.words[0]?.value === '-c') return undefined
  if (variable('DOCKER_HOST', call, scene) ?? variable('DOCKER_CONTEXT', call, scene)) return undefined
  const folder = variable('DOCKER_CONFIG', call, scene)?.value ?? inHome('.docker', scene)
  const text = folder === undefined ? undefined : smallText(joinPath(folder, 'config.json'), scene)
  const name = field(json(text), 'currentContext')
  return typeof name === 'string' && name !== '' && name !== 'default'
    ? { name, from: 'the docker context in effect' }
    : undefined
}

function has({ flags }: Arguments, ...names: readonly string[]): boolean {
  return flags.some(({ name }) => names.includes(name))
}

function inHome(path: string, { ctx: { host } }: Scene): string | undefined {
  const home = host.home()
  return home === undefined ? undefined : joinPath(home, path)
}

function unquoted(text: string): string {
  return text.replace(/^(["'])(.*)\1$/, '$2')
}

function json(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined // The tool can't read it either, or reads more than we do.
  }
}

function field(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return (value as Record<string, unknown>)[key]
}
