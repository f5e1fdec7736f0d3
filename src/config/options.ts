import type { Arguments } from '../arguments.ts'
import type { Event } from '../event.ts'
import type { Host } from '../host/host.ts'
import { ignoresCase, normalPath, projectLeft, projectRoot } from '../paths/project.ts'
import { isWithin, parentOf, resolvePath } from '../paths/written.ts'
import { type ConfigFile, findConfigFiles } from './find.ts'
import type { Configured, LoadedOptions } from './load.ts'

/**
 * The options that hold for this event. Without a configuration file and without flags
 * these are the defaults, and neither the parser nor zod is loaded. Throws a ConfigError.
 */
export async function optionsFor<Options extends object>(
  hook: Configured<Options>,
  args: Pick<Arguments, 'config' | 'set' | 'mode'>,
  event: Event,
  host: Host,
): Promise<LoadedOptions<Options>> {
  const files = known.get(event) ?? filesFor(event, host)
  known.set(event, files)
  if (files.length === 0 && args.config === undefined && args.set.length === 0 && args.mode === undefined) {
    return { options: hook.options.defaults, rules: {}, ignored: [], from: {} }
  }
  const { loadOptions } = await import('./load.ts')
  const config = args.config === undefined ? undefined : normalPath(host, args.config)
  return loadOptions(
    hook,
    files,
    {
      set: args.set,
      ...(config === undefined ? {} : { config }),
      ...(args.mode === undefined ? {} : { mode: args.mode }),
    },
    host,
  )
}

/** The files of an event, which several hooks of one process ask for. */
const known = new WeakMap<Event, readonly ConfigFile[]>()

function filesFor(event: Event, host: Host): readonly ConfigFile[] {
  const left = projectLeft(host, event.cwd)
  const cwd = stopsIn(event, left) ?? normalPath(host, event.cwd)
  const root = projectRoot(host, cwd)
  const found = findConfigFiles(host, concerned(event, cwd, root, host), root)
  return left === undefined || left === cwd ? found : withProject(found, left, host)
}

/** The project of an agent that stops somewhere else (`cd /tmp`): its work is judged by its own rules. */
function stopsIn(event: Event, left: string | undefined): string | undefined {
  return event.name === 'stop' || event.name === 'subagent-stop' ? left : undefined
}

/**
 * The files with those of the project that the agent works for and has left: to go elsewhere
 * must not drop what they tighten. They count before those of the place where it is now.
 */
function withProject(found: readonly ConfigFile[], left: string, host: Host): readonly ConfigFile[] {
  const own = findConfigFiles(host, left, left).filter(
    (file) => !found.some(({ path }) => path === file.path),
  )
  return [...own, ...found]
}

/** The folder from which configuration is searched: of the file concerned, if it is in the project. */
function concerned(event: Event, cwd: string, root: string, host: Host): string {
  const { tool } = event
  if (tool?.kind !== 'edit' && tool?.kind !== 'read') return cwd
  const path = tool.input['file_path'] ?? tool.input['notebook_path'] ?? tool.input['path']
  if (typeof path !== 'string' || path === '') return cwd
  const folder = parentOf(resolvePath(cwd, path, host.platform === 'win32'))
  if (folder === undefined) return cwd
  return isWithin(folder, root, ignoresCase(host)) ? folder : cwd
}
