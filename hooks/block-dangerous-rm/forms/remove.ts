import type { Command } from '../../../src/shell/command.ts'
import { type Deletion, type Form, knownText, type Scene, type Target, unknownWord } from '../deletion.ts'
import { splitOptions } from '../words.ts'
import { foundTarget, readFind } from './find-words.ts'
import { pipedFrom } from './pipeline.ts'

const LONG = [
  'dir',
  'force',
  'help',
  'interactive',
  'no-preserve-root',
  'one-file-system',
  'recursive',
  'verbose',
  'version',
]

/** `rm` in all its spellings. */
export const rm: Form = (command, program, scene) => {
  const words = command.argv.slice(1)
  if (words.some((word) => /^\/[a-z]$/i.test(knownText(word))) && scene.windows) return undefined
  const options = splitOptions(words, { long: LONG })
  if (options.given.has('help') || options.given.has('version')) return undefined
  const recursive = ['r', 'R', 'recursive'].some((one) => options.given.has(one))
  // `rm $flags folder`: without -r it would be an error, so the unknown word is taken for it.
  const meant =
    options.unknownOption &&
    options.operands.some((word) => word.value !== undefined && scene.isFolder(command.cwd, word.value))
  const effect = recursive || meant ? 'tree' : 'files'
  const how = recursive ? `${program} -r` : program
  return deletion(command, scene, how, effect, options.operands)
}

/** `unlink FILE`. */
export const unlink: Form = (command, program, scene) =>
  deletion(command, scene, program, 'files', splitOptions(command.argv.slice(1)).operands)

/** `shred FILE`. */
export const shred: Form = (command, program, scene) => {
  const valued = ['n', 's', 'iterations', 'size', 'random-source']
  const { operands, given } = splitOptions(command.argv.slice(1), { valued })
  if (given.has('help') || given.has('version')) return undefined
  return deletion(command, scene, program, 'shred', operands)
}

/** `rmdir` removes empty folders only; with -p their parents too. */
export const rmdir: Form = (command, program, scene) => {
  const { operands, given } = splitOptions(command.argv.slice(1), {
    long: ['parents', 'ignore-fail-on-non-empty'],
  })
  if (!given.has('p') && !given.has('parents')) return undefined
  return deletion(command, scene, `${program} -p`, 'perhaps', operands)
}

/** A deletion of operands, and of what xargs or a search adds to them. */
export function deletion(
  command: Command,
  scene: Scene,
  how: string,
  effect: Deletion['effect'],
  operands: readonly Command['argv'][number][],
): Deletion | undefined {
  const { cwd, source } = command
  // What `find -exec` puts in place of {} is judged with the search itself.
  const searched = command.via.at(-1)?.name === 'find'
  const own = searched ? operands.filter((word) => !word.source.includes('{}')) : operands
  const targets: Target[] = own.map((word) => ({ word, cwd }))
  if (command.moreOperands && !searched) targets.push(...operandsFromPipe(command, scene))
  return targets.length === 0 ? undefined : { how, effect, targets, source }
}

/** What xargs hands on: the hits of a search when one is in front of the pipe. */
function operandsFromPipe(command: Command, scene: Scene): Target[] {
  const before = pipedFrom(command, scene)
  const program = before && knownText(before.argv[0] ?? unknownWord('', '')).replace(/^.*\//, '')
  if (before && (program === 'find' || program === 'gfind')) {
    const search = readFind(before.argv)
    return search.roots.map((root) => foundTarget(root, before.cwd, search.printed))
  }
  return [
    { word: unknownWord('what comes through the pipe', 'the operands that xargs adds'), cwd: command.cwd },
  ]
}
