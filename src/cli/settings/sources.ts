import { claudePlugins } from './claude-plugins.ts'
import { claudeSkills } from './claude-skills.ts'
import { openHarnessPlugins } from './openharness-plugins.ts'
import type { Settings } from './read.ts'
import { recordOf } from './value.ts'

/**
 * All that a session in `project` takes hooks from: the settings that were read, then the files of
 * plugins, skills and agents. `pluginFolders`: as `--plugin-dir` names them to Claude Code. Throws
 * an Error when a file can't be read.
 */
export async function withBearers(
  settings: readonly Settings[],
  project: string,
  pluginFolders: readonly string[] = [],
): Promise<Settings[]> {
  const claude = settings.filter(({ place }) => place.harness === 'claude-code')
  const openHarness = settings.find(({ place }) => place.harness === 'openharness')
  const { plugins, hooks } = claudePlugins(claude, project, pluginFolders)
  return [
    ...settings,
    ...hooks,
    ...(await claudeSkills(project, plugins)),
    ...openHarnessPlugins(openHarness, project),
  ]
}

/** What the settings of Claude Code put into the environment of hooks; the more special one wins. */
export function settingsEnv(settings: readonly Settings[]): Record<string, string> {
  const counting = settings.filter(
    ({ place, problems }) => !place.bearer && !problems.some(({ voids }) => voids === 'file'),
  )
  const rising = [
    ...counting.filter(({ place }) => place.scope !== 'managed'),
    ...counting.filter(({ place }) => place.scope === 'managed'),
  ]
  const all = rising.flatMap(({ value }) => Object.entries(recordOf(recordOf(value)?.['env']) ?? {}))
  return Object.fromEntries(all.map(([name, value]) => [name, String(value)]))
}
