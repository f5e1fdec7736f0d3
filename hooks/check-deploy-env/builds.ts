import { parentOf, resolvePath } from '../../src/paths/written.ts'
import { readArguments } from './call.ts'
import type { Deploy } from './deploy.ts'
import { deployAt } from './found.ts'
import { settingsClues } from './in-effect.ts'
import type { Call, Scene } from './scene.ts'
import { smallText } from './small-text.ts'
import { type Clue, settle } from './target.ts'

const VALUED = new Set(
  '--config --project --configuration --region --tag -t --substitutions --timeout'.split(' '),
)

/** A step of a build file that deploys: the builder or its first arguments. */
const DEPLOYS = /\bdeploy\b|\bkubectl\b|\bhelm\b|\bgke-deploy\b|\bterraform\b|\brollouts?\b/i

/**
 * `gcloud builds submit` builds; its file may deploy as well. Asked about then: steps have
 * conditions of their own.
 */
export function cloudBuild(call: Call, scene: Scene): Deploy | undefined {
  if (call.program !== 'gcloud' || call.elsewhere || call.command.cwd === undefined) return undefined
  const args = readArguments(call.words, VALUED)
  const words = args.operands.filter(({ value }) => value !== 'beta' && value !== 'alpha')
  if (words[0]?.value !== 'builds' || words[1]?.value !== 'submit') return undefined
  const windows = scene.ctx.host.platform === 'win32'
  const folder = resolvePath(call.command.cwd, words[2]?.value ?? '.', windows)
  const named = args.flags.find(({ name }) => name === '--config')?.value
  const file = named === undefined ? resolvePath(folder, 'cloudbuild.yaml', windows) : named.value
  const path = file === undefined ? undefined : resolvePath(call.command.cwd, file, windows)
  const text = path === undefined || parentOf(path) === undefined ? undefined : smallText(path, scene)
  if (text === undefined || !DEPLOYS.test(text.replace(/^\s*#.*$/gm, ''))) return undefined
  const clues: Clue[] = args.flags
    .filter(({ name }) => name === '--project' || name === '--substitutions')
    .map(({ name, value }) => ({
      name: value?.value,
      from: name,
      weight: name === '--project' ? 'names' : 'suggests',
    }))
  clues.push(...settingsClues('gcloud', args, call, scene))
  return deployAt(settle(clues, scene.protection, 'unknown'), call, scene, 'likely')
}
