import * as fs from 'node:fs'
import * as path from 'node:path'
import { userConfigPath } from '../config/find.ts'
import { nodeHost } from '../host/node.ts'
import { projectFolder } from './settings/places.ts'

/** Names that are meant to be `hookbox.json`; no hook reads them. */
const MEANT = /^\.?hookbox(?:\.config)?\.(?:json[5c]?|ya?ml|toml)$/i

/**
 * Files that somebody took for the configuration and that no hook reads: another name or case,
 * `.claude/hookbox.json`, or another place of the user's. As sentences.
 */
export function misnamedConfigs(cwd: string): string[] {
  const user = userConfigPath(nodeHost)
  const top = projectFolder(cwd)
  const folders = new Set<string>()
  for (let folder = cwd; ; folder = path.dirname(folder)) {
    folders.add(folder)
    if (folder === top || folder === path.dirname(folder)) break
  }
  const inProject = [...folders].flatMap((folder) => [
    ...named(folder, (name) => MEANT.test(name) && name !== 'hookbox.json'),
    ...named(path.join(folder, '.claude'), (name) => MEANT.test(name)),
    ...named(path.join(folder, '.config'), (name) => MEANT.test(name)),
  ])
  const found = inProject.map(
    (file) => `${file} is not read: the configuration of a project is hookbox.json in its folder`,
  )
  if (user === undefined) return found
  const elsewhere = process.env['XDG_CONFIG_HOME']
  const ofUser = [
    ...named(path.dirname(user), (name) => MEANT.test(name) && name !== 'hookbox.json'),
    ...(elsewhere ? named(path.join(elsewhere, 'hookbox'), (name) => MEANT.test(name)) : []),
  ].filter((file) => path.resolve(file) !== path.resolve(user))
  return [...found, ...ofUser.map((file) => `${file} is not read: the configuration of the user is ${user}`)]
}

function named(folder: string, isMeant: (name: string) => boolean): string[] {
  try {
    return fs
      .readdirSync(folder)
      .filter(isMeant)
      .map((name) => path.join(folder, name))
  } catch {
    return []
  }
}
