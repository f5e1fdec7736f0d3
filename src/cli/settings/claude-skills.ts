import * as fs from 'node:fs'
import * as path from 'node:path'
import { foldersIn, markdownIn } from './claude-plugins.ts'
import { frontMatter } from './front-matter.ts'
import { claudeFolder, type Place } from './places.ts'
import { manifestOf, type Plugin } from './plugin-hooks.ts'
import { claudeHooksAt, type Settings } from './read.ts'
import { isTrusted } from './trust.ts'

/** A file whose front matter may hold hooks. */
interface Carrier {
  readonly scope: 'skill' | 'agent'
  readonly name: string
  readonly file: string
  /** The folder that its hooks are told. */
  readonly root?: string
  readonly off?: string
}

/**
 * The skills, commands and agents with hooks of their own (docs/contracts/claude-code.md section
 * 18). Of several with one name the one that counts: a user's skill, a project's agent.
 */
export async function claudeSkills(
  project: string,
  plugins: readonly Plugin[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<Settings[]> {
  const config = claudeFolder(env)
  const own = path.join(project, '.claude')
  const folders = [...(config === undefined ? [] : [config]), own]
  const carriers = [
    ...folders.flatMap((folder) => [
      ...skillsIn(path.join(folder, 'skills')),
      ...commandsIn(path.join(folder, 'commands')),
    ]),
    ...plugins.flatMap(skillsOfPlugin),
    ...(await agentsIn(path.join(own, 'agents'), distrust(project, env))),
    ...(config === undefined ? [] : await agentsIn(path.join(config, 'agents'))),
    ...(await Promise.all(plugins.map(agentsOfPlugin))).flat(),
  ]
  const found = new Map<string, Settings>()
  for (const carrier of carriers) {
    const key = `${carrier.scope} ${carrier.name}`
    if (!found.has(key)) found.set(key, await hooksOf(carrier))
  }
  return [...found.values()].filter(({ handlers, problems }) => handlers.length + problems.length > 0)
}

async function hooksOf({ scope, name, file, root, off }: Carrier): Promise<Settings> {
  const place: Place = {
    harness: 'claude-code',
    scope,
    path: file,
    bearer: { name, ...(root === undefined ? {} : { root, env: { CLAUDE_PLUGIN_ROOT: root } }) },
  }
  const { text, fields, problem } = await frontMatter(file)
  if (problem) return { place, text, value: undefined, problems: [problem], handlers: [] }
  const { hooks } = fields
  if (hooks === undefined || hooks === null) {
    return { place, text, value: undefined, problems: [], handlers: [] }
  }
  const settings = claudeHooksAt(place, text, hooks, ['hooks'])
  return off === undefined ? settings : { ...settings, off }
}

/** A skill is called by its folder. */
function skillsIn(folder: string, prefix = '', root?: string): Carrier[] {
  return foldersIn(folder).flatMap((skill): Carrier[] => {
    const file = path.join(skill, 'SKILL.md')
    if (!fs.existsSync(file)) return []
    return [{ scope: 'skill', name: prefix + path.basename(skill), file, root: root ?? skill }]
  })
}

/** The hooks of commands are told no folder. */
function commandsIn(folder: string, prefix = ''): Carrier[] {
  return markdownIn(folder).map((file) => {
    const name = path.relative(folder, file).replace(/\.md$/, '').split(path.sep).join(':')
    return { scope: 'skill', name: prefix + name, file }
  })
}

/** A plugin without a folder of skills may be one itself. */
function skillsOfPlugin({ id, root }: Plugin): Carrier[] {
  const plugin = id.slice(0, id.lastIndexOf('@'))
  const prefix = `${plugin}:`
  const { skills } = manifestOf(root).value
  const more = (Array.isArray(skills) ? skills : [skills]).filter((one) => typeof one === 'string')
  const folders = ['skills', ...more].map((one) => path.join(root, one))
  const own = path.join(root, 'SKILL.md')
  const itself: Carrier[] =
    skills === undefined && !fs.existsSync(path.join(root, 'skills')) && fs.existsSync(own)
      ? [{ scope: 'skill', name: prefix + plugin, file: own, root }]
      : []
  const off = "Claude Code runs no hooks of a plugin's commands"
  return [
    ...itself,
    ...[...new Set(folders)].flatMap((folder) => skillsIn(folder, prefix, root)),
    ...commandsIn(path.join(root, 'commands'), prefix).map((one) => ({ ...one, off })),
  ]
}

/** An agent is called by its front matter. */
async function agentsIn(folder: string, off?: string): Promise<Carrier[]> {
  const files = markdownIn(folder)
  return Promise.all(
    files.map(async (file): Promise<Carrier> => {
      const { name } = (await frontMatter(file)).fields
      return {
        scope: 'agent',
        name: typeof name === 'string' ? name : path.basename(file, '.md'),
        file,
        ...(off === undefined ? {} : { off }),
      }
    }),
  )
}

async function agentsOfPlugin({ id, root }: Plugin): Promise<Carrier[]> {
  const prefix = `${id.slice(0, id.lastIndexOf('@'))}:`
  const off = 'Claude Code ignores the hooks of agents that come with a plugin'
  return (await agentsIn(path.join(root, 'agents'), off)).map((one) => ({ ...one, name: prefix + one.name }))
}

function distrust(project: string, env: NodeJS.ProcessEnv): string | undefined {
  if (isTrusted(project, env)) return undefined
  return `nobody has accepted Claude Code's trust dialog in ${project}, without which a project's agents run no hooks`
}
