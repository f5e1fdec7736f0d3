import type { Command, Word } from '../../../src/shell/command.ts'
import {
  type Deletion,
  type Form,
  knownText,
  programName,
  type Scene,
  type Target,
  unknownWord,
} from '../deletion.ts'
import { splitOptions } from '../words.ts'
import { searchTargets } from './find-words.ts'
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

/** A deletion of operands, and of what a search or a pipe puts in their place. */
function deletion(
  command: Command,
  scene: Scene,
  how: string,
  effect: Deletion['effect'],
  operands: readonly Word[],
): Deletion | undefined {
  const { cwd, source } = command
  const targets = operands.flatMap((word): readonly Target[] => {
    const [only] = word.parts
    if (word.parts.length !== 1 || only?.kind !== 'unknown') return [{ word, cwd }]
    if (only.why === FROM_FIND) return hitsOfFind(command, scene, effect)
    return only.why === FROM_PIPE ? fromPipe(command, scene, effect) : [{ word, cwd }]
  })
  const runner = command.via.findLast((one) => /^(?:find|g?xargs|parallel)$/.test(one.name))
  const more = command.moreOperands && runner?.name !== 'find' ? fromPipe(command, scene, effect) : []
  const all = [...targets, ...more]
  return all.length === 0 ? undefined : { how, effect, targets: all, source }
}

/** How the reading calls what `find` and `xargs` fill in. */
const FROM_FIND = 'a path that find finds'
const FROM_PIPE = 'a line that xargs reads'

/** What stands for `{}`: the hits of the search that runs the command. */
function hitsOfFind(command: Command, scene: Scene, effect: Deletion['effect']): Target[] {
  const find = command.via.findLast((one) => one.name === 'find')
  if (!find) return []
  // -execdir works in the folder of each hit; the search itself starts where find stands.
  const listed = scene.reading.commands.find((one) => one.wraps && one.argv[0] === find.words[0])
  return searchTargets(find.words, listed ? listed.cwd : command.cwd, effect, 'actions')
}

/** What xargs hands on: the hits of a search when one is in front of the pipe. */
function fromPipe(command: Command, scene: Scene, effect: Deletion['effect']): readonly Target[] {
  const before = pipedFrom(command, scene)
  const program = programName(before?.argv[0], scene.windows)
  if (before && (program === 'find' || program === 'gfind')) {
    return searchTargets(before.argv, before.cwd, effect, 'printed')
  }
  if (before && program === 'ls') return listed(before)
  return [
    { word: unknownWord('what comes through the pipe', 'the operands that xargs adds'), cwd: command.cwd },
  ]
}

/** `ls FOLDER | xargs rm`: the names in it, taken from where the command stands. */
function listed(ls: Command): Target[] {
  const { operands } = splitOptions(ls.argv.slice(1))
  const star: Word = { value: undefined, parts: [{ kind: 'glob', text: '*' }], source: ls.source }
  const globs = operands.length > 0 && operands.every((word) => word.value === undefined)
  return (globs ? operands : [star]).map((word) => ({ word, cwd: ls.cwd }))
}
