import type { Word } from '../../../src/shell/command.ts'
import { type Deletion, type Form, knownText, knownWord, programName, type Target } from '../deletion.ts'
import { splitOptions } from '../words.ts'
import { isDevice } from './device.ts'
import { readFind, searchTarget } from './find-words.ts'

const DELETERS = new Set(['rm', 'grm', 'unlink', 'shred', 'srm'])

/** `find ... -delete`. What -exec runs is a command of its own in the reading. */
export const find: Form = (command) => {
  const search = readFind(command.argv)
  const deletions: Deletion[] = []
  for (const action of search.actions) {
    if (action.name !== '-delete') continue
    const hits = { ...action.hits, filesOnly: true }
    const targets = search.roots.map((root) =>
      searchTarget(root, command.cwd, 'tree', hits, search.belowRoot),
    )
    deletions.push({ how: 'find -delete', effect: 'tree', targets, source: command.source })
  }
  const written = command.argv.flatMap((word, index): Target[] =>
    WRITES.test(command.argv[index - 1]?.value ?? '') ? [{ word, cwd: command.cwd }] : [],
  )
  const devices = written.filter(({ word }) => isDevice(knownText(word)))
  const about = { how: 'find -fprint', source: command.source }
  if (devices.length > 0) deletions.push({ ...about, effect: 'device', targets: devices })
  else if (written.length > 0) deletions.push({ ...about, effect: 'overwrite', targets: written })
  return deletions
}

/** Actions that write a file anew. */
const WRITES = /^-(?:fprint0?|fprintf|fls)$/

/** What the command behind -exec does to each hit; undefined when it deletes nothing. */
function effectOf(argv: readonly Word[], windows: boolean): Deletion['effect'] | undefined {
  const words = argv[0]?.value === 'sudo' || argv[0]?.value === 'command' ? argv.slice(1) : argv
  const program = programName(words[0], windows)
  if (program === undefined || !DELETERS.has(program)) return undefined
  const { given } = splitOptions(words.slice(1))
  return ['r', 'R', 'recursive'].some((one) => given.has(one)) ? 'tree' : 'files'
}

/** `fd PATTERN [FOLDER] -x rm`: the same search with other words. */
export const fd: Form = (command, program, scene) => {
  const at = command.argv.findIndex((word) => /^(?:-x|-X|--exec|--exec-batch)$/.test(word.value ?? ''))
  if (at < 0) return undefined
  const effect = effectOf(command.argv.slice(at + 1), scene.windows)
  if (effect === undefined) return undefined
  const valued = [
    'e',
    'extension',
    't',
    'type',
    'd',
    'max-depth',
    'E',
    'exclude',
    'changed-before',
    'changed-within',
    'S',
    'size',
    'o',
    'owner',
    'base-directory',
  ]
  const options = splitOptions(command.argv.slice(1, at), { valued })
  const extensions = [...(options.values.get('e') ?? []), ...(options.values.get('extension') ?? [])]
  const [pattern, ...folders] = options.operands
  const roots = folders.length > 0 ? folders : [knownWord('.')]
  const names =
    extensions.length > 0 ? extensions.map((one) => `*.${knownText(one)}`) : plainName(pattern?.value)
  const types = [...(options.values.get('t') ?? []), ...(options.values.get('type') ?? [])]
  const found = {
    names,
    aged: options.given.has('changed-before'),
    empty: false,
    filesOnly: types.some((one) => one.value === 'f' || one.value === 'file'),
  }
  return {
    how: `${program} --exec`,
    effect,
    targets: roots.map((root) => searchTarget(root, command.cwd, effect, found, false)),
    source: command.source,
  }
}

/** A regular expression that can only match one name; others limit nothing. */
function plainName(pattern: string | undefined): readonly string[] | undefined {
  const name = /^\^?((?:[\w-]|\\\.)+)\$?$/.exec(pattern ?? '')?.[1]
  if (name === undefined || !pattern?.startsWith('^') || !pattern.endsWith('$')) return undefined
  return [name.replaceAll('\\', '')]
}
