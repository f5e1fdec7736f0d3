import { repositoryRoot } from '../../src/paths/project.ts'
import { quote, quoted } from '../../src/tasks/text.ts'
import { argumentOf } from './call.ts'
import type { Deploy } from './deploy.ts'
import { GIT_COMMANDS } from './git-names.ts'
import { aliasOf, gitArguments, gitFolder } from './git-settings.ts'
import { type Call, type Scene, shortened } from './scene.ts'
import type { Inside } from './units.ts'

/** What is left to at or cron runs when nobody judges it. */
export async function laterDeploys(
  call: Call,
  text: string,
  folder: string,
  inside: Inside,
): Promise<readonly Deploy[]> {
  const found = await inside(text, folder)
  const later = shortened(call.command.source)
  return found.map((deploy) => ({ ...deploy, through: [call.program, ...deploy.through], later }))
}

/** What an alias of git does. Undefined: it is none. */
export async function byAlias(
  call: Call,
  scene: Scene,
  inside: Inside,
): Promise<readonly Deploy[] | undefined> {
  const { operands } = gitArguments(call)
  const sub = operands[0]
  if (GIT_COMMANDS.has(sub?.value ?? '')) return undefined
  const alias = await aliasOf(sub, call, scene)
  const folder = gitFolder(call, scene)
  if (!alias || folder === undefined) return undefined
  const at = call.words.findIndex(({ value }) => value === sub?.value)
  const rest = call.words.slice(at + 1).map((word) => quoted(argumentOf(word)))
  // Both run through the same reader: git's own words behind `git`, in the options' folder.
  const words = 'shell' in alias ? alias.shell : ['git', ...alias.words.map(quote)].join(' ')
  const found = await inside(
    [words, ...rest].join(' '),
    'shell' in alias ? (repositoryRoot(scene.ctx.host, folder) ?? folder) : folder,
  )
  return found.map((deploy) => ({ ...deploy, through: [shortened(call.command.source), ...deploy.through] }))
}
