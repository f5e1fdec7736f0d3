import { claudePlugins } from './claude-plugins.ts'
import { claudeSkills } from './claude-skills.ts'
import { openHarnessPlugins } from './openharness-plugins.ts'
import type { Settings } from './read.ts'

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
