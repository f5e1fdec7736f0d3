import * as fs from 'node:fs'
import * as path from 'node:path'
import { foldersIn } from './claude-plugins.ts'
import { openHarnessProblems } from './openharness-rules.ts'
import { openHarnessFolder, type Place } from './places.ts'
import { handlersOf, type Problem, parseJson, type Settings, tryText } from './read.ts'
import { isInside, isRecord, objectOf, recordOf } from './value.ts'

/**
 * The plugins of OpenHarness that are on, with their hooks, in the order in which they are
 * registered (docs/contracts/openharness.md section 6). `settings`: its settings file.
 */
export function openHarnessPlugins(
  settings: Settings | undefined,
  project: string,
  env: NodeJS.ProcessEnv = process.env,
): Settings[] {
  const config = openHarnessFolder(env)
  if (config === undefined) return []
  const value = recordOf(settings?.value)
  const roots = [path.join(config, 'plugins')]
  if (value?.['allow_project_plugins'] === true) roots.push(path.join(project, '.openharness/plugins'))
  return roots.flatMap(foldersIn).flatMap((root): Settings[] => {
    const manifest = manifestAt(root)
    const name = manifest?.['name']
    // One that is not right is passed over without a word.
    if (typeof name !== 'string') return []
    const { enabled_by_default = true, hooks_file = 'hooks.json' } = manifest ?? {}
    const on = recordOf(value?.['enabled_plugins'])?.[name] ?? enabled_by_default
    const off = on === true ? {} : { off: `the plugin ${name} is not enabled` }
    return hooksOf(root, name, String(hooks_file)).map((one) => ({ ...one, ...off }))
  })
}

function manifestAt(root: string): Readonly<Record<string, unknown>> | undefined {
  const files = [path.join(root, 'plugin.json'), path.join(root, '.claude-plugin/plugin.json')]
  const file = files.find((one) => fs.existsSync(one))
  return file === undefined ? undefined : objectOf(tryText(file).text ?? '')
}

/** A flat file; the form of Claude Code in `hooks/hooks.json` is only looked at where the flat one has none. */
function hooksOf(root: string, name: string, file: string): Settings[] {
  const placeOf = (at: string): Place => ({
    harness: 'openharness',
    scope: 'plugin',
    path: at,
    bearer: { name },
  })
  const flat = path.join(root, file)
  const { text, problem } = tryText(flat)
  const found: Settings[] = problem
    ? [{ place: placeOf(flat), text: '', value: undefined, problems: [breaks(problem)], handlers: [] }]
    : text === undefined
      ? []
      : [flatFile(placeOf(flat), text)]
  if (found.some(({ value }) => isRecord(value) && Object.keys(value).length > 0)) return found
  const nested = path.join(root, 'hooks', 'hooks.json')
  const other = tryText(nested).text
  return other === undefined ? found : [...found, ...nestedFile(placeOf(nested), other)]
}

function flatFile(place: Place, text: string): Settings {
  const { value: hooks, problem } = parseJson(text)
  if (problem) return { place, text, value: undefined, problems: [breaks(problem)], handlers: [] }
  const value = { hooks }
  const handlers = handlersOf(place, value)
  // The type has to be said here; a handler without a known one is dropped.
  const typeless = handlers.filter(
    ({ fields }) => !['command', 'prompt', 'http', 'agent'].includes(String(fields['type'])),
  )
  const dropped = typeless.map(
    (handler): Problem => ({
      voids: 'entry',
      path: handler.path,
      text: 'a handler of a plugin has to say its type, so this one is dropped',
    }),
  )
  const others = openHarnessProblems(value).filter(
    ({ path: at }) => !typeless.some((handler) => isInside(at, handler.path)),
  )
  const moved = <Part extends { readonly path: Problem['path'] }>(part: Part): Part => ({
    ...part,
    path: part.path.slice(1),
  })
  return {
    place,
    text,
    value: hooks,
    problems: [...others.map(breaks), ...dropped].map(moved),
    handlers: handlers.map(moved),
  }
}

/** What is wrong with a plugin's file keeps OpenHarness itself from starting. */
function breaks(problem: Problem): Problem {
  return problem.voids === 'file'
    ? { ...problem, text: `it can not load the plugin: ${problem.text}` }
    : problem
}

/** Nothing of this form ever runs (section 6). */
function nestedFile(place: Place, text: string): Settings[] {
  const { value, problem } = parseJson(text)
  const hooks = recordOf(recordOf(value)?.['hooks'] ?? value)
  if (problem || !hooks) return []
  const problems = Object.keys(hooks).map(
    (event): Problem =>
      /^[a-z_]+$/.test(event)
        ? {
            voids: 'file',
            path: ['hooks', event],
            text: 'hooks of this form make every line of OpenHarness fail; they belong into a flat hooks.json at the root of the plugin',
          }
        : {
            voids: 'entry',
            path: ['hooks', event],
            text: `OpenHarness has no event ${event}, so it is dropped`,
          },
  )
  return [{ place, text, value, problems, handlers: [] }]
}
